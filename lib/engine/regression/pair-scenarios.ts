import type { Interval } from '@/lib/engine/stats/interval'
import { mean } from '@/lib/engine/stats/mean'
import { type Sample, sampleOf } from '@/lib/engine/stats/sample'
import { studentTQuantile } from '@/lib/engine/stats/student-t-quantile'
import { sumOfSquares } from '@/lib/engine/stats/sum-of-squares'

const LEVEL = 0.9

/** Expected run-to-run standard deviation, and how many seen differences what is expected counts for. */
const S0 = 0.05
const NU0 = 4

/** A live run's score, with the scenario it ran where it had one. */
export interface ScenarioScore {
  score: number
  scenario?: string | null
}

/** The drop measured on the scenarios that both versions ran, each counted once. */
export interface PairedDrop {
  scenarios: number
  /** Mean over the scenarios of prior mean - current mean; positive is a drop. */
  drop: number
  /** 90 % interval, null for a single scenario. */
  interval: Interval | null
}

/** Pairs two versions by scenario, which takes the difference between scenarios out; null where they share none. */
export function pairScenarios(prior: readonly ScenarioScore[], current: readonly ScenarioScore[]): PairedDrop | null {
  return pairMeans(meansByScenario(prior), meansByScenario(current))
}

/** The same of means that are taken already, by scenario. */
export function pairMeans(prior: ReadonlyMap<string, number>, current: ReadonlyMap<string, number>): PairedDrop | null {
  const pairs = [...current].flatMap(([scenario, after]) => {
    const before = prior.get(scenario)
    return before === undefined ? [] : [{ before, after }]
  })
  const sample = sampleOf(pairs.map(({ before, after }) => before - after))
  return sample && { scenarios: sample.n, drop: sample.mean, interval: intervalOf(sample, expectedVariance(pairs)) }
}

function meansByScenario(runs: readonly ScenarioScore[]): Map<string, number> {
  const named = runs.filter((run): run is { score: number; scenario: string } => typeof run.scenario === 'string')
  const groups = Map.groupBy(named, ({ scenario }) => scenario)
  return new Map([...groups].map(([scenario, group]) => [scenario, mean(group.map(({ score }) => score)) ?? 0]))
}

/** How alike two runs of one scenario are, where nothing is known of the chain. */
const ALIKE = 0.8

/**
 * The variance of a difference that is expected before any is seen: 2·s²·(1 - .8), s² the mean variance of either version over
 * its scenarios, and at least that of two runs, 2·s0².
 */
function expectedVariance(pairs: readonly { before: number; after: number }[]): number {
  const squares = [pairs.map(({ before }) => before), pairs.map(({ after }) => after)].map(sumOfSquares)
  const variance = ((squares[0] ?? 0) + (squares[1] ?? 0)) / 2 / Math.max(1, pairs.length - 1)
  return Math.max(2 * S0 ** 2, 2 * variance * (1 - ALIKE))
}

/**
 * Student t interval of the mean difference. The expected variance counts for nu0 seen differences: a few equal ones would
 * otherwise look certain.
 */
function intervalOf({ n, mean: centre, squares }: Sample, expected: number): Interval | null {
  if (n < 2) return null
  const degrees = NU0 + n - 1
  const variance = (NU0 * expected + squares) / degrees
  const half = studentTQuantile((1 + LEVEL) / 2, degrees) * Math.sqrt(variance / n)
  return [centre - half, centre + half]
}
