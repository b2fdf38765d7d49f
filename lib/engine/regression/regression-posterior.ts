import type { DropOddsView } from '@/lib/contracts/drop-evidence'
import type { Interval, Sample } from '../stats/descriptive'
import { exceeds } from '../tolerance'
import { type BelievedDrop, believedDrop, probabilityAbove, requiredSampleSize, type Shrinkage } from './believed-drop'
import { DROP_BELIEF, type DropPrior, PASS_OR_FAIL } from './drop-prior'
import { measuredDrop } from './measured-drop'
import { pairedNoise, type SharedScenarios } from './pairing'
import { believedRateDrop, measuredRateDrop } from './rate-change'
import { type ConformanceSplit, passOrFail, type RunNoise, runNoise } from './run-noise'
import { type DropVerdict, isSettled, type VerdictWord, wordOf } from './verdict-word'
import { certain, measuredInterval } from './weighted-points'

/** A version's live runs; `split` if conformance is part of their score. */
export interface VersionSample extends Sample {
  split?: ConformanceSplit | null
}

/**
 * Version of the method behind the odds. `mixture-4`: several sizes of change, learned spreads, an interval by the runs alone that holds its
 * level for scores with two peaks. Stored odds without a method are `shrunken-1`: one size of change, and an interval shrunk towards no
 * change.
 */
const DROP_METHOD = 'mixture-4'

/**
 * Computes the odds of a drop from one version to the next, by {@link believedDrop}. If conformance is known of both versions, it is
 * separated from the rest, since one broken contract moves a small mean by a lot; scores that are all 0 or 1 are treated as conformance
 * alone.
 */
export function oddsOf(
  prior: VersionSample,
  current: VersionSample,
  threshold: number,
  belief: DropPrior = DROP_BELIEF,
  shared: SharedScenarios | null = null,
): DropOddsView {
  const measured = prior.mean - current.mean
  const left = shared ? pairedNoise(prior, current, shared) : 1
  const paired = { byScenario: left < 1 }
  if (prior.split && current.split)
    return {
      ...splitOdds(prior.split, current.split, threshold, belief, { measured, left }),
      ...paired,
      byConformance: true,
    }
  const [before, after] = [passOrFail(prior), passOrFail(current)]
  return before && after
    ? { ...splitOdds(before, after, threshold, PASS_OR_FAIL, { measured, left }), ...paired }
    : { ...wholeOdds(prior, current, threshold, belief, left), ...paired }
}

/** Returns the 90 % interval of the drop of a mean of scores from 0 to 1, by the runs alone. */
export function dropInterval(prior: Sample, current: Sample, shared: SharedScenarios | null = null): Interval {
  return oddsOf(prior, current, 0, DROP_BELIEF, shared).interval
}

type UnpairedOdds = Omit<DropOddsView, 'byScenario'>

/** The assumed spread counts for less in the interval than in the odds, since it is that of quiet chains. */
const LESS_ASSUMED = 0.7

/** `left`: share of the noise that remains after pairing by scenario. */
function wholeOdds(
  prior: Sample,
  current: Sample,
  threshold: number,
  { whole }: DropPrior,
  left: number,
): UnpairedOdds {
  const noise = lessNoise(runNoise(prior, current, whole), left)
  const delta = prior.mean - current.mean
  const drop = believedDrop(delta, noise, whole.changes, certain(0))
  const shrinkage = { noise: shrinkageOf(noise, prior.n, current.n), jumps: () => 0 }
  return {
    ...toOdds(drop, threshold, shrinkage),
    interval: measuredDrop(prior, current, { ...whole, nu0: whole.nu0 - LESS_ASSUMED }, { left, isScore: true }),
    byConformance: false,
  }
}

function splitOdds(
  prior: ConformanceSplit,
  current: ConformanceSplit,
  threshold: number,
  { rest, rate }: Pick<DropPrior, 'rest' | 'rate'>,
  { measured, left }: { measured: number; left: number },
): UnpairedOdds {
  const noise = lessNoise(runNoise(prior.rest, current.rest, rest), left)
  const delta = prior.rest.mean - current.rest.mean
  const rates = [asMore(prior, left), asMore(current, left)] as const
  const drop = believedDrop(delta, noise, rest.changes, believedRateDrop(...rates, rate))
  const shrinkage = { noise: shrinkageOf(noise, prior.rest.n, current.rest.n), jumps: shrinkageOfRates(prior, current) }
  return {
    ...toOdds(drop, threshold, shrinkage),
    interval: measuredInterval(measured, delta, noise, measuredRateDrop(...rates)),
    byConformance: false,
  }
}

