import { describe, expect, it } from 'vitest'
import type { ReviewReveal } from '@/lib/contracts/blind-reviews'
import { agreementWord, deskBrief, deskText, hasDisagreed, verdictOn } from './reveal'

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
