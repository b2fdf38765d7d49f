import { DAY_MS } from '@/lib/contracts/durations'
import type { GateActor, GateEvent, GateFacts, GateRefusal, GateStatus, GateStep, GateVote } from './gate-status'

type Of<K extends GateEvent['kind']> = Extract<GateEvent, { kind: K }>

/**
 * State machine of a gate. Returns the gate after an event, or why the event is refused; a refused event changes nothing.
 * Only votes lead to `approved`: no other event, timer, job, key or setting approves a gate. One rejection by an authority rejects;
 * approvals are counted up to the quorum. The state of a closed gate never changes; a reversal only sets `reversed`.
 */
export function applyGateEvent(gate: GateStatus, event: GateEvent, facts: GateFacts): GateStep {
  if (event.kind === 'reversed') return reverse(gate, event, facts)
  if (gate.state !== 'pending') return refuse('closed')
  if (event.kind === 'timed_out') return timeOut(gate, event, facts)
  if (facts.now >= gate.deadlineAt) return refuse('deadline_passed')
  switch (event.kind) {
    case 'assigned':
      return assign(gate, event, facts)
    case 'escalated':
      return escalate(gate, event, facts)
    case 'extended':
      return extend(gate, event, facts)
    case 'warned':
      return warn(gate, event, facts)
    case 'voted':
      return vote(gate, event, facts)
  }
}

const refuse = (refusal: GateRefusal): GateStep => ({ ok: false, refusal })
const become = (gate: GateStatus, change: Partial<GateStatus>): GateStep => ({
  ok: true,
  status: { ...gate, ...change },
})

/** Returns the person who acts, or why this actor may not decide. */
function judge(by: GateActor, facts: GateFacts): { id: string } | { refusal: GateRefusal } {
  if (by.kind !== 'person') return { refusal: 'not_a_person' }
  if (facts.authorIds.includes(by.id)) return { refusal: 'author' }
  if (!facts.authorities.has(by.id)) return { refusal: 'not_an_authority' }
  return { id: by.id }
}

function vote(gate: GateStatus, { by, verdict, digest, reason }: Of<'voted'>, facts: GateFacts): GateStep {
  const person = judge(by, facts)
  if ('refusal' in person) return refuse(person.refusal)
  if (digest !== facts.digest) return refuse('stale_evidence')
  if (hasVoted(gate, person.id, digest)) return refuse('voted_already')
  if (isBlank(reason) && (verdict === 'rejected' || facts.isRegression)) return refuse('reason_needed')
  const votes = [...gate.votes, { userId: person.id, verdict, digest }]
  if (verdict === 'rejected') return become(gate, { votes, state: 'rejected' })
  const isEnough = countingApprovals({ votes }, facts).length >= gate.quorum
  return become(gate, { votes, state: isEnough ? 'approved' : 'pending' })
}

function assign(gate: GateStatus, { by, to }: Of<'assigned'>, facts: GateFacts): GateStep {
  if (by.kind !== 'person') return refuse('not_a_person')
  if (to !== null && !mayVote(to, facts)) return refuse('not_eligible')
  return become(gate, { ownerId: to, escalatedTo: null })
}

/** Reassigns the gate to another person or to the admins. Never decides. */
function escalate(gate: GateStatus, { by, to, reason }: Of<'escalated'>, facts: GateFacts): GateStep {
  if (by.kind !== 'person') return refuse('not_a_person')
  if (isBlank(reason)) return refuse('reason_needed')
  if (to === 'admins') return become(gate, { ownerId: null, escalatedTo: to })
  if (!mayVote(to, facts)) return refuse('not_eligible')
  return become(gate, { ownerId: to, escalatedTo: to })
}

/** Moves the deadline and resets the warning. Limited to those who may decide, since an author could keep a bad version serving. */
function extend(gate: GateStatus, { by, deadlineAt, reason }: Of<'extended'>, facts: GateFacts): GateStep {
  const person = judge(by, facts)
  if ('refusal' in person) return refuse(person.refusal)
  if (isBlank(reason)) return refuse('reason_needed')
  if (latestDeadline(gate) <= gate.deadlineAt) return refuse('too_late')
  if (!(deadlineAt > gate.deadlineAt)) return refuse('not_later')
  if (deadlineAt > latestDeadline(gate)) return refuse('too_late')
  return become(gate, { deadlineAt, warnAt: warnTime(facts.now, deadlineAt), warnedAt: null })
}

