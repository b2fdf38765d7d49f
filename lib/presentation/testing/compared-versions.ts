import type { ComparedFailure, MeasureChange, VersionComparison } from '@/lib/contracts/comparisons'

export const measure = (
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

export const comparison = (rest: Partial<VersionComparison> = {}): VersionComparison => ({
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

export const odds = (exceeds: number, runsToSettle: number | null = null): NonNullable<VersionComparison['odds']> => ({
  ...{ method: 'mixture-4', drop: 0.998, exceeds, interval: [0, 0.2], runsToSettle },
  ...{ byConformance: true, byScenario: false },
})

export const factor = (label: string, prior: number, current: number): VersionComparison['factors'][number] => ({
  ...{ name: label.toLowerCase(), label, prior, current, change: current - prior },
  ...{ priorRuns: 9, currentRuns: 9, priorInterval: null, currentInterval: null },
})

export const failure = (state: ComparedFailure['state']): ComparedFailure => ({
  ...{ fingerprint: 'f', failureClass: 'rate_limited', node: 'fetch', otherNodes: 0, template: 't', code: null, state },
  ...{ a: { runs: state === 'new' ? 0 : 1, of: 9 }, b: { runs: 1, of: 9 } },
})
