import type { Db, Tx } from '@/lib/db/client'
import { type DotRow, MAX_DOTS } from '../gates/load-side'

type LatestDot = Pick<DotRow, 'factors'>

/** The latest live runs of each of these versions, by version: one statement, whatever they hold. */
export async function latestDots(
  db: Db | Tx,
  projectId: string,
  versionIds: readonly string[],
): Promise<Map<string, LatestDot[]>> {
  const rows = await db.$queryRaw<(LatestDot & { versionId: string })[]>`
    SELECT v.id AS "versionId", s.factors
    FROM unnest(${versionIds}::uuid[]) AS v(id) CROSS JOIN LATERAL (
      SELECT factors FROM run_summary
      WHERE project_id = ${projectId}::uuid AND version_id = v.id AND kind = 'live'
      ORDER BY occurred_at DESC, id DESC LIMIT ${MAX_DOTS}
    ) s`
  return Map.groupBy(rows, (row) => row.versionId)
}
