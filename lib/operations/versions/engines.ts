import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { compareEngines } from '@/lib/engine/regression/compare-sides'

type Named = { id: string; version: string }

/** The warning that different engines scored two versions, if they did. */
export type EngineWarnings = (prior: Named | null | undefined, current: Named) => ReturnType<typeof compareEngines>

/**
 * Loads which engines scored the runs of these versions, in one statement: those of the first and the last ended live run of each, as an
 * engine is replaced by a newer one and does not come back.
 */
export async function loadEngines(
  db: Db | Tx,
  projectId: string,
  versionIds: readonly string[],
): Promise<EngineWarnings> {
  const end = (order: 'ASC' | 'DESC') => Prisma.sql`(
    SELECT id, profile FROM run_summary
    WHERE project_id = ${projectId}::uuid AND version_id = v.id AND kind = 'live' AND status <> 'running'
    ORDER BY occurred_at ${Prisma.raw(order)}, run_summary.id ${Prisma.raw(order)} LIMIT 1)`
  const rows = await db.$queryRaw<{ versionId: string; engine: string }[]>`
    SELECT DISTINCT v.id AS "versionId", e.engine
    FROM unnest(${versionIds}::uuid[]) AS v(id) CROSS JOIN LATERAL (${end('ASC')} UNION ALL ${end('DESC')}) r
    CROSS JOIN LATERAL (
      SELECT engine_version AS engine FROM score
      WHERE project_id = ${projectId}::uuid AND run_id = r.id AND series = r.profile ORDER BY revision DESC LIMIT 1) e`
  const byVersion = Map.groupBy(rows, ({ versionId }) => versionId)
  const sideOf = ({ id, version }: Named) => ({
    version,
    engines: (byVersion.get(id) ?? []).map(({ engine }) => engine),
  })
  return (prior, current) => (prior ? compareEngines(sideOf(prior), sideOf(current)) : [])
}
