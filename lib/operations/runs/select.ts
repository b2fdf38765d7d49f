import { Prisma } from '@/lib/db/generated/client'
import type { ProjectContext } from '../context'
import { hasRole, type RunPredicate } from './filter'
import type { OrderLeg, RunCursor } from './order'
import { SUMMARY_COLUMNS, type SummaryRow, summaryNames } from './rows'

/** `endedAt`: where a bounded search stopped before the end of the list; `rows` are the matches until there. */
type Found = { rows: SummaryRow[]; endedAt: RunCursor | null }
export type Selector = (ctx: ProjectContext, predicate: RunPredicate, leg: OrderLeg, limit: number) => Promise<Found>

/** Merges the first rows of each arm's index, so that the cost depends on the page and not on the table. */
export const selectLeg: Selector = async (ctx, predicate, leg, limit) => ({
  rows: await selectNamed(
    ctx,
    Prisma.sql`SELECT * FROM (${toLeg(ctx, predicate, leg, limit)}) s ORDER BY ${leg.by} LIMIT ${limit}`,
    leg,
  ),
  endedAt: null,
})

export function selectNamed(ctx: ProjectContext, found: Prisma.Sql, { by }: OrderLeg): Promise<SummaryRow[]> {
  return ctx.db.$queryRaw<SummaryRow[]>`
    SELECT ${SUMMARY_COLUMNS} FROM (${found}) s ${summaryNames(ctx.project.id)} ORDER BY ${by}`
}

/** Selects the first rows of each arm. Few runs are read before they are sorted, or an index of the order would be searched for them. */
export function toLeg(
  ctx: ProjectContext,
  { every, arms, isOfFew }: RunPredicate,
  { where, by }: OrderLeg,
  limit: number,
): Prisma.Sql {
  const first = isOfFew ? Prisma.sql`OFFSET 0` : Prisma.empty
  const fixed = [Prisma.sql`s.project_id = ${ctx.project.id}::uuid`, ...(where ? [where] : []), ...every]
  const selects = (arms.length > 0 ? arms : [null]).map((arm) => {
    const all = Prisma.join(arm ? [...fixed, arm] : fixed, ' AND ')
    return Prisma.sql`(SELECT s.* FROM (SELECT s.* FROM run_summary s WHERE ${all} ${first}) s ORDER BY ${by} LIMIT ${limit})`
  })
  return Prisma.join(selects, ' UNION ALL ')
}

/**
 * Reads the failures of these groups in time order, as far as the page needs. Given the same as a condition on runs, the planner reads
 * all that ever failed. A run is found by its first failure of the groups.
 */
export function selectByGroups({ fingerprints, role, times }: NonNullable<RunPredicate['groups']>): Selector {
  const isOfRole = (alias: 'f' | 'o') => (role === undefined ? Prisma.empty : Prisma.sql`AND ${hasRole(alias, role)}`)
  return async (ctx, _predicate, leg, limit) => {
    const projectId = Prisma.sql`${ctx.project.id}::uuid`
    const conditions = [...times, ...(leg.where ? [leg.where] : [])]
    const within = conditions.length > 0 ? Prisma.sql`WHERE ${Prisma.join(conditions, ' AND ')}` : Prisma.empty
    const arms = fingerprints.map(
      (fingerprint) => Prisma.sql`
        (SELECT * FROM (
          SELECT f.run_id AS id, f.occurred_at FROM failure f
          WHERE f.project_id = ${projectId} AND f.fingerprint = ${fingerprint} ${isOfRole('f')} AND NOT EXISTS (
            SELECT FROM failure o WHERE o.project_id = ${projectId} AND o.run_id = f.run_id ${isOfRole('o')}
              AND o.fingerprint = ANY(${[...fingerprints]}::text[])
              AND (o.fingerprint, o.node_id) < (f.fingerprint, f.node_id))
        ) s ${within} ORDER BY ${leg.by} LIMIT ${limit})`,
    )
    const found = Prisma.sql`
      SELECT s.* FROM (SELECT * FROM (${Prisma.join(arms, ' UNION ALL ')}) s ORDER BY ${leg.by} LIMIT ${limit}) h
        JOIN LATERAL (SELECT s.* FROM run_summary s WHERE s.project_id = ${projectId} AND s.id = h.id LIMIT 1) s ON true`
    return { rows: await selectNamed(ctx, found, leg), endedAt: null }
  }
}
