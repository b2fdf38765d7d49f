import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { compareEngines } from '@/lib/engine/regression/compare-sides'

type Named = { id: string; version: string }

/** The warning that different engines scored two versions, if they did. */
export type EngineWarnings = (prior: Named | null | undefined, current: Named) => ReturnType<typeof compareEngines>

/** Loads which engines scored the runs of these versions, in one statement; see {@link enginesAtEnds}. */
export async function loadEngines(
  db: Db | Tx,
  projectId: string,
  versionIds: readonly string[],
): Promise<EngineWarnings> {
  const rows = await db.$queryRaw<{ versionId: string; engine: string }[]>`
    SELECT DISTINCT v.id AS "versionId", e.engine FROM unnest(${versionIds}::uuid[]) AS v(id)
    CROSS JOIN LATERAL (${enginesAtEnds(projectId, Prisma.sql`s.version_id = v.id`)}) e`
  const byVersion = Map.groupBy(rows, ({ versionId }) => versionId)
  const sideOf = ({ id, version }: Named) => ({
    version,
    engines: (byVersion.get(id) ?? []).map(({ engine }) => engine),
  })
  return (prior, current) => (prior ? compareEngines(sideOf(prior), sideOf(current)) : [])
}

type Weeks = { previousFrom: Date; from: Date; to: Date }

/** Loads which engines scored the runs of a week and of the week before, sorted; see {@link enginesAtEnds}. */
export async function loadEnginesOfWeeks(db: Db | Tx, projectId: string, { previousFrom, from, to }: Weeks) {
  const current = await loadEnginesBetween(db, projectId, from, to)
  return { current, previous: await loadEnginesBetween(db, projectId, previousFrom, from) }
}

async function loadEnginesBetween(db: Db | Tx, projectId: string, from: Date, to: Date): Promise<string[]> {
  const within = Prisma.sql`s.occurred_at >= ${from}::timestamptz AND s.occurred_at < ${to}::timestamptz`
  const rows = await db.$queryRaw<{ engine: string }[]>(enginesAtEnds(projectId, within))
  return [...new Set(rows.map(({ engine }) => engine))].sort()
}

/**
 * Selects the engines of the first and the last ended live run of these, by index: an engine is replaced by a newer one and does not come
 * back.
 */
function enginesAtEnds(projectId: string, isOfThese: Prisma.Sql): Prisma.Sql {
  const end = (order: 'ASC' | 'DESC') => Prisma.sql`(
    SELECT s.id, s.profile FROM run_summary s
    WHERE s.project_id = ${projectId}::uuid AND ${isOfThese} AND s.kind = 'live' AND s.status <> 'running'
    ORDER BY s.occurred_at ${Prisma.raw(order)}, s.id ${Prisma.raw(order)} LIMIT 1)`
  return Prisma.sql`
    SELECT e.engine FROM (${end('ASC')} UNION ALL ${end('DESC')}) r
    CROSS JOIN LATERAL (
      SELECT engine_version AS engine FROM score
      WHERE project_id = ${projectId}::uuid AND run_id = r.id AND series = r.profile ORDER BY revision DESC LIMIT 1) e`
}