function lessNoise({ variances, ofPrior, ofCurrent }: RunNoise, left: number): RunNoise {
  if (left === 1) return { variances, ofPrior, ofCurrent }
  return {
    variances: {
      ...variances,
      at: variances.at.map((variance) => variance * left),
      variances: variances.variances.map((variance) => variance * left ** 2),
    },
    ofPrior: ofPrior * left,
    ofCurrent: ofCurrent * left,
  }
}

/** Converts a smaller variance of a rate into correspondingly more runs. */
function asMore(split: ConformanceSplit, left: number): ConformanceSplit {
  return { ...split, conformant: split.conformant / left, rest: { ...split.rest, n: split.rest.n / left } }
}

function toOdds(drop: BelievedDrop, threshold: number, shrinkage: Shrinkage) {
  const exceeds = neverCertain(probabilityAbove(drop, threshold))
  return {
    method: DROP_METHOD,
    drop: neverCertain(probabilityAbove(drop, 0)),
    exceeds,
    runsToSettle: isSettled(exceeds) ? 0 : requiredSampleSize(drop, threshold, shrinkage),
  } as const
}

/** No number of runs makes a probability exactly 0 or 1; rounding must not claim certainty. */
function neverCertain(chance: number): number {
  return Math.min(Math.max(chance, 1e-12), 1 - 1e-12)
}

/** Returns the share of sigma1²/n1 + sigma2²/n2 that remains with `more` runs of each. */
function shrinkageOf({ ofPrior, ofCurrent }: Pick<RunNoise, 'ofPrior' | 'ofCurrent'>, prior: number, current: number) {
  const noiseAfter = (more: number) => ofPrior / (prior + more) + ofCurrent / (current + more)
  return (more: number) => noiseAfter(more) / noiseAfter(0)
}

/** Like {@link shrinkageOf} for the rates of kept contracts, each with the variance q·(1 - q) of a single run, q = (k + 1/2)/(n + 1). */
function shrinkageOfRates(prior: ConformanceSplit, current: ConformanceSplit) {
  const varianceOf = ({ conformant, rest }: ConformanceSplit) => {
    const rate = (conformant + 0.5) / (rest.n + 1)
    return rate * (1 - rate)
  }
  return shrinkageOf({ ofPrior: varianceOf(prior), ofCurrent: varianceOf(current) }, prior.rest.n, current.rest.n)
}

interface DropPolicy {
  threshold: number
  minLiveRuns: number
}

/** Null `delta` and `odds` if one of the versions has no run. */
export interface DropJudgement {
  /** By the rule alone. */
  verdict: DropVerdict
  /** The verdict qualified by its certainty. */
  word: VerdictWord
  /** prior mean - current mean */
  delta: number | null
  odds: DropOddsView | null
}

/**
 * Applies the regression rule to samples instead of single runs, so that a version of a million runs can be judged from sums: a drop of the
 * mean by more than the threshold is a regression, an exact tie is not. The odds are additional and never change the verdict.
 */
export function judgeDrop(
  prior: VersionSample | null,
  current: VersionSample | null,
  policy: DropPolicy,
  belief: DropPrior = DROP_BELIEF,
  shared: SharedScenarios | null = null,
): DropJudgement {
  const delta = prior && current ? prior.mean - current.mean : null
  const odds = prior && current ? oddsOf(prior, current, policy.threshold, belief, shared) : null
  const verdict = dropVerdict(prior, current, policy)
  return { verdict, word: wordOf(verdict, odds?.exceeds ?? null), delta, odds }
}

/** The regression rule alone, without odds: what {@link judgeDrop} answers as its verdict. */
export function dropVerdict(
  prior: Sample | null,
  current: Sample | null,
  { threshold, minLiveRuns }: DropPolicy,
): DropVerdict {
  if (!prior) return 'no_baseline'
  if (!current || current.n < minLiveRuns) return 'insufficient_sample'
  return exceeds(prior.mean - current.mean, threshold) ? 'regression' : 'ok'
}
