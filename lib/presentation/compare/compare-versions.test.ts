import { describe, expect, it } from 'vitest'
import type { ComparedFailure, MeasureChange, VersionComparison } from '@/lib/contracts/comparisons'
import {
  countVersionRows,
  coveredRuns,
  formatMeasureChange,
  isRowShown,
  measuresNote,
  prepareMeasures,
} from './compare-versions'
import { compareVersionsSentence } from './version-sentence'

const measure = (
  name: MeasureChange['name'],
  a: number,
  b: number,
  direction: MeasureChange['direction'] = 'unclear',
  n = 9,
): MeasureChange => ({
  name,
  a: { n, mean: a },
  b: { n, mean: b },
  change: b - a,
  interval: [b - a - 0.01, b - a + 0.01],
  direction,
  published: null,
})

const comparison = (rest: Partial<VersionComparison> = {}): VersionComparison => ({
  chain: 'answers',
  profile: 'stratt',
  threshold: 0.05,
  minLiveRuns: 3,
  a: { version: '1.4.0', state: 'superseded', liveRuns: 9, sampled: 9 },
  b: { version: '1.5.0', state: 'live', liveRuns: 9, sampled: 9 },
  sameScenarios: false,
  shared: 3,
  verdict: 'ok',
  word: 'not_worse',
  odds: null,
  comparedOn: null,
  warnings: [],
  rankedBy: 'quality',
  measures: [measure('quality', 0.9, 0.9)],
  factors: [],
  failures: [],
  nodes: [],
  scenarios: [],
  worst: [],
  ...rest,
})

const odds = (exceeds: number, runsToSettle: number | null = null): NonNullable<VersionComparison['odds']> => ({
  ...{ method: 'mixture-4', drop: 0.998, exceeds, interval: [0, 0.2], runsToSettle },
  ...{ byConformance: true, byScenario: false },
})

const factor = (label: string, prior: number, current: number): VersionComparison['factors'][number] => ({
  ...{ name: label.toLowerCase(), label, prior, current, change: current - prior },
  ...{ priorRuns: 9, currentRuns: 9, priorInterval: null, currentInterval: null },
})

const failure = (state: ComparedFailure['state']): ComparedFailure => ({
  ...{ fingerprint: 'f', failureClass: 'rate_limited', node: 'fetch', otherNodes: 0, template: 't', code: null, state },
  ...{ a: { runs: state === 'new' ? 0 : 1, of: 9 }, b: { runs: 1, of: 9 } },
})

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

it('figures show a score, its change and its reference with the decimals that add up', () => {
  const [quality] = prepareMeasures(comparison({ measures: [measure('quality', 0.8317, 0.6651)] }), 'default')
  expect([quality?.value, quality?.change.text, quality?.change.against]).toEqual(['0.665', '−0.167', '0.832 of 1.4.0'])
})

it('figures have their sign, unit and reference', () => {
  expect(formatMeasureChange('quality', -0.1)).toBe('−0.10')
  expect(formatMeasureChange('accepted', 0.25)).toBe('+25 points')
  expect(formatMeasureChange('cost', -0.5)).toBe('−$0.5000')
  expect(formatMeasureChange('duration', 1500)).toBe('+1.5 s')
  expect(formatMeasureChange('duration', -0.3)).toBe('0 ms')
  const [figure] = prepareMeasures(comparison({ measures: [measure('accepted', 0.9, 0.5, 'worse')] }), 'p')
  expect(figure).toMatchObject({
    label: 'Accepted before verdicts',
    value: '50%',
    change: { direction: 'down', meaning: 'worse', against: '90% of 1.4.0' },
    href: expect.stringMatching(/runs\?chain=answers&version=1.5.0&kind=live&status=[a-z_%2C]*$/),
  })
})

it('a change that is shown as none points nowhere', () => {
  const measures = [measure('quality', 0.6304, 0.6331), measure('tokens', 66.2, 66.4), measure('accepted', 0.5, 0.5)]
  const changes = prepareMeasures(comparison({ measures }), 'p').map(({ change }) => change)
  expect(changes.map(({ text, direction }) => `${text} ${direction}`)).toEqual(['0.00 flat', '0 flat', '0 points flat'])
})

