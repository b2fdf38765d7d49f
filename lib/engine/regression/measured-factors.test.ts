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

describe('the factors that two versions are compared on', () => {
  it.each([
    ['all of them where both measured all', of(10, 10), of(10, 10), null],
    ['all where a few runs of one told no tokens', of(10, 10), of(10, 7), null],
    ['all where both lack the same', of(10, 0), of(10, 2), null],
    ['not efficiency where only one told tokens', of(10, 10), of(10, 0), ['conformance', 'completeness']],
    ['not completeness where only one has a contract', of(0, 10), of(10, 10), ['conformance', 'efficiency']],
    ['conformance alone where each lacks another', of(0, 10), of(10, 0), ['conformance']],
    ['not the trace factors where a score is another', of(10, 10), of(0, 0, 4), null],
  ])('are %s', (_, prior, current, common) => {
    expect(commonFactors(prior, current)).toEqual(common)
    expect(commonFactors(current, prior)).toEqual(common)
  })
})

describe('the share of conformance', () => {
  it.each([
    ['all measured', of(10, 10), 0.4],
    ['no tokens', of(10, 0), 0.4 / 0.75],
    ['no contract', of(0, 10), 0.4 / 0.65],
    ['neither', of(0, 0), 1],
  ])('grows by what no run measured: %s', (_, counts, share) => {
    expect(conformanceShare(counts, TRACE_WEIGHTS)).toBeCloseTo(share, 12)
  })

  it('is none where runs differ in what they measured, or conformance weighs nothing', () => {
    expect(conformanceShare(of(10, 9), TRACE_WEIGHTS)).toBeNull()
    expect(conformanceShare(of(10, 10, 9), TRACE_WEIGHTS)).toBeNull()
    expect(conformanceShare(of(10, 10), { ...TRACE_WEIGHTS, conformance: 0 })).toBeNull()
  })
})

describe('the warning', () => {
  const current = (completeness: number, efficiency: number) => ({
    ...of(completeness, efficiency),
    version: '1.1.0',
  })

  it('names what each side was measured on, and what is compared', () => {
    expect(measuredDifferently(of(10, 10), current(10, 0))).toEqual([
      '1.0.0 was measured on conformance, completeness and efficiency, 1.1.0 on conformance and completeness: the change is of conformance and completeness alone.',
    ])
  })

  it('tells of shares that moved by a fifth or more, and of nothing less', () => {
    expect(measuredDifferently(of(10, 10), current(10, 8))).toEqual([
      'Efficiency was measured on 100% of the runs of 1.0.0 and on 80% of those of 1.1.0.',
    ])
    expect(measuredDifferently(of(10, 10), current(10, 9))).toEqual([])
  })
})

describe('how much was measured', () => {
  it.each([
    ['all of them', of(10, 10), 10, []],
    ['none, of an import without tokens and contract', of(0, 0), 0, ['tokens', 'contract']],
    ['some, where the others lack both', of(4, 4), 4, ['tokens', 'contract']],
    ['none, where the contract was kept to and efficiency weighs most', of(10, 0), 0, ['tokens']],
    ['all, of another score', of(0, 0, 0), 10, []],
  ])('is said of %s', (_, counts, enough, lacks) => {
    expect(summariseMeasured(counts, enough)).toEqual({ runs: 10, enough, lacks })
  })
})
