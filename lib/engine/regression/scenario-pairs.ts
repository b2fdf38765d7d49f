import { type Interval, mean, type Sample, sampleOf, sumOfSquares } from '../stats/descriptive'
import { studentTQuantile } from '../stats/distributions'
import { shareScenarios } from './pairing'
import { dropInterval } from './regression-posterior'

/** A live run's score, with its scenario if it had one. */
export interface ScenarioScore {
  score: number
  scenario?: string | null
}

/** The drop measured on the scenarios that both versions ran, each counted once. */
interface PairedDrop {
  scenarios: number
  /** Mean over the scenarios of prior mean - current mean; positive is a drop. */
  drop: number
  /** 90 % interval, null for a single scenario. */
  interval: Interval | null
}

/** Pairs two versions by scenario, which removes the differences between scenarios; null if they share none. */
export function pairScenarios(prior: readonly ScenarioScore[], current: readonly ScenarioScore[]): PairedDrop | null {
  return pairMeans(meansByScenario(prior), meansByScenario(current))
}

/** Returns the number of runs and the mean of each scenario; runs without a scenario are left out. */
export function countScenarios(runs: readonly ScenarioScore[]): Map<string, { n: number; mean: number }> {
  const named = runs.filter((run): run is { score: number; scenario: string } => typeof run.scenario === 'string')
  const groups = Map.groupBy(named, ({ scenario }) => scenario)
  return new Map(
    [...groups].map(([scenario, group]) => [
      scenario,
      { n: group.length, mean: mean(group.map(({ score }) => score)) ?? 0 },
    ]),
  )
}

/** Like {@link pairScenarios}, for means by scenario that are already computed. */
export function pairMeans(prior: ReadonlyMap<string, number>, current: ReadonlyMap<string, number>): PairedDrop | null {
  const pairs = [...current].flatMap(([scenario, after]) => {
    const before = prior.get(scenario)
    return before === undefined ? [] : [{ before, after }]
  })
  const sample = sampleOf(pairs.map(({ before, after }) => before - after))
  return sample && { scenarios: sample.n, drop: sample.mean, interval: pairedInterval(sample, pairs) }
}

type ScenarioPair = { before: number; after: number }

/**
 * The interval holds two: that of the differences, which few equal ones would make look certain, and that of the two means without the noise
 * that the scenarios share.
 */
function pairedInterval(differences: Sample, pairs: readonly ScenarioPair[]): Interval | null {
  const own = intervalOf(differences, expectedVariance(pairs))
  const [prior, current] = [pairs.map(({ before }) => before), pairs.map(({ after }) => after)].map(sampleOf)
  if (!own || !prior || !current) return null
  const named = (side: keyof ScenarioPair) =>
    new Map(pairs.map((pair, at) => [String(at), { n: 1, mean: pair[side] }] as const))
  const shared = shareScenarios([pairs.length, named('before')], [pairs.length, named('after')])
  const [low, high] = dropInterval(prior, current, shared)
  return [Math.min(own[0], low), Math.max(own[1], high)]
}

const meansByScenario = (runs: readonly ScenarioScore[]) =>
  new Map([...countScenarios(runs)].map(([scenario, group]) => [scenario, group.mean]))

/** Expected run-to-run standard deviation, and the number of observed differences it counts for. */
const S0 = 0.05
const NU0 = 4
/** Assumed correlation of two runs of one scenario, without knowledge of the chain. */
const ALIKE = 0.8
const LEVEL = 0.9

/**
 * Prior variance of a difference: 2·s²·(1 - .8), s² the mean variance of either version over its scenarios, and at least that of two runs,
 * 2·s0².
 */
function expectedVariance(pairs: readonly ScenarioPair[]): number {
  const squares = [pairs.map(({ before }) => before), pairs.map(({ after }) => after)].map(sumOfSquares)
  const variance = ((squares[0] ?? 0) + (squares[1] ?? 0)) / 2 / Math.max(1, pairs.length - 1)
  return Math.max(2 * S0 ** 2, 2 * variance * (1 - ALIKE))
}

/**
 * Student t interval of the mean difference. The expected variance counts for nu0 observed differences, since a few equal ones would
 * otherwise look certain.
 */
function intervalOf({ n, mean: centre, squares }: Sample, expected: number): Interval | null {
  if (n < 2) return null
  const degrees = NU0 + n - 1
  const variance = (NU0 * expected + squares) / degrees
  const half = studentTQuantile((1 + LEVEL) / 2, degrees) * Math.sqrt(variance / n)
  return [centre - half, centre + half]
}
