import type { ConformanceSplit } from '../regression/run-noise'
import type { Sample } from '../stats/descriptive'
import { logGamma, studentTCdf, studentTDensity } from '../stats/distributions'

/** Scores of one week; `split` if the boolean of a kept contract is part of each. */
export interface WeekSample extends Sample {
  split?: ConformanceSplit | null
}

/** Size of changes, and spread of runs; scores are in [0, 1]. */
export interface ChangeScale {
  /** Standard deviation of a true change, if there is one. */
  tau: number
  /** Expected run-to-run standard deviation: of a score, and of its part without the contract. */
  s0: { whole: number; rest: number }
}

/** Degrees of freedom that the expected deviation counts for in one pair. */
export const NU0 = 4
/** Keeps products of odds finite. */
const MAX_ODDS = 1e100
/** Prior of the rate of kept contracts: Beta(9.5, .5). */
const RATE = { conformant: 9.5, broken: 0.5 }
/** Prior of the rate after a change: uniform. */
const NEW_RATE = { conformant: 1, broken: 1 }

/**
 * Returns the observed drop of the mean with the variance of its noise, (nu0·s0² + SS1 + SS2) / nu · (1/n1 + 1/n2), nu = nu0 + n1 + n2 - 2.
 */
export function seenDrop(previous: Sample, current: Sample, s0: number) {
  const degrees = NU0 + previous.n + current.n - 2
  const variance = (NU0 * s0 ** 2 + previous.squares + current.squares) / degrees
  return { drop: previous.mean - current.mean, noise: variance * (1 / previous.n + 1 / current.n), degrees }
}

type Moved = { location: number; variance: number; degrees: number }

const chanceAboveZero = ({ location, variance, degrees }: Moved) =>
  variance > 0 ? studentTCdf(location / Math.sqrt(variance), degrees) : 0.5

/** Returns the probability that a pair fell, given that it changed. */
export function chanceOfFall(previous: WeekSample, current: WeekSample, { tau, s0 }: ChangeScale): number {
  if (!previous.split || !current.split) return chanceAboveZero(movedMean(previous, current, tau, s0.whole))
  const rest = movedMean(previous.split.rest, current.split.rest, tau, s0.rest)
  const rate = movedRate(previous.split, current.split)
  const both = { ...rest, location: rest.location + rate.location, variance: rest.variance + rate.variance }
  const [ofRest, ofRate] = oddsOfParts(previous.split, current.split, { tau, s0 })
  const fell = ofRest * chanceAboveZero(rest) + ofRate * chanceAboveZero(rate) + ofRest * ofRate * chanceAboveZero(both)
  return fell / (ofRest + ofRate + ofRest * ofRate)
}

/** Posterior of a drop that is not 0. */
function movedMean(previous: Sample, current: Sample, tau: number, s0: number): Moved {
  const { drop, noise, degrees } = seenDrop(previous, current, s0)
  const trust = tau ** 2 / (tau ** 2 + noise)
  return { location: trust * drop, variance: trust * noise, degrees }
}

/** Posterior of the drop due to a changed rate of kept contracts, by the moments of the two Beta posteriors. */
function movedRate(previous: ConformanceSplit, current: ConformanceSplit): Moved {
  const moments = ({ conformant, rest }: ConformanceSplit, before: typeof RATE) => {
    const [a, b] = [before.conformant + conformant, before.broken + rest.n - conformant]
    return { mean: a / (a + b), variance: (a * b) / ((a + b) ** 2 * (a + b + 1)) }
  }
  const [old, now] = [moments(previous, RATE), moments(current, NEW_RATE)]
  const weight = (previous.weight + current.weight) / 2
  return {
    location: weight * (old.mean - now.mean),
    variance: weight ** 2 * (old.variance + now.variance),
    degrees: previous.rest.n + current.rest.n,
  }
}

/**
 * Returns how many times likelier the data is with a change than without one. Changes of the contract, of the rest, and of both are equally
 * likely.
 */
export function oddsOfChange(previous: WeekSample, current: WeekSample, belief: ChangeScale): number {
  if (!previous.split || !current.split) return oddsOfShift(previous, current, belief.tau, belief.s0.whole)
  const [rest, rates] = oddsOfParts(previous.split, current.split, belief)
  return (rest + rates + rest * rates) / 3
}

function oddsOfParts(
  previous: ConformanceSplit,
  current: ConformanceSplit,
  { tau, s0 }: ChangeScale,
): [rest: number, rates: number] {
  return [oddsOfShift(previous.rest, current.rest, tau, s0.rest), oddsOfRates(previous, current)]
}

/** By the densities of the observed drop: Student t of noise and true change together, over that of the noise alone. */
function oddsOfShift(previous: Sample, current: Sample, tau: number, s0: number): number {
  const { drop, noise, degrees } = seenDrop(previous, current, s0)
  const density = (variance: number) => studentTDensity(drop / Math.sqrt(variance), degrees) / Math.sqrt(variance)
  const still = density(noise)
  return still > 0 ? Math.min(MAX_ODDS, density(noise + tau ** 2) / still) : MAX_ODDS
}

/** By the Beta-binomial likelihoods: a rate for each week, over one for both. */
function oddsOfRates(previous: ConformanceSplit, current: ConformanceSplit): number {
  const evidence = (conformant: number, of: number, rate: typeof RATE) =>
    logBeta(rate.conformant + conformant, rate.broken + of - conformant) - logBeta(rate.conformant, rate.broken)
  const [before, now] = [previous.rest.n, current.rest.n]
  const apart = evidence(previous.conformant, before, RATE) + evidence(current.conformant, now, NEW_RATE)
  return Math.min(MAX_ODDS, Math.exp(apart - evidence(previous.conformant + current.conformant, before + now, RATE)))
}

const logBeta = (a: number, b: number) => logGamma(a) + logGamma(b) - logGamma(a + b)
