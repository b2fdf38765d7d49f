import type { Interval, Sample } from '../stats/descriptive'
import { studentTQuantile } from '../stats/distributions'
import { degreesOfSum, type EstimatedVariance } from '../stats/intervals'

/** Run-to-run standard deviation that is assumed, and the degrees of freedom it counts for. */
interface AssumedSpread {
  s0: number
  nu0: number
}

const LEVEL = 0.9
/** Degrees of freedom of the pooled variance in that of each version: their spreads are alike, but not the same. */
const ALIKE = 2

/**
 * Returns the 90 % interval of the drop of a mean by the runs alone, d ± t·sqrt(v1/n1 + v2/n2). Each variance is shrunk towards the pooled
 * one (moderated t, Smyth 2004): s² = (nu0·s0² + SS1 + SS2)/nu, nu = nu0 + n1 + n2 - 2, and v = (2·s² + SS)/(n + 1), with the degrees of
 * freedom n - 1 + 2·nu/(nu + 2), combined as by Welch and Satterthwaite, at most nu.
 * @param left share of the variance that remains after pairing by scenario
 * @param isScore whether values lie in 0 to 1, so that the interval lies in -1 to 1 and {@link hiddenShare} widens it
 */
export function measuredDrop(
  prior: Sample,
  current: Sample,
  { s0, nu0 }: AssumedSpread,
  { left = 1, isScore }: { left?: number; isScore: boolean },
): Interval {
  const seen = nu0 + prior.n + current.n - 2
  const pooled = (nu0 * s0 ** 2 + prior.squares + current.squares) / seen
  // One run of each version and hardly an assumption would say nothing at all.
  const nu = Math.max(1, seen)
  const share = isScore ? hiddenShare(prior, current) : 0
  const ofMean = (sample: Sample): EstimatedVariance => {
    const own = (ALIKE * pooled + sample.squares) / (ALIKE + sample.n - 1)
    const mean = (sample.n * sample.mean + 0.5) / (sample.n + 1)
    const degrees = sample.n - 1 + (ALIKE * nu) / (ALIKE + nu)
    return { variance: Math.max(own, share > 0 ? share * mean * (1 - mean) : 0) / sample.n, degrees }
  }
  const [before, after] = [ofMean(prior), ofMean(current)]
  const variance = before.variance + after.variance
  const delta = prior.mean - current.mean
  if (variance === 0) return [delta, delta]
  const half =
    studentTQuantile((1 + LEVEL) / 2, Math.min(nu, degreesOfSum([before, after]))) * Math.sqrt(variance * left)
  const end = isScore ? 1 : Infinity
  return [Math.max(-end, delta - half), Math.min(end, delta + half)]
}

/** Closeness of scores to 0 and 1, as a share of the largest variance, from which any version is assumed to reach these ends. */
const EXTREME = 0.1
/** With fewer runs of either version, the spread is too uncertain to widen anything. */
const FEWEST_WIDENED = 3

/**
 * Returns the share of the largest variance for a mean m, m·(1 - m), that versions are assumed to have because the runs of both lie far
 * apart: few runs may not show both peaks of a version's scores. Scores close to each other have almost none of it. Each version has this
 * share at its own mean, by Jeffreys' (k + 1/2)/(n + 1).
 */
function hiddenShare(prior: Sample, current: Sample): number {
  const n = prior.n + current.n
  const mean = (prior.n * prior.mean + current.n * current.mean) / n
  const most = mean * (1 - mean)
  if (Math.min(prior.n, current.n) < FEWEST_WIDENED || !(most > 0)) return 0
  const seen = Math.min(1, (prior.squares + current.squares) / (n - 2) / most)
  return Math.max(0, (seen - EXTREME) / (1 - EXTREME))
}
