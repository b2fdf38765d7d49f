import { DROP_PRIOR } from '@/lib/engine/regression/drop-posterior'
import type { Interval } from '@/lib/engine/stats/interval'
import { mean } from '@/lib/engine/stats/mean'
import { type Sample, sampleOf } from '@/lib/engine/stats/sample'
import { studentTQuantile } from '@/lib/engine/stats/student-t-quantile'

const LEVEL = 0.9

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
  const drops = [...current].flatMap(([scenario, after]) => {
    const before = prior.get(scenario)
    return before === undefined ? [] : [before - after]
  })
  const sample = sampleOf(drops)
  return sample && { scenarios: sample.n, drop: sample.mean, interval: intervalOf(sample) }
}

function meansByScenario(runs: readonly ScenarioScore[]): Map<string, number> {
  const named = runs.filter((run): run is { score: number; scenario: string } => typeof run.scenario === 'string')
  const groups = Map.groupBy(named, ({ scenario }) => scenario)
  return new Map([...groups].map(([scenario, group]) => [scenario, mean(group.map(({ score }) => score)) ?? 0]))
}

/**
 * Student t interval of the mean difference. The variance of a difference of two runs, 2·s0², is believed as much as nu0
 * seen ones: a few equal differences would otherwise look certain.
 */
function intervalOf({ n, mean: centre, squares }: Sample): Interval | null {
  if (n < 2) return null
  const { nu0, s0 } = DROP_PRIOR
  const degrees = nu0 + n - 1
  const variance = (nu0 * 2 * s0 ** 2 + squares) / degrees
  const half = studentTQuantile((1 + LEVEL) / 2, degrees) * Math.sqrt(variance / n)
  return [centre - half, centre + half]
}
