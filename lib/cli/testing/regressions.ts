import type { Regression } from '@/lib/contracts/regressions'

/** A version that dropped from 0.84 to 0.77, as returned by the desk, with overrides. */
export function regressionOf(overrides: Partial<Regression> = {}): Regression {
  return {
    chain: 'answers',
    version: '1.1.0',
    state: 'live',
    threshold: 0.05,
    minLiveRuns: 3,
    profile: 'stratt',
    delta: 0.0667,
    probability: {
      method: 'mixture-4',
      drop: 0.97,
      exceeds: 0.6,
      interval: [0.01, 0.11],
      runsToSettle: 4,
      byConformance: false,
      byScenario: false,
    },
    verdict: 'regression',
    word: 'inconclusive',
    comparedOn: null,
    prior: { version: '1.0.0', n: 3, mean: 0.84, interval: [0.8, 0.88] },
    current: { version: '1.1.0', n: 3, mean: 0.7733, interval: [0.7, 0.84] },
    factors: [
      {
        name: 'completeness',
        label: 'Completeness',
        prior: 0.9,
        current: 0.7,
        change: -0.2,
        priorRuns: 3,
        currentRuns: 3,
        priorInterval: null,
        currentInterval: null,
      },
    ],
    scenarios: [],
    paired: null,
    drift: null,
    warnings: [],
    gate: null,
    ...overrides,
  }
}

/** A version without a previous one. */
export const firstVersion = () =>
  regressionOf({
    verdict: 'no_baseline',
    word: 'no_baseline',
    delta: null,
    probability: null,
    prior: null,
    factors: [],
  })

export const tooFewRuns = () =>
  regressionOf({
    verdict: 'insufficient_sample',
    word: 'insufficient',
    current: { version: '1.1.0', n: 1, mean: 0.7, interval: null },
  })

const odds = {
  method: 'mixture-4' as const,
  drop: 0.7,
  interval: [-0.01, 0.03] as [number, number],
  byConformance: false,
  byScenario: false,
}

/** Not worse by the rule, and settled by the odds. */
export const notWorse = () =>
  regressionOf({
    verdict: 'ok',
    word: 'not_worse',
    delta: 0.01,
    probability: { ...odds, exceeds: 0.04, runsToSettle: 0 },
  })

/** Not worse by the rule, but not settled by the odds. */
export const undecided = () =>
  regressionOf({
    verdict: 'ok',
    word: 'inconclusive',
    comparedOn: null,
    delta: 0.05,
    probability: { ...odds, exceeds: 0.5, runsToSettle: null },
  })
