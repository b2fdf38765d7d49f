import { describe, expect, it } from 'vitest'
import type { TrueShareGood } from '@/lib/contracts/true-share-good'
import { prepareTrueShareGood } from './true-share-good'

const found: NonNullable<TrueShareGood['found']> = {
  estimate: 0.82,
  interval: [0.71, 0.9],
  method: 'ppi',
  correlation: 0.63,
  effectiveVerdicts: 31.2,
  verdictsOnly: { estimate: 0.8, interval: [0.58, 0.92] },
  stratified: false,
}
const told = (overrides: Partial<TrueShareGood> = {}) =>
  prepareTrueShareGood({ runs: 412, verdicts: 20, needed: 5, automatedMean: 0.74, found, ...overrides })

describe('the share people would call good', () => {
  it('is a sentence with its condition and its method', () => {
    expect(told()).toEqual({
      headline: 'An estimated 82% are good (71 to 90%). The 20 verdicts count like 31.',
      note: 'Holds as far as the reviewed runs are like the others.',
      facts: [
        { term: 'Verdicts', value: '20 of 412 live runs with a score' },
        { term: 'By the verdicts alone', value: '80% (58 to 92%)' },
        { term: 'Mean score', value: '0.74, automated' },
        { term: 'Correlation of score and verdict', value: '0.63' },
        { term: 'Method', value: "Verdicts with the help of the scores (PPI++, Student's t), 95%" },
      ],
    })
  })

  it('states that drawn runs are judged in the order of the queue', () => {
    expect(told({ isRandom: true })?.note).toBe(
      'From verdicts on runs drawn at random, as far as they have been judged: reviewers get flagged ones first.',
    )
  })

  it('states if the scores do not help', () => {
    const { headline = '' } = told({ verdicts: 6, found: { ...found, method: 'wilson', effectiveVerdicts: 6 } }) ?? {}
    expect(headline).toContain('The 6 verdicts stand by themselves')
  })

  it.each([
    ['too few verdicts', 3, 'Too few verdicts: 3 of 5.'],
    ['no verdict', 0, 'No human verdict on these runs yet.'],
  ])('is not estimated with %s, nor replaced by the scores', (_, verdicts, headline) => {
    const model = told({ verdicts, found: null })
    expect(model).toMatchObject({ headline, facts: [] })
    expect(model?.note).toContain('automated scores')
    expect(JSON.stringify(model)).not.toContain('0.74')
  })

  it('is null without a scored run', () => {
    expect(told({ runs: 0, verdicts: 0, automatedMean: null, found: null })).toBeNull()
  })
})
