import type { Sample } from '../stats/descriptive'
import { studentTCdf } from '../stats/distributions'
import { type ChangeScale, chanceOfFall, NU0, oddsOfChange, type WeekSample } from './change-odds'

/** A chain's or unit's scores in a week and in the one before; null if it has none. */
export type WeekPair = { previous: WeekSample | null; current: WeekSample | null }

/** Prior for the week pairs of a project; scores are in [0, 1]. */
interface WeekPrior extends ChangeScale {
  /** Share of chains, or of units, that do not change from week to week. */
  unchanged: number
  /** Distribution of the true means over chains. */
  level: { mean: number; deviation: number }
}

export const WEEK_PRIOR: WeekPrior = {
  unchanged: 0.5,
  tau: 0.08,
  s0: { whole: 0.08, rest: 0.05 },
  level: { mean: 0.75, deviation: 0.15 },
}

/** Weight of the general prior, in pairs or degrees of freedom. */
const PAIRS = 5
const DEGREES = 8
const ROUNDS = 20
const MIN_DEVIATION = 0.01
/**
 * Learns the prior from all pairs of one page: the noise of runs, the level of means, and by expectation maximisation how many pairs did
 * not change at all. With few pairs it stays near {@link WEEK_PRIOR}.
 */
export function weekPriorOf(pairs: readonly WeekPair[]): WeekPrior {
  const samples = pairs.flatMap(({ previous, current }) => [previous, current].filter((sample) => sample !== null))
  const rests = samples.flatMap(({ split }) => (split ? [split.rest] : []))
  const s0 = { whole: deviationOf(samples, WEEK_PRIOR.s0.whole), rest: deviationOf(rests, WEEK_PRIOR.s0.rest) }
  const belief = { ...WEEK_PRIOR, s0, level: levelOf(pairs, s0.whole) }
  const compared = pairs.flatMap(({ previous, current }) => (previous && current ? [{ previous, current }] : []))
  const odds = compared.map(({ previous, current }) => oddsOfChange(previous, current, belief))
  for (let round = 0; round < ROUNDS; round++) {
    const still = odds.reduce((sum, change) => sum + chanceUnchanged(change, belief), 0)
    belief.unchanged = (PAIRS * WEEK_PRIOR.unchanged + still) / (PAIRS + compared.length)
  }
  return belief
}

/** Returns the probability that the mean did not truly fall: that nothing changed, or that the change was not a fall. */
export function chanceNothingFell(previous: WeekSample, current: WeekSample, belief: WeekPrior): number {
  const still = chanceUnchanged(oddsOfChange(previous, current, belief), belief)
  return still + (1 - still) * (1 - chanceOfFall(previous, current, belief))
}

/** Returns the probability that the mean did not truly move in the direction in which it was seen to move. */
export function chanceNothingMoved(previous: WeekSample, current: WeekSample, belief: WeekPrior): number {
  if (current.mean <= previous.mean) return chanceNothingFell(previous, current, belief)
  const still = chanceUnchanged(oddsOfChange(previous, current, belief), belief)
  return still + (1 - still) * chanceOfFall(previous, current, belief)
}

/**
 * Returns the probability that the true mean of a week is `limit` or more, by its runs and the distribution of means; to the extent that
 * nothing changed, the runs of the week before count as well.
 */
export function chanceOfMean(
  { previous, current }: WeekPair & { current: WeekSample },
  limit: number,
  belief: WeekPrior,
): number {
  const alone = chanceBy([current], limit, belief)
  if (!previous) return alone
  const still = chanceUnchanged(oddsOfChange(previous, current, belief), belief)
  return still * chanceBy([previous, current], limit, belief) + (1 - still) * alone
}

/** Student t with the mean of all these runs shrunk towards the level of the page. */
function chanceBy(samples: readonly Sample[], limit: number, { s0, level }: WeekPrior): number {
  const n = samples.reduce((sum, sample) => sum + sample.n, 0)
  const mean = samples.reduce((sum, sample) => sum + sample.n * sample.mean, 0) / n
  const squares = samples.reduce((sum, sample) => sum + sample.squares, 0)
  const degrees = NU0 + n - samples.length
  const noise = (NU0 * s0.whole ** 2 + squares) / degrees / n
  const trust = level.deviation ** 2 / (level.deviation ** 2 + noise)
  const location = level.mean + trust * (mean - level.mean)
  return 1 - studentTCdf((limit - location) / Math.sqrt(trust * noise), degrees)
}

const chanceUnchanged = (odds: number, { unchanged }: Pick<WeekPrior, 'unchanged'>) =>
  unchanged / (unchanged + (1 - unchanged) * odds)

function deviationOf(samples: readonly Sample[], assumed: number): number {
  const degrees = samples.reduce((sum, { n }) => sum + n - 1, 0)
  const squares = samples.reduce((sum, sample) => sum + sample.squares, 0)
  return Math.max(MIN_DEVIATION, Math.sqrt((DEGREES * assumed ** 2 + squares) / (DEGREES + degrees)))
}

/** Mean and spread of the true means: the observed spread minus the noise explained by their runs. */
function levelOf(pairs: readonly WeekPair[], s0: number): WeekPrior['level'] {
  const known = pairs.flatMap(({ previous, current }) => current ?? previous ?? [])
  const assumed = WEEK_PRIOR.level
  const mean = (PAIRS * assumed.mean + known.reduce((sum, sample) => sum + sample.mean, 0)) / (PAIRS + known.length)
  const seen = known.reduce((sum, sample) => sum + Math.max(0, (sample.mean - mean) ** 2 - s0 ** 2 / sample.n), 0)
  const variance = (PAIRS * assumed.deviation ** 2 + seen) / (PAIRS + known.length)
  return { mean, deviation: Math.max(MIN_DEVIATION, Math.sqrt(variance)) }
}
