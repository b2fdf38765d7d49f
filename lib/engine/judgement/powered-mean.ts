import { meanOf, poolSamples, type Sample, sampleOf, sumOfSquares } from '../stats/descriptive'
import { degreesOfSum, type EstimatedVariance } from '../stats/intervals'

/** A run judged by a person: its automated score and the person's verdict, both in [0, 1]. */
export interface JudgedScore {
  automated: number
  verdict: number
}

/** One stratum: the judged runs, the scores of the others as a sample (null for none), and its share of all runs. */
export interface Stratum {
  judged: readonly JudgedScore[]
  others: Sample | null
  share: number
}

/** An estimated mean, with the variance of the estimate. */
export interface Moments extends EstimatedVariance {
  mean: number
}

/** With fewer verdicts it is unknown how far scores can be trusted. */
export const POWERED_MIN = 8

/** Returns the mean verdict: Σ share · mean of the stratum. Every stratum must have a verdict. */
export function plainMean(strata: readonly Stratum[]): Moments {
  return sumOf(strata.map((stratum) => ({ ...stratum, ...momentsOf(stratum, 0) })))
}

/**
 * Estimates the mean verdict using scores: mean(y) + λ (mean of the others' scores - mean of the judged ones'), by strata, with one λ for
 * all of them, cov(y, f) / (var(f) (1 + n / N)) within strata, in [0, 1] (PPI++, Angelopoulos et al. 2023, arXiv 2311.01453).
 * Null below {@link POWERED_MIN} verdicts, without other runs, and when the correlation is at most 1 / sqrt(degrees), because scores then
 * cost more precision than they add (arXiv 2505.20178).
 */
export function poweredMean(strata: readonly Stratum[]): Moments | null {
  const all = strata.flatMap(({ judged }) => centred(judged))
  const scores = strata.flatMap((stratum) => everyScore(stratum) ?? [])
  const [n, runs] = [all.length, scores.reduce((sum, sample) => sum + sample.n, 0)]
  const degrees = n - strata.length - 1
  if (n < POWERED_MIN || runs === n || degrees < 1) return null
  const product = all.reduce((sum, { automated, verdict }) => sum + automated * verdict, 0)
  const correlation =
    product / Math.sqrt(squaresOf(all.map((one) => one.automated)) * squaresOf(all.map((one) => one.verdict)))
  if (!(correlation > 1 / Math.sqrt(degrees))) return null
  const squares = scores.reduce((sum, sample) => sum + sample.squares, 0)
  const spread = (squares / (runs - strata.length)) * (1 + n / (runs - n))
  const lambda = Math.min(1, product / (n - strata.length) / spread)
  const moments = sumOf(
    strata.map((stratum) => ({ ...stratum, ...momentsOf(stratum, lambda, (degrees + 1) / degrees) })),
  )
  return { ...moments, degrees: moments.degrees - 1 }
}

/**
 * If all verdicts of a stratum are equal, its variance is that with one more verdict of each kind. `inflation` accounts for λ being
 * estimated.
 */
function momentsOf(stratum: Stratum, lambda: number, inflation = 1): Moments {
  const { judged, others } = stratum
  const n = judged.length
  const verdicts = meanOf(judged.map(({ verdict }) => verdict))
  const use = others ? lambda : 0
  const residuals = judged.map(({ automated, verdict }) => verdict - use * automated)
  const alike = sumOfSquares(judged.map(({ verdict }) => verdict)) === 0
  const smoothed = (verdicts * n + 1) / (n + 2)
  const spread = sumOfSquares(residuals) / Math.max(1, n - 1) + (alike ? smoothed * (1 - smoothed) : 0)
  const known = others && others.n > 1 ? others : everyScore(stratum)
  const ofOthers = known && others ? known.squares / Math.max(1, known.n - 1) / others.n : 0
  const shift = others ? others.mean - meanOf(judged.map(({ automated }) => automated)) : 0
  return { mean: verdicts + use * shift, variance: use ** 2 * ofOthers + (spread / n) * inflation, degrees: n - 1 }
}

/** Returns all scores of a stratum, judged or not; null for none. */
function everyScore({ judged, others }: Pick<Stratum, 'judged' | 'others'>): Sample | null {
  const own = sampleOf(judged.map(({ automated }) => automated))
  return own && others ? poolSamples(own, others) : (own ?? others)
}

/** Σ share · mean and Σ share² · variance. */
function sumOf(parts: readonly (Moments & { share: number })[]): Moments {
  const own = parts.map(({ share, variance, degrees }) => ({
    variance: share ** 2 * variance,
    degrees: Math.max(1, degrees),
  }))
  const [only, ...others] = parts
  return {
    mean: parts.reduce((sum, { share, mean }) => sum + share * mean, 0),
    variance: own.reduce((sum, { variance }) => sum + variance, 0),
    degrees: only && others.length === 0 ? only.degrees : degreesOfSum(own),
  }
}

const around = (values: readonly number[]) => {
  const centre = meanOf(values)
  return values.map((value) => value - centre)
}
const squaresOf = (deviations: readonly number[]) => deviations.reduce((sum, deviation) => sum + deviation ** 2, 0)

/** Returns scores and verdicts as deviations from their means. */
export function centred(judged: readonly JudgedScore[]): JudgedScore[] {
  const scores = around(judged.map(({ automated }) => automated))
  const verdicts = around(judged.map(({ verdict }) => verdict))
  return judged.map((_, index) => ({ automated: scores[index] ?? 0, verdict: verdicts[index] ?? 0 }))
}
