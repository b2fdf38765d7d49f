import { describe, expect, it } from 'vitest'
import type { VersionComparison } from '@/lib/contracts/comparisons'
import { comparison, factor, failure, measure, odds } from '../testing/compared-versions'
import { compareVersionsSentence } from './version-sentence'

describe('the summary sentence of two versions', () => {
  it.each<[string, Partial<VersionComparison>, string]>([
    [
      'named in lower case',
      { b: { version: 'openai/mini', state: 'live', liveRuns: 9, sampled: 9 } },
      'openai/mini is not worse than 1.4.0, probably: quality stayed at 0.90.',
    ],
    ['not worse', {}, '1.5.0 is not worse than 1.4.0, probably: quality stayed at 0.90.'],
    [
      'lower, but within what is allowed',
      { measures: [measure('quality', 0.9, 0.88, 'worse')] },
      '1.5.0 is not worse than 1.4.0 by more than 0.05, probably: quality fell from 0.90 to 0.88.',
    ],
    [
      'lower, and perhaps by more than is allowed',
      { verdict: 'regression', word: 'inconclusive', measures: [measure('quality', 0.9, 0.84, 'worse')] },
      'It is too close to tell whether 1.5.0 is worse than 1.4.0 by more than 0.05: quality fell from 0.90 to 0.84.',
    ],
    [
      'worse',
      {
        verdict: 'regression',
        word: 'regressed',
        odds: odds(0.98),
        measures: [measure('quality', 0.9, 0.7, 'worse')],
        factors: [factor('Efficiency', 0.9, 0.85), factor('Conformance', 1, 0.5)],
      },
      '1.5.0 is worse than 1.4.0, by more than 0.05 with a chance of 98%: conformance fell most, from 1.00 to 0.50.',
    ],
    [
      'worse on the scenarios that both ran, for which no chance is computed',
      { sameScenarios: true, shared: 9, odds: odds(0.98), measures: [measure('quality', 0.9, 0.7, 'worse')] },
      'On the 9 scenarios that both ran, 1.5.0 is worse than 1.4.0, probably: quality fell from 0.90 to 0.70.',
    ],
    [
      'only confidence fell',
      { measures: [measure('quality', 0.9, 0.9), measure('confidence', 0.878, 0.728, 'worse')] },
      '1.5.0 scores no worse than 1.4.0, but confidence fell from 0.88 to 0.73.',
    ],
    [
      'lower within what is allowed, and less confident',
      { measures: [measure('quality', 0.9, 0.88, 'worse'), measure('confidence', 0.878, 0.728, 'worse')] },
      '1.5.0 scores no worse than 1.4.0 by more than 0.05, but confidence fell from 0.88 to 0.73.',
    ],
    [
      'better, but more expensive',
      { measures: [measure('quality', 0.7, 0.9, 'better'), measure('cost', 1, 2, 'worse')] },
      '1.5.0 scores better than 1.4.0, but the cost of a run rose from $1.00 to $2.00.',
    ],
    [
      'better',
      { measures: [measure('quality', 0.7, 0.9, 'better')] },
      '1.5.0 is better than 1.4.0, probably: quality rose from 0.70 to 0.90.',
    ],
    [
      'lower by the runs alone, but not settled to exceed what is allowed',
      {
        verdict: 'regression',
        word: 'inconclusive',
        measures: [measure('quality', 0.9, 0.79, 'worse')],
        odds: odds(0.873),
      },
      '1.5.0 is probably worse than 1.4.0, by more than 0.05 with a chance of 87%: quality fell from 0.90 to 0.79.',
    ],
    [
      'inconclusive, with the runs that would settle it',
      {
        verdict: 'regression',
        word: 'inconclusive',
        measures: [measure('quality', 0.9, 0.84)],
        odds: odds(0.6, 12),
      },
      'It is too close to tell whether 1.5.0 is worse than 1.4.0: quality fell from 0.90 to 0.84. About 12 more runs of each would settle it.',
    ],
    [
      'too few runs',
      { verdict: 'insufficient_sample', word: 'insufficient', measures: [measure('quality', 0.9, 0.7, 'too_few', 2)] },
      'Too few runs to tell: 1.4.0 has 2 live runs with a score, 3 are needed.',
    ],
    [
      'no runs',
      { word: 'insufficient', measures: [], b: { version: '1.5.0', state: 'live', liveRuns: 0, sampled: 0 } },
      'Too few runs to tell: 1.5.0 has no live run with a score.',
    ],
    [
      'no factor measured on both',
      { word: 'insufficient', measures: [], comparedOn: [] },
      'No factor was measured on both versions.',
    ],
    [
      'a new failure',
      {
        failures: [failure('new')],
      },
      '1.5.0 is not worse than 1.4.0, probably: quality stayed at 0.90. 1 kind of failure is new.',
    ],
    [
      'failures that come more often',
      { failures: [failure('worse'), failure('worse'), failure('new'), failure('same')] },
      '1.5.0 is not worse than 1.4.0, probably: quality stayed at 0.90. 1 kind of failure is new, 2 come more often.',
    ],
    [
      'only shared scenarios',
      { sameScenarios: true, word: 'regressed', measures: [measure('quality', 0.9, 0.9)] },
      'On the 3 scenarios that both ran, 1.5.0 is not worse than 1.4.0, probably: quality stayed at 0.90.',
    ],
    [
      'the same version on both sides',
      { b: { version: '1.4.0', state: 'live', liveRuns: 9, sampled: 9 } },
      'The same version on both sides.',
    ],
  ])('says %s', (_, rest, sentence) => expect(compareVersionsSentence(comparison(rest))).toBe(sentence))
})

describe('words of a comparison say no more than its numbers', () => {
  const sentence = (rest: Partial<VersionComparison>) => compareVersionsSentence(comparison(rest))

  it('names the limit beside a fall that is within it', () => {
    const within = { measures: [measure('quality', 0.9, 0.87)] }
    expect(sentence(within)).toBe(
      '1.5.0 is not worse than 1.4.0 by more than 0.05, probably: quality fell from 0.90 to 0.87.',
    )
  })

  it('says that a change moved which its figures do not show', () => {
    const better = { measures: [measure('quality', 0.9001, 0.9009, 'better')] }
    expect(sentence(better)).toBe('1.5.0 is better than 1.4.0, probably: quality rose a little, and is still 0.90.')
    expect(sentence({ measures: [measure('quality', 0.9001, 0.9009)] })).toMatch(/quality stayed at 0\.90\.$/)
  })
})
