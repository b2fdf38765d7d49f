import type { Regression } from '@/lib/contracts/regressions'
import { mean } from '@/lib/engine/stats/mean'

type Scored = { score: number | null; scenario: string | null }

/** Mean of each scenario in either version, the largest drop first, then those that only one of them ran, by name. */
export function compareScenarios(prior: readonly Scored[], current: readonly Scored[]): Regression['scenarios'] {
  const before = meansOf(prior)
  const after = meansOf(current)
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((scenario) => {
      const [was, is] = [before.get(scenario) ?? null, after.get(scenario) ?? null]
      return { scenario, prior: was, current: is, drop: was === null || is === null ? null : was - is }
    })
    .toSorted((a, b) => (b.drop ?? -2) - (a.drop ?? -2) || a.scenario.localeCompare(b.scenario))
}

function meansOf(runs: readonly Scored[]): Map<string, number> {
  const groups = Map.groupBy(
    runs.filter((run) => run.score !== null),
    (run) => run.scenario,
  )
  return new Map(
    [...groups].flatMap(([scenario, group]) => {
      const centre = mean(group.flatMap(({ score }) => score ?? []))
      return scenario === null || centre === null ? [] : [[scenario, centre] as const]
    }),
  )
}
