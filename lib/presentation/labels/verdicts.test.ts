import { describe, expect, it } from 'vitest'
import type { DecisionView } from '@/lib/contracts/reviews'
import { areOpposed, decisionReason, deskThenPeople, reasonOf, settledBy } from './verdicts'

const run = { decision: 'escalate', humanOrigin: 'review', flag: null, signals: { human: 0 } } as const

describe('a run that the rule leaves to a person', () => {
  it.each([
    ['is rejected by a person', run, 'rejected'],
    ['is rejected through a gate', { ...run, humanOrigin: 'gate' as const }, 'rejected'],
    ['is rejected by a low rating', { ...run, signals: { human: 0.4 } }, 'rejected'],
    ['is approved, but the rule does not accept it', { ...run, signals: { human: 1 } }, 'approved'],
    ['is rejected, with attempts left', { ...run, decision: 'iterate' as const }, 'rejected'],
    [
      'is approved, blocked and has attempts left',
      { ...run, decision: 'iterate' as const, signals: { human: 1 } },
      'approved',
    ],
    ['has attempts left and no verdict', { ...run, decision: 'iterate' as const, humanOrigin: null }, null],
    ['still waits while two people disagree', { ...run, flag: 'disputed' as const }, null],
    ['still waits for a person if the verdict came with the run', { ...run, humanOrigin: 'ingest' as const }, null],
    ['still waits without a verdict', { ...run, humanOrigin: null, signals: { human: null } }, null],
    ['was decided otherwise', { ...run, decision: 'accept' as const, signals: { human: 1 } }, null],
  ])('%s', (_, given, expected) => {
    expect(settledBy(given)).toBe(expected)
  })
})

describe('the reason of a decision', () => {
  const left = { ...run, basis: 'quality' as const, reason: 'It scored 0.20, so a person decides.' }

  it.each([
    [
      'is the rule’s while nobody has settled it',
      { ...left, humanOrigin: null },
      'It scored 0.20, so a person decides.',
    ],
    ['names the person first', left, 'A person has rejected it. It scored 0.20, so a person decides.'],
    [
      'is the rejection alone where that made the score',
      { ...left, basis: 'confidence' as const },
      'A person has rejected it.',
    ],
    [
      'is why an approved run is not accepted',
      { ...left, basis: 'confidence' as const, signals: { human: 1 } },
      'A person has approved it. It is not accepted all the same. It scored 0.20, so a person decides.',
    ],
  ])('%s', (_, given, expected) => {
    expect(decisionReason(given)).toBe(expected)
  })
})

describe('what the desk decided, then people', () => {
  const decision = (name: string, value: number | null, minute: number, rest: Partial<DecisionView> = {}) =>
    ({
      by: { id: name, name },
      value,
      undone: false,
      decidedAt: `2026-03-01T00:0${minute}:00.000Z`,
      before: { decision: 'iterate', human: minute === 1 ? null : 0 },
      ...rest,
    }) as DecisionView

  it.each([
    ['a rejection', [decision('Ada', 0, 1)], 'The desk wanted another attempt; Ada rejected it.'],
    [
      'two people, whatever their order in the answer',
      [decision('Bob', 0.7, 2), decision('Ada', 1, 1)],
      'The desk wanted another attempt; Ada approved it, Bob rated it 0.70.',
    ],
    [
      'a verdict that replaced one of the same person',
      [decision('Ada', 1, 1), decision('Ada', 0, 2)],
      'The desk wanted another attempt; Ada rejected it.',
    ],
    ['one that was taken back', [decision('Ada', 0, 1, { undone: true }), decision('Ada', null, 2)], null],
    ['no verdict', [], null],
  ])('tells %s', (_, decisions, text) => {
    expect(deskThenPeople(decisions)).toBe(text)
  })
})

describe('the reason of a run', () => {
  const told = (reason: string, more: object = {}) => reasonOf({ execution: null, attempt: 1, reason, ...more })
  const below = 'A score of 0.40 is below the threshold of 0.80, and 2 attempts are left.'
  const blocked = 'Blocked: step look failed: timed out. One attempt is left. A person decides.'

  it('counts no attempts where none can follow', () => {
    expect(told(below)).toBe('A score of 0.40 is below the threshold of 0.80.')
    expect(told(blocked)).toBe('Blocked: step look failed: timed out. A person decides.')
  })

  it('keeps what a blocker says', () => {
    const said = 'Blocked: the answer says “2 attempts are left.”'
    expect(told(`${said} One attempt is left.`)).toBe(said)
    expect(told('Blocked: no attempts are left. One attempt is left.')).toBe('Blocked: no attempts are left.')
  })

  it('counts those of an execution', () => {
    expect(told(below, { execution: 'e' })).toBe(below)
    expect(told(blocked, { attempt: 2 })).toBe(blocked)
  })
})

it.each([
  [[1, 0], true],
  [[0.4, 0.8], true],
  [[1, 1], false],
  [[0, 0.2], false],
  [[1], false],
  // The third settles it.
  [[1, 0, 1], false],
])('verdicts of %j are opposed: %s', (values, expected) => {
  expect(areOpposed(values.map((value) => ({ value })))).toBe(expected)
})
