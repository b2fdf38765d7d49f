import { getFailurePatterns as contract } from '@/lib/contracts/overview'
import { type FailureClass, failureClass } from '@/lib/contracts/primitives'
import { failureClasses } from '@/lib/contracts/vocabulary'
import { Prisma } from '@/lib/db/generated/client'
import type { ProjectContext } from '../context'
import { operation } from '../operation'
import { withPlaces } from '../rollups/failure-places'
import {
  boundsOf,
  bucketSpans,
  failureRollups,
  findChainIds,
  inChains,
  loadPeriod,
  type Period,
  rollupsOfPeriod,
} from '../rollups/period'

/** Returns failure classes over time, the groups with the most root failures, and the nodes affected, from the failure rollups. */
export const getFailurePatterns = operation(contract, async (ctx, { range, chain }) => {
  const chainIds = await findChainIds(ctx, chain)
  const period = await loadPeriod(ctx, range, chainIds, { isDivided: true })
  const sums = await listFailureSums(ctx, { ...period, previousFrom: null }, chainIds)
  return {
    bucket: period.unit,
    buckets: bucketSpans(period).map((span, place) => ({ ...span, classes: classesAt(sums, place) })),
    classes: totalsOf(sums),
    groups: await loadGroups(ctx, period, sums),
    nodes: sums
      .filter((row) => row.kind === 'node')
      .map(({ name, roots, cascades }) => ({ node: name, roots, cascades }))
      .sort((a, b) => b.roots + b.cascades - a.roots - a.cascades || (a.node < b.node ? -1 : 1)),
  }
})

function classesAt(sums: readonly FailureSums[], place: number): Partial<Record<FailureClass, number>> {
  const own = sums.filter((row) => row.kind === 'class' && row.place === place)
  return Object.fromEntries(own.map((row) => [failureClass.parse(row.name), row.roots + row.cascades]))
}

function totalsOf(sums: readonly FailureSums[]) {
  return failureClasses
    .map((name) => ({ failureClass: name, ...total(sums.filter((row) => row.kind === 'class' && row.name === name)) }))
    .filter(({ roots, cascades }) => roots + cascades > 0)
    .sort((a, b) => b.roots + b.cascades - a.roots - a.cascades)
}

const byRoots = (a: { roots: number; cascades: number }, b: typeof a) => b.roots - a.roots || b.cascades - a.cascades

function total(rows: readonly FailureSums[]) {
  const add = (key: 'roots' | 'cascades') => rows.reduce((sum, row) => sum + row[key], 0)
  return { roots: add('roots'), cascades: add('cascades') }
}

/** The groups of the sums, largest first; counts are of the period, names and last run of all time. */
async function loadGroups(ctx: ProjectContext, period: Period, sums: readonly FailureSums[]) {
  const byFingerprint = Map.groupBy(
    sums.filter((row) => row.kind === 'group'),
    (row) => row.name,
  )
  const known = await ctx.db.failureGroup.findMany({
    where: { projectId: ctx.project.id, fingerprint: { in: [...byFingerprint.keys()] } },
  })
  return (await withPlaces(ctx.db, ctx.project.id, known))
    .map(({ projectId: _, ...group }) => {
      const marks = byFingerprint.get(group.fingerprint) ?? []
      return {
        ...group,
        failureClass: failureClass.parse(group.failureClass),
        firstSeenAt: group.firstSeenAt.toISOString(),
        lastSeenAt: group.lastSeenAt.toISOString(),
        ...total(marks),
        marks: period.starts.map((_, place) => total(marks.filter((mark) => mark.place === place))),
      }
    })
    .sort((a, b) => byRoots(a, b) || (a.fingerprint < b.fingerprint ? -1 : 1))
}

const CELLS = Prisma.raw('r.failure_class, r.fingerprint, r.node, r.roots, r.cascades')
/** The group that the sums `r` belong to, after merges. */
const HEAD = Prisma.sql`coalesce(m.merged_into, r.fingerprint)`

/** Number of groups and nodes listed; all classes are listed. */
const TOP = 8

/** Failures of one class or group in one bucket (`place` from 0), or of one node in the whole period. */
type FailureSums = {
  kind: 'class' | 'group' | 'node'
  place: number
  name: string
  roots: number
  cascades: number
}

/** Sums the failure rollups of a period in one pass and joins only the sums. Groups rank by root failures, nodes by all failures. */
function listFailureSums(
  ctx: ProjectContext,
  period: Period,
  chainIds: readonly string[] | null,
): Promise<FailureSums[]> {
  return ctx.db.$queryRaw<FailureSums[]>`
    WITH counted AS MATERIALIZED (
      SELECT width_bucket(r.since, ${boundsOf(period)}) - 1 AS place, r.failure_class, r.fingerprint, r.node,
        sum(r.roots) AS roots, sum(r.cascades) AS cascades
      FROM (${rollupsOfPeriod(failureRollups(chainIds), CELLS, inChains({ ...ctx, chainIds }), period)}) r GROUP BY 1, 2, 3, 4),
    cells AS MATERIALIZED (
      SELECT r.place, r.failure_class, ${HEAD} AS fingerprint, r.node, sum(r.roots)::int AS roots, sum(r.cascades)::int AS cascades
      FROM counted r LEFT JOIN failure_group m ON m.project_id = ${ctx.project.id}::uuid AND m.fingerprint = r.fingerprint
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
