import { getFailurePatterns as contract } from '@/lib/contracts/overview'
import { type FailureClass, failureClass } from '@/lib/contracts/primitives'
import { failureClasses } from '@/lib/contracts/vocabulary'
import type { ProjectContext } from '../context'
import { operation } from '../operation'
import { bucketSpans, type Period, periodOf } from '../overview/period'
import { findChainIds, findKnownHours } from '../overview/read-rollups'
import { type FailureSums, readFailureSums } from './read-failure-sums'

/** Failure classes over time, the groups with the most root failures, and the nodes hit, from the failure rollups. */
export const getFailurePatterns = operation(contract, async (ctx, { range, chain }) => {
  const chainIds = await findChainIds(ctx, chain)
  const period = periodOf(range, ctx.now(), range === 'all' ? await findKnownHours(ctx, chainIds) : null)
  const sums = await readFailureSums(ctx, { ...period, previousFrom: null }, chainIds)
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

/** The groups of the sums, largest first: counts of the period, names and last run of all time. */
async function loadGroups(ctx: ProjectContext, period: Period, sums: readonly FailureSums[]) {
  const byFingerprint = Map.groupBy(
    sums.filter((row) => row.kind === 'group'),
    (row) => row.name,
  )
  const known = await ctx.db.failureGroup.findMany({
    where: { projectId: ctx.project.id, fingerprint: { in: [...byFingerprint.keys()] } },
  })
  return known
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
