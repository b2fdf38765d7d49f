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
        { term: 'Mean score', value: '0.74, automated, however little of a run was measured' },
        { term: 'Correlation of score and verdict', value: '0.63' },
        { term: 'Method', value: "Verdicts with the help of the scores (PPI++, Student's t), 95%" },
      ],
    })
  })

  const audit = { drawn: 47, standsFor: 415, coversPart: false, lacking: [] }

  it('from a draw says how much of it is judged, and that it is weighted', () => {
    const model = told({ isRandom: true, audit })
    expect(model?.note).toBe(
      'From 20 of 47 runs drawn at random; flagged ones, which reviewers get first, count only for their share.',
    )
    expect(model?.facts).toContainEqual({ term: 'Drawn at random', value: '47 runs, 20 of them judged' })
    expect(model?.facts.at(-1)?.value).toContain('weighted by the draw')
    expect(told({ isRandom: true, audit: { ...audit, drawn: 20 } })?.note).toBe('From all 20 runs drawn at random.')
    expect(told({ isRandom: true, verdicts: 1, audit: { ...audit, drawn: 1 } })?.note).toBe(
      'From the one run drawn at random.',
    )
  })

  it('says if the draw does not cover all runs', () => {
    expect(told({ isRandom: true, audit: { ...audit, standsFor: 200.4, coversPart: true } })?.note).toContain(
      'count only for their share. The draw stands for about 200 of the 412 runs.',
    )
  })

  it.each([
    [
      { isUrgent: false, probability: null, drawn: 38, judged: 2, needed: 5 },
      'Still needed: 3 verdicts on the 38 drawn runs that nothing else brings to a reviewer.',
    ],
    [
      { isUrgent: true, probability: null, drawn: 3, judged: 1, needed: 3 },
      'Still needed: 2 verdicts on the 3 drawn runs that reviewers get for other reasons too.',
    ],
    [
      { isUrgent: false, probability: 0.03, drawn: 1, judged: 0, needed: 1 },
      'Still needed: 1 verdict on the one run drawn with a probability of 3% that nothing else brings to a reviewer.',
    ],
  ])('names the drawn runs that lack verdicts: %o', (lacking, text) => {
    const model = told({ verdicts: 12, isRandom: true, audit: { ...audit, lacking: [lacking] }, found: null })
    expect(model?.headline).toBe('No estimate yet: 12 of 47 runs drawn at random have a settled verdict.')
    expect(model?.note).toBe(`${text} The other figures here are automated scores, not human verdicts.`)
  })

  it('frozen before verdicts were weighted says so', () => {
    expect(told({ isRandom: true })?.note).toBe(
      'From verdicts on runs drawn at random, as far as they have been judged: reviewers get flagged ones first.',
    )
  })

  it('states if the scores do not help', () => {
    const { headline = '' } = told({ verdicts: 6, found: { ...found, method: 'wilson', effectiveVerdicts: 6 } }) ?? {}
    expect(headline).toContain('The 6 verdicts stand by themselves')
  })

  it.each([
    ['too few verdicts', 3, 'Too few reviewed runs: 3 of 5.'],
    ['no verdict', 0, 'Nobody has reviewed one of these runs yet.'],
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
