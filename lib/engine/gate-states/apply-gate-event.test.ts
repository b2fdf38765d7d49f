import { describe, expect, it } from 'vitest'
import { applyGateEvent, latestDeadline, openedGate, warnTime } from './apply-gate-event'
import type { GateActor, GateEvent, GateFacts, GateStatus } from './gate-status'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const pending: GateStatus = openedGate({ quorum: 1, openedAt: 0, deadlineAt: DAY })
const facts: GateFacts = {
  now: HOUR,
  authorities: new Set(['ada', 'ben', 'eve']),
  authorIds: ['eve'],
  digest: 'd1',
  isRegression: false,
  dependent: null,
}
const person = (id: string) => ({ kind: 'person', id }) as const
const job = { kind: 'job' } as const
const key = { kind: 'key' } as const
const yes = (id: string, digest = 'd1', reason = ''): GateEvent => ({
  kind: 'voted',
  by: person(id),
  verdict: 'approved',
  digest,
  reason,
})
const no = (id: string, reason = 'worse'): GateEvent => ({
  kind: 'voted',
  by: person(id),
  verdict: 'rejected',
  digest: 'd1',
  reason,
})
const extended = (id: string, deadlineAt: number): GateEvent => ({
  kind: 'extended',
  by: person(id),
  deadlineAt,
  reason: 'on holiday',
})
const reversed = (id: string, reason = 'wrong chain'): GateEvent => ({ kind: 'reversed', by: person(id), reason })
const vote = (userId: string, digest = 'd1') => ({ userId, verdict: 'approved' as const, digest })

describe('a vote', () => {
  it.each<[string, Partial<GateStatus>, GateEvent, Partial<GateFacts>, string]>([
    ['one approval reaches a quorum of one', {}, yes('ada'), {}, 'approved'],
    ['one approval does not reach a quorum of two', { quorum: 2 }, yes('ada'), {}, 'pending'],
    ['a second approval reaches a quorum of two', { quorum: 2, votes: [vote('ben')] }, yes('ada'), {}, 'approved'],
    ['one rejection rejects, whatever the quorum', { quorum: 3, votes: [vote('ben')] }, no('ada'), {}, 'rejected'],
    [
      'an approval of other evidence does not count',
      { quorum: 2, votes: [vote('ben', 'd0')] },
      yes('ada'),
      {},
      'pending',
    ],
    [
      'an approval of a person who lost the right does not count',
      { quorum: 2, votes: [vote('ben')] },
      yes('ada'),
      { authorities: new Set(['ada']) },
      'pending',
    ],
    [
      'an approval of a person who became an author does not count',
      { quorum: 2, votes: [vote('ben')] },
      yes('ada'),
      { authorIds: ['ben'] },
      'pending',
    ],
    ['a person can vote again on changed evidence', { votes: [vote('ada', 'd0')] }, yes('ada'), {}, 'approved'],
    [
      'an approval despite a regression with a reason',
      {},
      yes('ada', 'd1', 'seen'),
      { isRegression: true },
      'approved',
    ],
  ])('%s', (_, gate, event, given, state) => {
    const step = applyGateEvent({ ...pending, ...gate }, event, { ...facts, ...given })
    expect(step).toMatchObject({ ok: true, status: { state } })
  })

  it.each<[string, Partial<GateStatus>, GateEvent, Partial<GateFacts>, string]>([
    ['an author', {}, yes('eve'), {}, 'author'],
    ['an author who rejects', {}, no('eve'), {}, 'author'],
    ['a person who is not listed', {}, yes('zoe'), {}, 'not_an_authority'],
    ['a key', {}, { ...yes('ada'), by: key }, {}, 'not_a_person'],
    ['a job', {}, { ...yes('ada'), by: job }, {}, 'not_a_person'],
    ['a person twice', { quorum: 2, votes: [vote('ada')] }, yes('ada'), {}, 'voted_already'],
    ['evidence that has changed', {}, yes('ada', 'd0'), {}, 'stale_evidence'],
    ['at the deadline', {}, yes('ada'), { now: DAY }, 'deadline_passed'],
    ['a rejection without a reason', {}, no('ada', ' '), {}, 'reason_needed'],
    ['an approval despite a regression without a reason', {}, yes('ada'), { isRegression: true }, 'reason_needed'],
    ['a gate that timed out', { state: 'timed_out' }, yes('ada'), {}, 'closed'],
    ['a gate that was rejected', { state: 'rejected' }, yes('ada'), {}, 'closed'],
  ])('is refused: %s', (_, gate, event, given, refusal) => {
    expect(applyGateEvent({ ...pending, ...gate }, event, { ...facts, ...given })).toEqual({ ok: false, refusal })
  })
})

