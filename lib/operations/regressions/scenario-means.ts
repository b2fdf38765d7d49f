import type { ScenarioChange } from '@/lib/contracts/drop-evidence'
import type { Db, Tx } from '@/lib/db/client'

/** The latest live runs of a version that are paired; more would be a scan. */
const PAIRED_RUNS = 1000

export type ScenarioMeans = ReadonlyMap<string, number>

/** The mean of each scenario by version, over its latest live runs: one statement, whatever they hold. */
export async function scenarioMeans(
  db: Db | Tx,
  projectId: string,
  versionIds: readonly string[],
): Promise<(versionId: string | null | undefined) => ScenarioMeans> {
  const rows = await db.$queryRaw<{ versionId: string; scenario: string; mean: number }[]>`
    SELECT v.id AS "versionId", s.scenario, avg(s.quality) AS mean
    FROM unnest(${versionIds}::uuid[]) AS v(id) CROSS JOIN LATERAL (
      SELECT scenario, quality FROM run_summary
      WHERE project_id = ${projectId}::uuid AND version_id = v.id AND kind = 'live'
      ORDER BY occurred_at DESC, id DESC LIMIT ${PAIRED_RUNS}
    ) s WHERE s.scenario IS NOT NULL AND s.quality IS NOT NULL GROUP BY 1, 2`
  const byVersion = Map.groupBy(rows, (row) => row.versionId)
  return (versionId) => new Map((byVersion.get(versionId ?? '') ?? []).map(({ scenario, mean }) => [scenario, mean]))
}

/** Each scenario in either version, the largest drop first, then those that only one of them ran, by name. */
export function compareScenarios(prior: ScenarioMeans, current: ScenarioMeans): ScenarioChange[] {
  return [...new Set([...prior.keys(), ...current.keys()])]
    .map((scenario) => {
      const [was, is] = [prior.get(scenario) ?? null, current.get(scenario) ?? null]
      return { scenario, prior: was, current: is, drop: was === null || is === null ? null : was - is }
    })
    .toSorted((a, b) => (b.drop ?? -2) - (a.drop ?? -2) || a.scenario.localeCompare(b.scenario))
}
