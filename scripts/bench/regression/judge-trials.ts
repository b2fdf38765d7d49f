import { splitRuns } from '@/lib/engine/regression/conformance-split'
import type { VersionSample } from '@/lib/engine/regression/drop-odds'
import { judgeDrop } from '@/lib/engine/regression/judge-drop'
import { sampleOf } from '@/lib/engine/stats/sample'
import { brierScore, calibrationError, type Forecast } from './calibration'
import { CONFORMANCE_WEIGHT, type Run } from './populations'

export const policy = { threshold: 0.05, minLiveRuns: 3 }

/** What the desk said of one change, and what was true. */
export type Trial = { probability: number; isCalled: boolean; isTrue: boolean }

/** Asks the engine as the desk does. `drop` is the true one. */
export function judgeTrial(prior: readonly Run[], current: readonly Run[], drop: number): Trial {
  const { verdict, odds } = judgeDrop(toSample(prior), toSample(current), policy)
  if (!odds) throw new Error('a trial needs runs on both sides')
  return {
    probability: odds.exceeds,
    isCalled: verdict === 'regression',
    isTrue: drop - policy.threshold > 1e-9,
  }
}

function toSample(runs: readonly Run[]): VersionSample {
  const sample = sampleOf(runs.map(({ score }) => score))
  if (!sample) throw new Error('a trial needs runs on both sides')
  return { ...sample, split: splitRuns(runs, CONFORMANCE_WEIGHT) }
}

export type Quality = { brier: number; ruleBrier: number; error: number; ruleError: number; regressions: number }

/** How good the shown probability is, beside the bare rule read as a probability of 0 or 1. */
export function qualityOf(trials: readonly Trial[]): Quality {
  const shown: Forecast[] = trials.map(({ probability, isTrue }) => ({ probability, isTrue }))
  const rule: Forecast[] = trials.map(({ isCalled, isTrue }) => ({ probability: Number(isCalled), isTrue }))
  return {
    brier: brierScore(shown),
    ruleBrier: brierScore(rule),
    error: calibrationError(shown),
    ruleError: calibrationError(rule),
    regressions: trials.filter(({ isTrue }) => isTrue).length / trials.length,
  }
}