describe('a deadline', () => {
  it('is extended by a person who may decide, and resets the warning', () => {
    const step = applyGateEvent({ ...pending, warnedAt: 1 }, extended('ada', 2 * DAY), facts)
    const warnAt = warnTime(HOUR, 2 * DAY)
    expect(step).toMatchObject({ ok: true, status: { deadlineAt: 2 * DAY, warnAt, warnedAt: null, state: 'pending' } })
  })

  it.each<[string, GateEvent, Partial<GateFacts>, string]>([
    ['to an earlier time', extended('ada', DAY), {}, 'not_later'],
    ['beyond a week', extended('ada', 8 * DAY + 1), {}, 'too_late'],
    ['to NaN', extended('ada', Number.NaN), {}, 'not_later'],
    ['by the author', extended('eve', 2 * DAY), {}, 'author'],
    ['by a job', { kind: 'extended', by: job, deadlineAt: 2 * DAY, reason: 'x' }, {}, 'not_a_person'],
    ['without a reason', { kind: 'extended', by: person('ada'), deadlineAt: 2 * DAY, reason: '' }, {}, 'reason_needed'],
    ['after it has passed', extended('ada', 2 * DAY), { now: DAY }, 'deadline_passed'],
  ])('is not extended %s', (_, event, given, refusal) => {
    expect(applyGateEvent(pending, event, { ...facts, ...given })).toEqual({ ok: false, refusal })
  })

  it('cannot be extended beyond 90 days', () => {
    const moved = { ...pending, deadlineAt: 90 * DAY }
    for (const deadlineAt of [90 * DAY, 91 * DAY])
      expect(applyGateEvent(moved, extended('ada', deadlineAt), facts)).toEqual({ ok: false, refusal: 'too_late' })
    expect(latestDeadline({ openedAt: 0, deadlineAt: 89 * DAY })).toBe(90 * DAY)
    expect(latestDeadline({ openedAt: 0, deadlineAt: DAY })).toBe(8 * DAY)
  })

  it.each([
    [0, 24 * HOUR, 18 * HOUR],
    [12 * HOUR, 24 * HOUR, 21 * HOUR],
    [24 * HOUR, 24 * HOUR, 24 * HOUR],
    [25 * HOUR, 24 * HOUR, 24 * HOUR],
  ])('seen from %i with the deadline %i warns at %i', (from, deadlineAt, at) => {
    expect(warnTime(from, deadlineAt)).toBe(at)
  })

  it('times out only by a job, not before it is due, and decides nothing else', () => {
    const timedOut: GateEvent = { kind: 'timed_out', by: job }
    expect(applyGateEvent(pending, timedOut, facts)).toEqual({ ok: false, refusal: 'not_due' })
    expect(applyGateEvent(pending, { ...timedOut, by: person('ada') }, { ...facts, now: DAY })).toMatchObject({
      refusal: 'not_a_job',
    })
    expect(applyGateEvent(pending, timedOut, { ...facts, now: DAY })).toMatchObject({ status: { state: 'timed_out' } })
  })

  it('warns once, when due and only by a job, and moves the gate to the admins', () => {
    const warn = (by: GateActor, now: number) =>
      applyGateEvent({ ...pending, ownerId: 'ada' }, { kind: 'warned', by }, { ...facts, now })
    expect(warn(job, 18 * HOUR - 1)).toEqual({ ok: false, refusal: 'not_due' })
    expect(warn(person('ada'), 18 * HOUR)).toEqual({ ok: false, refusal: 'not_a_job' })
    const status = { warnedAt: 18 * HOUR, ownerId: null, escalatedTo: 'admins', state: 'pending', votes: [] }
    expect(warn(job, 18 * HOUR)).toMatchObject({ ok: true, status })
    const again = applyGateEvent({ ...pending, warnedAt: HOUR }, { kind: 'warned', by: job }, facts)
    expect(again).toEqual({ ok: false, refusal: 'warned_already' })
  })
})

