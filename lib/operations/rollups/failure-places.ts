import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'

/** Days before a kind of failure was last seen that its steps are counted over, so that an old one is no long read. */
const COUNTED_DAYS = 90

type Placed = { fingerprint: string; node: string }
type Place = { fingerprint: string; node: string; otherNodes: number }

/**
 * Returns the same kinds of failure, in their order, each with the step of most of its latest failures, those merged into it included, and
 * with the number of its other steps. Reads only rollups.
 */
export async function withPlaces<T extends Placed>(
  db: Db | Tx,
  projectId: string,
  groups: readonly T[],
): Promise<(T & { otherNodes: number })[]> {
  if (groups.length === 0) return []
  const fingerprints = groups.map(({ fingerprint }) => fingerprint)
  const rows = await db.$queryRaw<Place[]>`
    SELECT s.fingerprint, (array_agg(s.node ORDER BY s.failures DESC, s.node))[1] AS node, count(*)::int - 1 AS "otherNodes" FROM (
      SELECT coalesce(g.merged_into, g.fingerprint) AS fingerprint, r.node, sum(r.failures) AS failures FROM failure_group g
      CROSS JOIN LATERAL (
        SELECT r.node, r.roots + r.cascades AS failures FROM rollup_group_day r
        WHERE r.project_id = ${projectId}::uuid AND r.fingerprint = g.fingerprint AND r.roots + r.cascades > 0
          AND r.day > g.last_seen_at - make_interval(days => ${COUNTED_DAYS}::int)) r
      WHERE g.project_id = ${projectId}::uuid
        AND (g.fingerprint = ANY(${fingerprints}::text[]) OR g.merged_into = ANY(${fingerprints}::text[]))
      GROUP BY 1, 2) s
    GROUP BY 1`
  const places = new Map(rows.map((row) => [row.fingerprint, row]))
  return groups.map((group) => ({ ...group, otherNodes: 0, ...places.get(group.fingerprint) }))
}

/** The names of all steps that a kind of failure `g` was met at, those of the groups merged into it included, as one text. */
export const stepNames = (projectId: string) => Prisma.sql`(
  SELECT string_agg(DISTINCT r.node, ' ') FROM failure_group m
  JOIN rollup_group_day r ON r.project_id = ${projectId}::uuid AND r.fingerprint = m.fingerprint AND r.roots + r.cascades > 0
  WHERE m.project_id = ${projectId}::uuid AND (m.fingerprint = g.fingerprint OR m.merged_into = g.fingerprint))`
