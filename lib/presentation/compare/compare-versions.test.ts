import { expect, it } from 'vitest'
import type { VersionComparison } from '@/lib/contracts/comparisons'
import { comparison, factor, measure } from '../testing/compared-versions'
import {
  countVersionRows,
  coveredRuns,
  formatMeasureChange,
  isRowShown,
  measuresNote,
  prepareMeasures,
  worstChange,
} from './compare-versions'

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

it('a pair to open first changed by what the table of scenarios says of it', () => {
  const side = (mean: number) => ({ runs: 2, mean, runId: 'r', score: mean })
  const scenarios = [
    { scenario: 'a', a: side(0.94), b: side(0.22499), change: 0.22499 - 0.94, state: 'worse' as const },
  ]
  expect(worstChange({ scenarios }, { scenario: 'a', change: 0.22499 - 0.94 })).toBe('\u22120.72')
  expect(worstChange({ scenarios: [] }, { scenario: null, change: -0.715 })).toBe('\u22120.71')
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
