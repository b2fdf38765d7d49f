import { Prisma } from '@/lib/db/generated/client'
import type { ProjectContext } from '../context'
import type { Period } from '../overview/period'
import { boundsOf, inChains } from '../overview/read-rollups'
import { rollupsOfPeriod } from '../rollups/rollups-of-period'

const CELLS = Prisma.raw('r.failure_class, r.fingerprint, r.node, r.roots, r.cascades')

/** Groups and nodes named one by one; classes are all named. */
const TOP = 8

/** Failures of one class or group in one bucket (`place` from 0), or of one node in the whole period. */
export type FailureSums = {
  kind: 'class' | 'group' | 'node'
  place: number
  name: string
  roots: number
  cascades: number
}

/** Adds the failure rollups of a period up in one pass over them. Groups rank by their root failures, nodes by all. */
export function readFailureSums(
  ctx: ProjectContext,
  period: Period,
  chainIds: readonly string[] | null,
): Promise<FailureSums[]> {
  return ctx.db.$queryRaw<FailureSums[]>`
    WITH cells AS MATERIALIZED (
      SELECT width_bucket(r.since, ${boundsOf(period)}) - 1 AS place, r.failure_class, r.fingerprint, r.node,
        sum(r.roots)::int AS roots, sum(r.cascades)::int AS cascades
      FROM (${rollupsOfPeriod('failures', CELLS, inChains({ ...ctx, chainIds }), period)}) r
      GROUP BY 1, 2, 3, 4
      HAVING sum(r.roots) + sum(r.cascades) > 0),
    groups AS (
      SELECT fingerprint FROM cells GROUP BY 1 ORDER BY sum(roots) DESC, sum(cascades) DESC, fingerprint LIMIT ${TOP}),
    nodes AS (
      SELECT node, sum(roots) AS roots, sum(cascades) AS cascades FROM cells GROUP BY 1
      ORDER BY sum(roots) + sum(cascades) DESC, 1 LIMIT ${TOP})
    SELECT 'class' AS kind, place, failure_class AS name, sum(roots)::int AS roots, sum(cascades)::int AS cascades FROM cells GROUP BY 2, 3
    UNION ALL
    SELECT 'group', place, fingerprint, sum(roots)::int, sum(cascades)::int FROM cells JOIN groups USING (fingerprint) GROUP BY 2, 3
    UNION ALL
    SELECT 'node', 0, node, roots::int, cascades::int FROM nodes`
}
