import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@/lib/api/api-error'
import { call } from '@/lib/api/call'
import { requestReview } from '@/lib/contracts/gate-moves'
import { decideGate, getGate } from '@/lib/contracts/gates'
import type { SignedIn } from '../testing/people'

type Verdict = 'approved' | 'rejected'
export type DecidedGate = { gateId: string; acknowledged: { verdict: Verdict; email: string }[]; faults: string[] }

/**
 * How long what was acknowledged was not found. A cluster shows a transaction in which a worker crashed once it has finished it there
 * (docs/citus.md); a single server shows everything at once, so that nothing may be missing.
 */
export type Lateness = { isAllowed: boolean; longestMs: number }

type Setting = { baseUrl: string; key: string; project: string; people: readonly SignedIn[]; late: Lateness }

const PATIENCE_MS = 120_000
const LASTING = new Set(['already_decided', 'deadline_passed', 'conflict', 'forbidden', 'invalid_input', 'not_found'])

/** Opens a gate on a run, retrying like an agent until it succeeds. */
export async function openGateOn({ baseUrl, key, late }: Setting, runId: string): Promise<string> {
  const asked = { runId, question: 'May this be sent?', deadlineHours: 48 }
  const { gate } = await insist(() => call(requestReview, asked, { baseUrl, apiKey: key }), late)
  return gate.id
}

/** Several people decide on one gate concurrently, each until they learn the outcome. */
export async function decideAtOnce(setting: Setting, gateId: string): Promise<DecidedGate> {
  const gate: DecidedGate = { gateId, acknowledged: [], faults: [] }
  await Promise.all(
    setting.people.map(async (person, place) => {
      const verdict = place % 2 === 0 ? 'approved' : 'rejected'
      try {
        if (await decide(setting, person, gateId, verdict)) gate.acknowledged.push({ verdict, email: person.email })
      } catch (error) {
        gate.faults.push(`${person.email}: ${error instanceof Error ? error.message : error}`)
      }
    }),
  )
  return gate
}

/** Whether this person's decision was accepted, or another's before it. */
async function decide({ baseUrl, project, late }: Setting, person: SignedIn, gateId: string, verdict: Verdict) {
  const options = { baseUrl, project, fetch: asPerson(baseUrl, person) }
  for (;;) {
    const { gate, evidenceDigest } = await insist(() => call(getGate, { gateId }, options), late)
    if (gate.state !== 'pending') return false
    try {
      const reason = `${person.email} says so`
      await insist(() => call(decideGate, { gateId, verdict, evidenceDigest, reason }, options), late)
      return true
    } catch (error) {
      if (error instanceof ApiError && error.code === 'already_decided') return false
      if (!(error instanceof ApiError && error.code === 'stale_evidence')) throw error
    }
  }
}

export const asPerson =
  (baseUrl: string, { cookie }: Pick<SignedIn, 'cookie'>): typeof fetch =>
  (url, init) =>
    fetch(url, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), cookie, origin: baseUrl } })

/** Repeats a call until it is answered; final refusals and 500s are thrown. */
async function insist<T>(work: () => Promise<T>, late: Lateness): Promise<T> {
  const startedAt = performance.now()
  let missingSince: number | undefined
  for (;;) {
    try {
      const answer = await work()
      if (missingSince !== undefined) late.longestMs = Math.max(late.longestMs, performance.now() - missingSince)
      return answer
    } catch (error) {
      const isLate = late.isAllowed && error instanceof ApiError && error.code === 'not_found'
      if (isLate) missingSince ??= performance.now()
      const isLasting = !isLate && (!(error instanceof ApiError) || LASTING.has(error.code) || error.status === 500)
      if (isLasting || performance.now() - startedAt > PATIENCE_MS) throw error
      if (error instanceof ApiError && error.code === 'stale_evidence') throw error
      await sleep(200)
    }
  }
}
