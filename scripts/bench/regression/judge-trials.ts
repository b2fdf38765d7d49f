import type { DropPrior } from '@/lib/engine/regression/drop-prior'
import type { SharedScenarios } from '@/lib/engine/regression/pairing'
import { judgeDrop, type VersionSample } from '@/lib/engine/regression/regression-posterior'
import { splitRuns } from '@/lib/engine/regression/run-noise'
import { type Interval, type Sample, sampleOf } from '@/lib/engine/stats/descriptive'
import { brierScore, type Forecast } from '@/lib/engine/stats/prediction-scores'
import { calibrationError, errorByChance } from './calibration'
import { dropInterval, dropPosterior, probabilityOfDrop } from './plain/drop-posterior'
import { drawnInterval, shareAbove, splitPosterior } from './plain/split-posterior'
import { CONFORMANCE_WEIGHT, type Run, type Truth } from './populations'

export const policy = { threshold: 0.05, minLiveRuns: 3 }

type Plain = { probability: number; interval: Interval }

/** The judgement of one change, and the truth. */
export type Trial = {
  drop: number
  isTrue: boolean
  isCalled: boolean
  /** Called worse with certainty. */
  isSaid: boolean
  probability: number
  interval: Interval
  runsToSettle: number | null
  /** The same with one size of change and an assumed spread: the shrunken Student t posterior, and the drawn one with conformance. */
  plain: () => Plain
  /** The judgement if the population were known; null if that is not computed. */
  best: number | null
}

type Known = { belief?: DropPrior; truth?: Truth | undefined; shared?: SharedScenarios }

/** Judges a change with the engine as in production. `drop` is the true one. */
export function judgeTrial(prior: readonly Run[], current: readonly Run[], drop: number, known: Known = {}): Trial {
  const [before, after] = [toSample(prior), toSample(current)]
  const { verdict, word, odds } = judgeDrop(before, after, policy, known.belief, known.shared)
  if (!odds) throw new Error('a trial needs runs on both sides')
  return {
    drop,
    isTrue: drop - policy.threshold > 1e-9,
    isCalled: verdict === 'regression',
    isSaid: word === 'regressed',
    probability: odds.exceeds,
    interval: odds.interval,
    runsToSettle: odds.runsToSettle,
    plain: () => plainOf(before, after),
    best: known.truth ? bestPossible(before, after, known.truth, policy.threshold) : null,
  }
}

export function toSample(runs: readonly Run[]): VersionSample {
  const sample = sampleOf(runs.map(({ score }) => score))
  if (!sample) throw new Error('a trial needs runs on both sides')
  return { ...sample, split: splitRuns(runs, CONFORMANCE_WEIGHT) }
}

function plainOf(prior: VersionSample, current: VersionSample): Plain {
  if (prior.split && current.split) {
    const drawn = splitPosterior(prior.split, current.split)
    return { probability: shareAbove(drawn, policy.threshold), interval: drawnInterval(drawn) }
  }
  const posterior = dropPosterior(prior, current)
  return { probability: probabilityOfDrop(posterior, policy.threshold), interval: dropInterval(posterior) }
}

export type Quality = {
  brier: number
  ruleBrier: number
  plainBrier: number
  /** NaN if the population is unknown. */
  bestBrier: number
  error: number
  plainError: number
  errorByChance: number
  regressions: number
}

/** How good the shown probability is, compared with the bare rule read as a probability of 0 or 1. */
export function qualityOf(trials: readonly Trial[], random: () => number): Quality {
  const by = (probability: (trial: Trial) => number): Forecast[] =>
    trials.map((trial) => ({ probability: probability(trial), isTrue: trial.isTrue }))
  const shown = by((trial) => trial.probability)
  const plain = by((trial) => trial.plain().probability)
  return {
    brier: brierScore(shown),
    ruleBrier: brierScore(by(({ isCalled }) => Number(isCalled))),
    plainBrier: brierScore(plain),
    bestBrier: brierScore(by(({ best }) => best ?? Number.NaN)),
    error: calibrationError(shown),
    plainError: calibrationError(plain),
    errorByChance: errorByChance(shown, random),
    regressions: trials.filter(({ isTrue }) => isTrue).length / trials.length,
  }
}

/** The share of these trials whose interval contains the true drop. */
export function coverageOf(trials: readonly Trial[], interval: (trial: Trial) => Interval): number {
  const held = trials.filter((trial) => interval(trial)[0] <= trial.drop && trial.drop <= interval(trial)[1])
  return held.length / trials.length
}

/**
 * P(drop > `threshold`) given the true distribution of the changes and spreads in a population: Bayes' rule over the truth. No method can
 * be better on average, so it shows what is left to gain.
 */
function bestPossible(prior: Sample, current: Sample, { drops, sigmas }: Truth, threshold: number): number {
  const delta = prior.mean - current.mean
  const degrees = prior.n + current.n - 2
  const squares = prior.squares + current.squares
  const worlds = sigmas.map((sigma) => {
    const noise = sigma ** 2 * (1 / prior.n + 1 / current.n)
    return { noise, log: -degrees * Math.log(sigma) - squares / (2 * sigma ** 2) - Math.log(noise) / 2 }
  })
  const most = Math.max(...worlds.map(({ log }) => log))
  let above = 0
  let all = 0
  for (const { noise, log } of worlds) {
    for (const { drop, share } of drops) {
      const weight = share * Math.exp(log - most - (delta - drop) ** 2 / (2 * noise))
      all += weight
      if (drop - threshold > 1e-9) above += weight
    }
  }
  return all > 0 ? above / all : Number(delta > threshold)
}
