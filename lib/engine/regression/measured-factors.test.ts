import { describe, expect, it } from 'vitest'
import { TRACE_WEIGHTS } from '../trace/score-trace'
import { commonFactors, conformanceShare, measuredDifferently, summariseMeasured } from './measured-factors'

const of = (completeness: number, efficiency: number, traced = 10) => ({
  version: '1.0.0',
  scored: 10,
  traced,
  completeness,
  efficiency,
})

describe('commonFactors', () => {
  it.each([
    ['all when both measured all', of(10, 10), of(10, 10), null],
    ['all when a few runs of one had no tokens', of(10, 10), of(10, 7), null],
    ['all when both lack the same', of(10, 0), of(10, 2), null],
    ['without efficiency when only one has token counts', of(10, 10), of(10, 0), ['conformance', 'completeness']],
    ['without completeness when only one has a contract', of(0, 10), of(10, 10), ['conformance', 'efficiency']],
    ['only conformance when each lacks another factor', of(0, 10), of(10, 0), ['conformance']],
    ['null when a score is not a trace score', of(10, 10), of(0, 0, 4), null],
  ])('are %s', (_, prior, current, common) => {
    expect(commonFactors(prior, current)).toEqual(common)
    expect(commonFactors(current, prior)).toEqual(common)
  })
})

describe('conformanceShare', () => {
  it.each([
    ['all measured', of(10, 10), 0.4],
    ['no tokens', of(10, 0), 0.4 / 0.75],
    ['no contract', of(0, 10), 0.4 / 0.65],
    ['neither', of(0, 0), 1],
  ])('grows by the unmeasured factors: %s', (_, counts, share) => {
    expect(conformanceShare(counts, TRACE_WEIGHTS)).toBeCloseTo(share, 12)
  })

  it('is null when runs differ in measured factors, or conformance has no weight', () => {
    expect(conformanceShare(of(10, 9), TRACE_WEIGHTS)).toBeNull()
    expect(conformanceShare(of(10, 10, 9), TRACE_WEIGHTS)).toBeNull()
    expect(conformanceShare(of(10, 10), { ...TRACE_WEIGHTS, conformance: 0 })).toBeNull()
  })
})

describe('measuredDifferently', () => {
  const current = (completeness: number, efficiency: number) => ({
    ...of(completeness, efficiency),
    version: '1.1.0',
  })

  it('names the factors of each side, and those compared', () => {
    expect(measuredDifferently(of(10, 10), current(10, 0))).toEqual([
      '1.0.0 was measured on conformance, completeness and efficiency, 1.1.0 on conformance and completeness: the change is of conformance and completeness alone.',
    ])
  })

  it('reports shares that moved by a fifth or more, and nothing less', () => {
    expect(measuredDifferently(of(10, 10), current(10, 8))).toEqual([
      'Efficiency was measured on 100% of the runs of 1.0.0 and on 80% of those of 1.1.0.',
    ])
    expect(measuredDifferently(of(10, 10), current(10, 9))).toEqual([])
  })
})

describe('summariseMeasured', () => {
  it.each([
    ['all runs', of(10, 10), 10, []],
    ['none for an import without tokens and contract', of(0, 0), 0, ['tokens', 'contract']],
    ['some when the others lack both', of(4, 4), 4, ['tokens', 'contract']],
    ['none with a contract when efficiency has most weight', of(10, 0), 0, ['tokens']],
    ['all of another score', of(0, 0, 0), 10, []],
  ])('counts %s', (_, counts, enough, lacks) => {
    expect(summariseMeasured(counts, enough)).toEqual({ runs: 10, enough, lacks })
  })
})
