import { describe, expect, it } from 'vitest'
import type { ReviewReveal } from '@/lib/contracts/review-queue'
import {
  agreementWord,
  apartTitle,
  comparedText,
  deskBrief,
  deskText,
  hasDisagreed,
  seenSameText,
  verdictOn,
} from './review'

const said = (value: number): ReviewReveal['others'][number] => ({
  decisionId: `decision ${value}`,
  userId: `user ${value}`,
  by: 'Rita',
  verdict: value === 1 ? 'approve' : 'reject',
  value,
  reason: null,
  at: '2026-11-20T10:00:00.000Z',
  isBlind: true,
  revises: null,
  answers: [],
})

const reveal = (rest: Partial<ReviewReveal>): ReviewReveal => ({
  before: { decision: 'accept', confidence: 1, human: null } as ReviewReveal['before'],
  reason: '',
  predictions: [],
  others: [],
  withDesk: 'unknown',
  withPeople: 'unknown',
  ...rest,
})

const expected = (probability: number) => [{ kind: 'confidence', probability }] as ReviewReveal['predictions']

describe('what is revealed after a verdict', () => {
  it('tells the forecast from the rule, which may contradict each other', () => {
    const shown = reveal({ withDesk: 'disagreed', predictions: expected(0.3) })
    expect(agreementWord(shown)).toBe('The forecast was the opposite.')
    expect(deskText(shown)).toBe(
      'The forecast was a rejection (chance of approval 0.30). The rule said: accepted, confidence 1.00.',
    )
    const ruled = reveal({ withDesk: 'disagreed' })
    expect(agreementWord(ruled)).toBe('The desk said the opposite.')
    expect(deskText(ruled)).toBe('The desk said: accepted, confidence 1.00.')
    expect(deskBrief(ruled)).toBe('The desk: accepted, 1.00.')
    const unmeasured = { ...ruled.before, confidence: null, decision: 'insufficient_evidence' as const }
    expect(deskBrief({ before: unmeasured, predictions: [] })).toBe('The desk: too little measured.')
    expect(deskBrief(shown)).toBe('The forecast: a rejection, 0.30.')
  })

  it.each([
    [{ verdict: 'approve', value: 1 }, 'Approved it'],
    [{ verdict: 'reject', value: 0 }, 'Rejected it'],
    [{ verdict: 'rate', value: 0.8 }, 'Rated it 0.80'],
  ])('says a verdict in the order of a sentence: %j', (given, text) => {
    expect(verdictOn(given, 'it')).toBe(text)
  })

  it('does not question a verdict that settles a disagreement', () => {
    const settled = reveal({ withPeople: 'disagreed', withDesk: 'disagreed', others: [said(0), said(1)] })
    expect(hasDisagreed(settled)).toBe(false)
    expect(agreementWord(settled)).toBe('That settles the disagreement.')
    const outvoted = reveal({ withPeople: 'disagreed', others: [said(0), said(0)] })
    expect(hasDisagreed(outvoted)).toBe(true)
  })
})

it('tells agreement with a verdict in sight from agreement', () => {
  expect(seenSameText({ n: 11, of: 12, share: 11 / 12, interval: [0.65, 0.99] })).toBe(
    'On 11 of 12 runs everyone gave the same verdict (92%, 65 to 99%). This is how often people went along, not how far they agree by themselves.',
  )
  expect(seenSameText({ n: 1, of: 1, share: 1, interval: [0.2, 1] })).toMatch(
    /^On 1 of 1 run everyone gave the same verdict\./,
  )
})

it('says on how many runs, or steps of runs, answers were compared', () => {
  const same = { n: 79, of: 154, share: 79 / 154, interval: null }
  expect(comparedText({ of: 'step', runs: 77, same })).toBe('154 steps of 77 runs')
  expect(comparedText({ of: 'run', runs: 1, same: { ...same, of: 1 } })).toBe('1 run')
})

it('says so where a count opens to fewer runs than it counts', () => {
  expect(apartTitle({ runs: 2, runIds: ['a', 'b'] })).toBe('Opens the runs they disagree on')
  expect(apartTitle({ runs: 60, runIds: ['a', 'b'] })).toBe('Opens the newest 2 of the runs they disagree on')
})