/** Moves the gate to the admins after three quarters of its time, because its owner has not acted. */
function warn(gate: GateStatus, { by }: Of<'warned'>, { now }: GateFacts): GateStep {
  if (by.kind !== 'job') return refuse('not_a_job')
  if (gate.warnedAt !== null) return refuse('warned_already')
  return now < gate.warnAt ? refuse('not_due') : become(gate, { warnedAt: now, ownerId: null, escalatedTo: 'admins' })
}

function timeOut(gate: GateStatus, { by }: Of<'timed_out'>, { now }: GateFacts): GateStep {
  if (by.kind !== 'job') return refuse('not_a_job')
  return now < gate.deadlineAt ? refuse('not_due') : become(gate, { state: 'timed_out' })
}

function reverse(gate: GateStatus, { by, reason }: Of<'reversed'>, facts: GateFacts): GateStep {
  if (gate.state === 'pending' || gate.state === 'timed_out') return refuse('nothing_to_reverse')
  if (gate.reversed) return refuse('reversed_already')
  const person = judge(by, facts)
  if ('refusal' in person) return refuse(person.refusal)
  if (isBlank(reason)) return refuse('reason_needed')
  return facts.dependent === null ? become(gate, { reversed: true }) : refuse('something_newer')
}

function isBlank(reason: string): boolean {
  return reason.trim() === ''
}

type Facts = Pick<GateFacts, 'authorities' | 'authorIds' | 'digest'>

/**
 * Returns the approvals that count, at most one per person: given on the current evidence, by someone who may currently decide. Approvals
 * of other evidence, by an author, or by a person who lost the right do not count.
 */
export function countingApprovals<V extends GateVote>({ votes }: { votes: readonly V[] }, facts: Facts): V[] {
  const counting = votes.filter(
    ({ verdict, digest, userId }) => verdict === 'approved' && digest === facts.digest && mayVote(userId, facts),
  )
  return [...new Map(counting.map((vote) => [vote.userId, vote])).values()]
}

/** Whether a user may decide: an authority who is not an author of the version. */
export function mayVote(userId: string, { authorities, authorIds }: Pick<Facts, 'authorities' | 'authorIds'>): boolean {
  return authorities.has(userId) && !authorIds.includes(userId)
}

/** Whether the user has voted on this evidence. Changed evidence needs a new vote. */
export function hasVoted({ votes }: Pick<GateStatus, 'votes'>, userId: string, digest: string): boolean {
  return votes.some((vote) => vote.userId === userId && vote.digest === digest)
}

/** Maximum number of days by which one extension moves a deadline. */
export const MAX_EXTENSION_DAYS = 7

/** Maximum number of days a gate stays open, including all extensions. */
export const MAX_OPEN_DAYS = 90

/** Returns when a gate warns, in ms since the epoch: a quarter of the time from `from` to the deadline is left. */
export function warnTime(from: number, deadlineAt: number): number {
  return deadlineAt - Math.max(0, deadlineAt - from) / 4
}

/** Returns the initial state of a gate opened at `openedAt`. */
export function openedGate(asked: Pick<GateStatus, 'quorum' | 'openedAt' | 'deadlineAt'>): GateStatus {
  return {
    ...asked,
    state: 'pending',
    warnAt: warnTime(asked.openedAt, asked.deadlineAt),
    warnedAt: null,
    ownerId: null,
    escalatedTo: null,
    votes: [],
    reversed: false,
  }
}

/** Returns the latest deadline that one extension may set, in ms since the epoch. */
export function latestDeadline({ openedAt, deadlineAt }: { openedAt: number; deadlineAt: number }): number {
  return Math.min(deadlineAt + MAX_EXTENSION_DAYS * DAY_MS, openedAt + MAX_OPEN_DAYS * DAY_MS)
}

/** Actions a person can take on a gate. */
type GateAct = 'decide' | 'extend' | 'move' | 'undo'

/** Stands for a reason that is required. */
const REASON = 'given'

/**
 * Returns why this actor may not take each action now, or null when it is allowed. Tries each event on the state machine with all required
 * input.
 */
export function gatePermissions(
  gate: GateStatus,
  by: GateActor,
  facts: GateFacts,
): Record<GateAct, GateRefusal | null> {
  const ask = (event: Parameters<typeof applyGateEvent>[1]) => {
    const step = applyGateEvent(gate, event, facts)
    return step.ok ? null : step.refusal
  }
  return {
    decide: ask({ kind: 'voted', by, verdict: 'approved', digest: facts.digest, reason: REASON }),
    extend: ask({ kind: 'extended', by, deadlineAt: latestDeadline(gate), reason: REASON }),
    move: ask({ kind: 'assigned', by, to: null }),
    undo: ask({ kind: 'reversed', by, reason: REASON }),
  }
}
