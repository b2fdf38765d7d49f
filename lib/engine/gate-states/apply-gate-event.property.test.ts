import fc from 'fast-check'
import { expect, it } from 'vitest'
import { applyGateEvent, openedGate } from './apply-gate-event'
import type { GateActor, GateEvent, GateFacts, GateStatus } from './gate-status'

const PEOPLE = ['ada', 'ben', 'cleo', 'dan'] as const
const DAY = 86_400_000

const person = fc.constantFrom(...PEOPLE)
const actor: fc.Arbitrary<GateActor> = fc.oneof(
  { weight: 8, arbitrary: person.map((id) => ({ kind: 'person' as const, id })) },
  { weight: 1, arbitrary: fc.constant({ kind: 'key' as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'job' as const }) },
)
const digest = fc.constantFrom('d1', 'd2')
const reason = fc.constantFrom('', 'because')
const verdict = fc.constantFrom('approved' as const, 'approved' as const, 'approved' as const, 'rejected' as const)

const event: fc.Arbitrary<GateEvent> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('voted' as const), by: actor, verdict, digest, reason }) },
  fc.record({ kind: fc.constant('assigned' as const), by: actor, to: fc.option(person) }),
  fc.record({
    kind: fc.constant('extended' as const),
    by: actor,
    deadlineAt: fc.integer({ min: -DAY, max: 12 * DAY }),
    reason,
  }),
  fc.record({
    kind: fc.constant('escalated' as const),
    by: actor,
    to: fc.oneof(person, fc.constant('admins')),
    reason,
  }),
  fc.record({ kind: fc.constant('warned' as const), by: actor }),
  fc.record({ kind: fc.constant('timed_out' as const), by: actor }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('reversed' as const), by: actor, reason }) },
)

// Time mostly advances in small steps between events; rights, authors and evidence change on the way.
const happening = fc.record({
  event,
  laterBy: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: DAY / 24 }) },
    fc.integer({ min: 0, max: DAY / 4 }),
  ),
  authorities: fc.oneof({ weight: 3, arbitrary: fc.constant([...PEOPLE]) }, fc.subarray([...PEOPLE])),
  authorIds: fc.subarray(['dan', 'cleo']),
  digest: fc.oneof({ weight: 4, arbitrary: fc.constant('d1') }, digest),
  isRegression: fc.boolean(),
  dependent: fc.option(fc.constant('something newer'), { freq: 4 }),
})

type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never

const opened = (quorum: number) => openedGate({ quorum, openedAt: 0, deadlineAt: DAY })

type Taken = { event: GateEvent; facts: GateFacts; before: GateStatus; after: GateStatus }

/** The accepted events of a sequence, in order; a refused event leaves the gate unchanged. */
function walk(quorum: number, happenings: readonly Happening[]): Taken[] {
  const taken: Taken[] = []
  let gate = opened(quorum)
  let now = 0
  for (const { event: next, laterBy, authorities, ...given } of happenings) {
    now += laterBy
    const facts = { ...given, now, authorities: new Set<string>(authorities) }
    const step = applyGateEvent(gate, next, facts)
    if (!step.ok) continue
    taken.push({ event: next, facts, before: gate, after: step.status })
    gate = step.status
  }
  return taken
}

/** The people whose approvals led to the approval, derived from the record alone. */
function approvers(taken: readonly Taken[], { facts }: Taken): Set<string> {
  const people = taken.flatMap(({ event: past, facts: then, before }) =>
    past.kind === 'voted' &&
    past.verdict === 'approved' &&
    past.by.kind === 'person' &&
    past.digest === then.digest &&
    past.digest === facts.digest &&
    then.now < before.deadlineAt &&
    then.authorities.has(past.by.id) &&
    !then.authorIds.includes(past.by.id as 'dan') &&
    facts.authorities.has(past.by.id) &&
    !facts.authorIds.includes(past.by.id as 'dan')
      ? [past.by.id]
      : [],
  )
  return new Set(people)
}

const sequences = fc.array(happening, { minLength: 12, maxLength: 40 })

it('approves only by a quorum of distinct eligible people, in time and on the current evidence', () => {
  let approvals = 0
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3 }), sequences, (quorum, happenings) => {
      const taken = walk(quorum, happenings)
      const index = taken.findIndex(({ before, after }) => before.state === 'pending' && after.state === 'approved')
      const last = taken[index]
      if (!last) return
      approvals++
      expect(last.event).toMatchObject({ kind: 'voted', verdict: 'approved', by: { kind: 'person' } })
      expect(approvers(taken.slice(0, index + 1), last).size).toBeGreaterThanOrEqual(quorum)
      expect(taken.slice(0, index).some(({ after }) => after.state !== 'pending')).toBe(false)
    }),
    { numRuns: 3000 },
  )
  // Without approvals the test would be vacuous.
  expect(approvals).toBeGreaterThan(200)
})

it("is never approved without a person's approval, whatever else happens and however long", () => {
  const isApproval = ({ event: { kind, by, ...given } }: Happening) =>
    kind === 'voted' && by.kind === 'person' && 'verdict' in given && given.verdict === 'approved'
  let changes = 0
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3 }), sequences, (quorum, happenings) => {
      const taken = walk(
        quorum,
        happenings.filter((next) => !isApproval(next)),
      )
      changes += taken.length
      expect(taken.some(({ after }) => after.state === 'approved')).toBe(false)
    }),
    { numRuns: 2000 },
  )
  expect(changes).toBeGreaterThan(2000)
})

it('stays closed permanently, apart from a single reversal', () => {
  let reversals = 0
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 }), sequences, (quorum, happenings) => {
      const closed = walk(quorum, happenings).filter(({ before }) => before.state !== 'pending')
      for (const { event: next, before, after } of closed) {
        expect(next.kind).toBe('reversed')
        expect(before.state).not.toBe('timed_out')
        expect(after).toEqual({ ...before, reversed: true })
      }
      expect(closed.length).toBeLessThanOrEqual(1)
      reversals += closed.length
    }),
    { numRuns: 2000 },
  )
  expect(reversals).toBeGreaterThan(50)
})

it('gets no vote, state or later deadline from a key or a job, except for a time-out when due', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3 }), sequences, (quorum, happenings) => {
      for (const { event: next, before, after, facts } of walk(quorum, happenings)) {
        if (next.by.kind === 'person') continue
        expect(after.votes).toEqual(before.votes)
        expect(after.deadlineAt).toBe(before.deadlineAt)
        if (after.state === before.state) continue
        expect(after.state).toBe('timed_out')
        expect(facts.now).toBeGreaterThanOrEqual(before.deadlineAt)
      }
    }),
    { numRuns: 2000 },
  )
})
