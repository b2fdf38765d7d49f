import type { Section } from '../bench/report'
import type { DecidedGate, Lateness } from './deciders'
import { agreementGoal, type Examined } from './examine'
import type { Hang, Stopped } from './hang'
import type { Ledger } from './senders'

// Plus a tenth for the round trip.
const READYZ_WITHIN_MS = 2_200

export type Tally = { name: string; rounds: number; acknowledged: number; readyMs: number[] }
export type KillRounds = { section: Section; isWhole: boolean }

type Outcome = {
  found: Examined
  ledger: Ledger
  gates: readonly DecidedGate[]
  hangs: readonly Hang[]
  late: Lateness
}

/** Says for each goal of the kills whether it is met. */
export function reportKills(tallies: readonly Tally[], { found, ledger, gates, hangs, late }: Outcome): KillRounds {
  const faults = [...ledger.faults, ...gates.flatMap((gate) => gate.faults)]
  const unready = tallies.flatMap(({ readyMs }) => readyMs).filter((ms) => !Number.isFinite(ms)).length
  const lost = found.lost + found.decisionsLost
  const doubled = found.doubled + found.decisionsDoubled
  const goals = [
    { aim: 'no acknowledged run lost', measured: `${found.lost} of ${found.acknowledged}`, isMet: found.lost === 0 },
    { aim: 'none doubled', measured: `${found.doubled}`, isMet: found.doubled === 0 },
    {
      aim: 'one decision per gate, as reported to the people',
      measured: `${gates.length} gates, ${found.decided} decided; ${found.decisionsLost} lost, ${found.decisionsDoubled} doubled`,
      isMet: found.decisionsLost + found.decisionsDoubled === 0,
    },
    agreementGoal(found.disagreements),
    ...(late.isAllowed
      ? [
          {
            aim: 'what was acknowledged is found within a minute of a crashed worker',
            measured: late.longestMs === 0 ? 'at once, each time' : `after ${seconds(late.longestMs)} at most`,
            isMet: late.longestMs <= 60_000,
          },
        ]
      : []),
    ...hangGoals(hangs, 'server'),
    ...hangGoals(hangs, 'connections'),
    {
      aim: 'ready again by itself',
      measured: unready === 0 ? 'each time' : `not ${unready} times`,
      isMet: unready === 0,
    },
    {
      aim: 'requests get 200, or 503 or 429 with Retry-After, or no answer',
      measured:
        faults.length === 0
          ? `${ledger.retried} sent again, the longest wait ${seconds(ledger.longestWaitMs)}`
          : [...new Set(faults)].slice(0, 5).join('; '),
      isMet: faults.length === 0,
    },
  ]
  const total = tallies.reduce((sum, tally) => sum + tally.rounds, 0)
  const section = {
    title: `${total} faults under load`,
    method: 'Senders repeat each delivery until it is acknowledged; four people decide on each gate concurrently.',
    columns: ['killed', 'rounds', 'acknowledged', 'ready again: median', 'longest'],
    rows: tallies.map(({ name, rounds, acknowledged, readyMs }) => [
      name,
      String(rounds),
      String(acknowledged),
      seconds(readyMs.toSorted((a, b) => a - b)[Math.floor(readyMs.length / 2)] ?? 0),
      seconds(Math.max(...readyMs)),
    ]),
    goals,
  }
  return { section, isWhole: lost + doubled === 0 && goals.every(({ isMet }) => isMet) }
}

function hangGoals(all: readonly Hang[], stopped: Stopped) {
  const hangs = all.filter((one) => one.stopped === stopped)
  if (hangs.length === 0) return []
  const isServer = stopped === 'server'
  const noticedMs = Math.max(...hangs.map((one) => one.noticedMs))
  const slowestMs = Math.max(...hangs.map((one) => one.slowestMs))
  const asked = hangs.reduce((sum, one) => sum + one.asked, 0)
  const wrong = hangs.flatMap((one) => one.wrong)
  return [
    {
      aim: `/readyz reports within 2 s that ${isServer ? 'the database hangs' : 'open connections do not answer'}`,
      measured: seconds(noticedMs),
      isMet: noticedMs <= READYZ_WITHIN_MS,
    },
    {
      aim: isServer
        ? 'requests during the hang are answered with 503 and Retry-After'
        : 'requests meanwhile are answered, over a new connection or with 503 and Retry-After',
      measured: wrong[0] ?? `${asked} of ${asked}, the last after ${seconds(slowestMs)}`,
      isMet: wrong.length === 0,
    },
  ]
}

export const seconds = (ms: number) => (Number.isFinite(ms) ? `${(ms / 1000).toFixed(1)} s` : 'never')
