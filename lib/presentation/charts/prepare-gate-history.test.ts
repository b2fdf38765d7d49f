import { describe, expect, it } from 'vitest'
import type { GateEventView, GateRow } from '@/lib/contracts/gates'
import type { DecisionView } from '@/lib/contracts/reviews'
import { prepareGateHistory } from './prepare-gate-history'
import { prepareGateRules } from './prepare-gate-policy'

const at = (hour: number) => `2026-11-21T${String(hour).padStart(2, '0')}:00:00.000Z`

const gate: GateRow = {
  id: 'g',
  kind: 'regression',
  state: 'approved',
  title: 't',
  question: 'q',
  chain: 'c',
  version: '1.0.1',
  priorVersion: '1.0.0',
  runId: null,
  runs: 0,
  openedBy: 'Regression check',
  openedAt: at(1),
  deadlineAt: at(23),
  decidedAt: at(9),
  decidedBy: 'Ben',
  reason: null,
  undone: false,
  quorum: 2,
  owner: null,
  hasOwnerLeft: false,
  escalatedTo: null,
}

const event = (kind: GateEventView['kind'], hour: number, more: Partial<GateEventView> = {}): GateEventView => ({
  id: `${kind}-${hour}`,
  kind,
  by: 'Ada',
  at: at(hour),
  reason: null,
  verdict: kind === 'voted' ? 'approved' : null,
  deadline: null,
  owner: null,
  ...more,
})

const approved: DecisionView = {
  id: 'd',
  kind: 'gate_approved',
  verdict: 'approved',
  value: 1,
  reason: 'Fine.',
  by: { id: null, name: 'Ben' },
  decidedAt: at(9),
  undone: false,
  before: null,
  after: null,
}

describe('prepareGateHistory', () => {
  it('lists all events in order, and the deciding vote once', () => {
    const events = [
      event('assigned', 2, { owner: { before: null, after: 'Ben' } }),
      event('extended', 3, { deadline: { before: at(20), after: at(23) }, reason: 'More time.' }),
      event('voted', 4),
      event('warned', 5, { by: 'Deadline' }),
      event('escalated', 5, { by: 'Deadline', owner: { before: 'Ben', after: 'the admins' } }),
      event('assigned', 6, { owner: { before: 'the admins', after: null } }),
      event('voted', 9, { by: 'Ben' }),
    ]
    const entries = prepareGateHistory({ gate, events, history: [approved] })
    expect(entries.map(({ text, until, reason }) => [text, until, reason])).toEqual([
      ['Regression check opened it', null, null],
      ['Ada gave it to Ben', null, null],
      ['Ada moved the deadline to', at(23), 'More time.'],
      ['Ada approved; more approvals are needed', null, null],
      ['Reminder: a quarter of the time left', null, null],
      ['Time moved it to the admins', null, null],
      ['Ada took it from the admins', null, null],
      ['Ben approved, as the last of 2', null, 'Fine.'],
    ])
  })
})

it('a rejection is listed once, as the decision', () => {
  const rejected: DecisionView = { ...approved, kind: 'gate_rejected', verdict: 'rejected', value: 0 }
  const events = [event('voted', 8, { by: 'Ben', verdict: 'rejected' })]
  const entries = prepareGateHistory({ gate: { ...gate, state: 'rejected' }, events, history: [rejected] })
  expect(entries.map(({ text }) => text)).toEqual(['Regression check opened it', 'Ben rejected'])
})

describe('prepareGateRules', () => {
  const person = (name: string) => ({ userId: name, name })
  const vote = (name: string, counts = true) =>
    ({ by: person(name), verdict: 'approved', reason: null, at: at(4), counts }) as const
  const rules = (names: string[], votes: ReturnType<typeof vote>[], change: Partial<GateRow> = {}) =>
    prepareGateRules({
      gate: { ...gate, state: 'pending', ...change },
      votes,
      isCovered: false,
      deciders: { listed: false, people: names.map(person), count: names.length, authorIds: [] },
    }).map((rule) => [rule.seen, rule.outcome])

  it.each([
    [
      ['Ada', 'Ben'],
      [vote('Ada')],
      {},
      [
        ['1 of 2 so far, by Ada', 'open'],
        ['2 people', 'pass'],
      ],
    ],
    [
      ['Ada', 'Ben'],
      [vote('Ada'), vote('Ben')],
      {},
      [
        ['2 of 2 so far, by Ada and Ben', 'pass'],
        ['2 people', 'pass'],
      ],
    ],
    [
      ['Ada', 'Ben'],
      [vote('Ada', false)],
      {},
      [
        ['0 of 2 so far', 'open'],
        ['2 people', 'pass'],
      ],
    ],
    [
      ['Ada'],
      [],
      {},
      [
        ['0 of 2 so far', 'open'],
        ['1 person', 'fail'],
      ],
    ],
    [
      ['Ada', 'Ben'],
      [vote('Ada')],
      { state: 'rejected' as const },
      [
        ['rejected', 'fail'],
        ['2 people', 'pass'],
      ],
    ],
  ])('of %j with %j', (names, votes, change, expected) => {
    expect(rules(names, votes, change)).toEqual(expected)
  })
})
