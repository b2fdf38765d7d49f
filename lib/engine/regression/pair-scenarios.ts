import type { Interval } from '@/lib/engine/stats/interval'
import { mean } from '@/lib/engine/stats/mean'
import { meanInterval } from '@/lib/engine/stats/mean-interval'

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
  /** 90 % Student t interval, null for a single scenario. */
  interval: Interval | null
}

function meansByScenario(runs: readonly ScenarioScore[]): Map<string, number> {
  const named = runs.filter((run): run is { score: number; scenario: string } => typeof run.scenario === 'string')
  const groups = Map.groupBy(named, ({ scenario }) => scenario)
  return new Map([...groups].map(([scenario, group]) => [scenario, mean(group.map(({ score }) => score)) ?? 0]))
}

/** Pairs two versions by scenario, which takes the difference between scenarios out; null where they share none. */
export function pairScenarios(prior: readonly ScenarioScore[], current: readonly ScenarioScore[]): PairedDrop | null {
  const before = meansByScenario(prior)
  const drops = [...meansByScenario(current)].flatMap(([scenario, after]) => {
    const score = before.get(scenario)
    return score === undefined ? [] : [score - after]
  })
  const drop = mean(drops)
  return drop === null ? null : { scenarios: drops.length, drop, interval: meanInterval(drops, LEVEL) }
}