describe('an owner', () => {
  it.each<[string, GateEvent, Partial<GateStatus>]>([
    ['is assigned', { kind: 'assigned', by: person('eve'), to: 'ben' }, { ownerId: 'ben', escalatedTo: null }],
    ['is removed', { kind: 'assigned', by: person('ada'), to: null }, { ownerId: null, escalatedTo: null }],
    [
      'changes by escalation',
      { kind: 'escalated', by: person('ada'), to: 'ben', reason: 'away' },
      { ownerId: 'ben', escalatedTo: 'ben' },
    ],
    [
      'is replaced by the admins',
      { kind: 'escalated', by: person('ada'), to: 'admins', reason: 'away' },
      { ownerId: null, escalatedTo: 'admins' },
    ],
  ])('%s without deciding the gate', (_, event, status) => {
    expect(applyGateEvent({ ...pending, ownerId: 'ada' }, event, facts)).toMatchObject({
      ok: true,
      status: { ...status, state: 'pending', votes: [] },
    })
  })

  it.each<[string, GateEvent, string]>([
    ['to a person who may not decide', { kind: 'assigned', by: person('ada'), to: 'zoe' }, 'not_eligible'],
    ['to the author', { kind: 'escalated', by: person('ada'), to: 'eve', reason: 'x' }, 'not_eligible'],
    ['by a key', { kind: 'assigned', by: key, to: 'ben' }, 'not_a_person'],
    ['by a job', { kind: 'escalated', by: job, to: 'admins', reason: 'late' }, 'not_a_person'],
    [
      'by escalation without a reason',
      { kind: 'escalated', by: person('ada'), to: 'ben', reason: ' ' },
      'reason_needed',
    ],
  ])('is not changed %s', (_, event, refusal) => {
    expect(applyGateEvent(pending, event, facts)).toEqual({ ok: false, refusal })
  })
})

describe('a reversal', () => {
  it.each(['approved', 'rejected'] as const)('only sets `reversed` on a gate that was %s', (state) => {
    const gate = { ...pending, state }
    expect(applyGateEvent(gate, reversed('ada'), facts)).toEqual({ ok: true, status: { ...gate, reversed: true } })
  })

  it.each<[string, Partial<GateStatus>, GateEvent, Partial<GateFacts>, string]>([
    ['while it is open', {}, reversed('ada'), {}, 'nothing_to_reverse'],
    ['of a time-out', { state: 'timed_out' }, reversed('ada'), {}, 'nothing_to_reverse'],
    ['twice', { state: 'approved', reversed: true }, reversed('ada'), {}, 'reversed_already'],
    ['by the author', { state: 'approved' }, reversed('eve'), {}, 'author'],
    ['by a job', { state: 'approved' }, { ...reversed('ada'), by: job } as GateEvent, {}, 'not_a_person'],
    ['without a reason', { state: 'approved' }, reversed('ada', ''), {}, 'reason_needed'],
    [
      'when something newer depends on it',
      { state: 'approved' },
      reversed('ada'),
      { dependent: '1.0.2 was published' },
      'something_newer',
    ],
  ])('is refused %s', (_, gate, event, given, refusal) => {
    expect(applyGateEvent({ ...pending, ...gate }, event, { ...facts, ...given })).toEqual({ ok: false, refusal })
  })
})