it('the note names what was measured on neither version', () => {
  const unknown = {
    ...factor('Completeness', 0, 0),
    prior: null,
    current: null,
    change: null,
    priorRuns: 0,
    currentRuns: 0,
  }
  const note = (factors: VersionComparison['factors']) => measuresNote(comparison({ factors }))
  expect(note([factor('Conformance', 1, 1), unknown])).toMatch(/ Neither was measured on completeness\.$/)
  expect(note([factor('Conformance', 1, 1)])).not.toContain('Neither')
})

it('a share accepted before verdicts names the published one that they have moved', () => {
  const countWith = (mean: number) => {
    const published = { a: { n: 9, mean: 0.9 }, b: { n: 9, mean } }
    return prepareMeasures(comparison({ measures: [{ ...measure('accepted', 0.9, 0.5), published }] }), 'p')[0]?.count
  }
  expect(countWith(0.25)).toMatch(/, 25% with verdicts$/)
  expect(countWith(0.5)).not.toContain('verdicts')
})

it('the note says that verdicts of people are left out where something is compared without them', () => {
  const note = (name: 'accepted' | 'cost') => measuresNote(comparison({ measures: [measure(name, 0.9, 0.5)] }))
  expect(note('accepted')).toContain('are without the verdicts of people')
  const beside = comparison({ measures: [measure('accepted', 0.9, 0.5), measure('cost', 1, 1)] })
  expect(measuresNote(beside)).toContain('are without the verdicts of people')
  expect(note('cost')).not.toContain('verdicts')
  expect(note('accepted')).not.toContain('Quality is the confidence')
  const byConfidence = comparison({ profile: 'confidence', measures: [measure('confidence', 0.9, 0.5)] })
  expect(measuresNote(byConfidence)).toContain('Quality is the confidence with those verdicts, as it is published.')
})

it('a quality in pairs counts scenarios, everything else runs', () => {
  const measures = [measure('quality', 0.9, 0.9, 'unclear', 3), measure('confidence', 0.9, 0.9, 'unclear', 1)]
  const countsOf = (sameScenarios: boolean) =>
    prepareMeasures(comparison({ measures, sameScenarios }), 'p').map((one) => one.count)
  expect(countsOf(true)).toEqual(['3 scenarios, in pairs', '1 run each'])
  expect(countsOf(false)).toEqual(['3 runs each', '1 run each'])
})

it('the change of a cost and the ends of its interval have the same decimals', () => {
  const cost = { ...measure('cost', 0.0022, 0.002), interval: [-0.0004, -0.000063] as [number, number] }
  const [figure] = prepareMeasures(comparison({ measures: [cost] }), 'p')
  expect(figure?.change).toMatchObject({ text: '−$0.000200', interval: '−$0.000400 to −$0.000063' })
})

it('rows are counted under every filter that shows them', () => {
  const scenario = (state: 'worse' | 'better' | 'same' | 'missing') => ({
    scenario: state,
    a: null,
    b: null,
    change: null,
    state,
  })
  const scenarios = (['worse', 'better', 'same', 'missing'] as const).map(scenario)
  expect(countVersionRows({ scenarios, failures: [], nodes: [] })).toEqual({
    all: 4,
    changed: 3,
    worse: 1,
    better: 1,
    missing: 1,
  })
  expect(isRowShown({ state: 'new' }, 'worse')).toBe(true)
  expect(isRowShown({ state: 'gone' }, 'better')).toBe(true)
})

it.each([
  [32, 20, false, 500, 'all 32 and 20 live runs'],
  [900, 20, false, 500, 'the newest 500 and all 20 live runs'],
  [900, 600, false, 500, 'the newest 500 live runs of each version'],
  [32, 20, true, 500, 'the live runs of the shared scenarios'],
  [900, 20, true, 200, 'the live runs of the shared scenarios, among the newest 200 of each version'],
])('%i and %i runs (same scenarios: %s), at most %i: %s', (a, b, sameScenarios, most, text) => {
  const side = (liveRuns: number) => ({ version: '1', state: 'live' as const, liveRuns, sampled: 0 })
  expect(coveredRuns({ a: side(a), b: side(b), sameScenarios }, most)).toBe(text)
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
