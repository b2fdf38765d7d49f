import { sumOf } from '../stats/descriptive'
import { logGamma } from '../stats/distributions'
import type { RateBelief } from './drop-prior'
import type { ConformanceSplit } from './run-noise'
import { certain, gather, type WeightedPoints } from './weighted-points'

type Counts = { conformant: number; broken: number }

const ANY: Counts = { conformant: 1, broken: 1 }
const JEFFREYS: Counts = { conformant: 0.5, broken: 0.5 }
/** Prior of a broken version: it keeps its contract in half a run of twenty. */
const HARDLY: Counts = { conformant: 0.5, broken: 20 }
const NEVER = certain(0)

/** Number of runs that a rate near the old one counts for. */
const NEAR_RUNS = 20

const NODES = 24
const REACH = 5.5
const BINS = 32

/**
 * Returns the distribution of the drop weight·(q0 - q1), q0 and q1 the rates at which two versions keep their contract, with k0 of n0 and
 * k1 of n1 runs that did. q0 ~ Beta(a, b) of the `belief`; q1 is the same, or near it, q1 ~ Beta(.5 + c·q0, .5 + c·(1 - q0)), c = 20, or any,
 * q1 ~ Beta(1, 1), or hardly any, q1 ~ Beta(.5, 20). Each of the four is weighted by its evidence, the Beta-binomial probability of the
 * data.
 */
export function believedRateDrop(
  prior: ConformanceSplit,
  current: ConformanceSplit,
  belief: RateBelief,
): WeightedPoints {
  const before = countsOf(prior)
  const after = countsOf(current)
  const weight = (prior.weight + current.weight) / 2
  const old = ratesOf(add(belief, before))
  const now = anglesOf(add(ANY, after))
  const seen = now.map((angle) => logDensity(angle, add(after, { conformant: 0.5, broken: 0.5 })))
  // Scaled by the largest likelihood to avoid underflow.
  const most = Math.max(...seen)
  const step = 2 * ((now[1]?.angle ?? 0) - (now[0]?.angle ?? 0))
  const likelihoods = seen.map((log) => step * Math.exp(log - most))
  const at: number[] = []
  const weights: number[] = []
  const variances: number[] = []
  for (const [place, rate] of old.at.entries()) {
    const near = nearTo(rate)
    const constant = logBeta(near)
    for (const [node, angle] of now.entries()) {
      const changed =
        belief.any * Math.exp(logDensity(angle, ANY)) +
        belief.near * Math.exp(logDensity(angle, near) - constant) +
        belief.hardly * Math.exp(logDensity(angle, HARDLY) - logBeta(HARDLY))
      at.push(weight * (rate - Math.exp(2 * angle.logSin)))
      weights.push((old.weights[place] ?? 0) * changed * (likelihoods[node] ?? 0))
      variances.push(weight ** 2 * ((old.variances[place] ?? 0) + angle.variance))
    }
  }
  const changed = sumOf(weights)
  const same = belief.same * Math.exp(logEvidence(belief, add(before, after)) - logEvidence(belief, before) - most)
  const moved = changed / (changed + same)
  const points = gather(at, weights, BINS, { key: finerNearZero, variances })
  return {
    at: [0, ...points.at],
    weights: [1 - moved, ...points.weights.map((share) => share * moved)],
    variances: [0, ...points.variances],
  }
}

/** Many differences lie close to 0, at which a version stops being worse. */
const finerNearZero = (drop: number) => Math.sign(drop) * Math.sqrt(Math.abs(drop))

const nearTo = (rate: number): Counts => ({
  conformant: JEFFREYS.conformant + NEAR_RUNS * rate,
  broken: JEFFREYS.broken + NEAR_RUNS * (1 - rate),
})

/**
 * Returns the drop by the runs alone, for either end of an interval: both rates with Jeffreys' prior, Beta(.5, .5), independent of each
 * other. If a version never kept its contract, the far end assumes a rate of 0 (the modified Jeffreys interval, Brown, Cai and DasGupta
 * 2001).
 */
export function measuredRateDrop(prior: ConformanceSplit, current: ConformanceSplit) {
  const weight = (prior.weight + current.weight) / 2
  const old = ratesOf(add(JEFFREYS, countsOf(prior)))
  const now = ratesOf(add(JEFFREYS, countsOf(current)))
  const between = (one: WeightedPoints, other: WeightedPoints) => {
    const { at, weights, variances } = differences(weight, one, other)
    return gather(at, weights, BINS, { variances })
  }
  const both = between(old, now)
  return {
    low: prior.conformant === 0 ? between(NEVER, now) : both,
    high: current.conformant === 0 ? between(old, NEVER) : both,
  }
}

const countsOf = ({ conformant, rest }: ConformanceSplit): Counts => ({ conformant, broken: rest.n - conformant })
const add = (one: Counts, other: Counts): Counts => ({
  conformant: one.conformant + other.conformant,
  broken: one.broken + other.broken,
})
const logBeta = ({ conformant, broken }: Counts) =>
  logGamma(conformant) + logGamma(broken) - logGamma(conformant + broken)
const logEvidence = (belief: Counts, counts: Counts) => logBeta(add(belief, counts)) - logBeta(belief)

/** An angle asin(sqrt(rate)), with the logarithms of its sine and cosine, and the variance of the rate within its cell of the grid. */
type Angle = { angle: number; logSin: number; logCos: number; variance: number }

/**
 * Returns the midpoints of an even grid of angles, in which a Beta distribution has a standard deviation of 1/(2·sqrt(a + b)), over its
 * effective range.
 */
function anglesOf({ conformant, broken }: Counts): Angle[] {
  const centre = Math.asin(Math.sqrt(conformant / (conformant + broken)))
  const unit = 0.5 / Math.sqrt(conformant + broken)
  const from = Math.max(0, centre - REACH * unit)
  const step = (Math.min(Math.PI / 2, centre + REACH * unit) - from) / NODES
  return Array.from({ length: NODES }, (_, node) => {
    const angle = from + step * (node + 0.5)
    return {
      angle,
      logSin: Math.log(Math.sin(angle)),
      logCos: Math.log(Math.cos(angle)),
      variance: (step * Math.sin(2 * angle)) ** 2 / 12,
    }
  })
}

/** Logarithm of the unnormalised density of Beta(conformant, broken) in the angle: sin^(2a - 1)·cos^(2b - 1). */
const logDensity = ({ logSin, logCos }: Angle, { conformant, broken }: Counts) =>
  (2 * conformant - 1) * logSin + (2 * broken - 1) * logCos

function ratesOf(counts: Counts): WeightedPoints {
  const angles = anglesOf(counts)
  const logs = angles.map((angle) => logDensity(angle, counts))
  const most = Math.max(...logs)
  const weights = logs.map((log) => Math.exp(log - most))
  const total = sumOf(weights)
  return {
    at: angles.map(({ logSin }) => Math.exp(2 * logSin)),
    weights: weights.map((weight) => weight / total),
    variances: angles.map(({ variance }) => variance),
  }
}

function differences(scale: number, old: WeightedPoints, now: WeightedPoints): WeightedPoints {
  return {
    at: old.at.flatMap((before) => now.at.map((after) => scale * (before - after))),
    weights: old.weights.flatMap((left) => now.weights.map((right) => left * right)),
    variances: old.variances.flatMap((before) => now.variances.map((after) => scale ** 2 * (before + after))),
  }
}
