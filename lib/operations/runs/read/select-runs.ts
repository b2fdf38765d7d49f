import type { RunFilters, RunRow, RunSort } from '@/lib/contracts/runs'
import { Prisma } from '@/lib/db/generated/client'
import type { ProjectContext } from '../../context'
import { decodeRunCursor, runCursors } from './run-cursor'
import { cursorAfter, type OrderLeg, orderLegs } from './run-order'
import { type RunPredicate, toRunPredicate } from './run-predicate'
import { SUMMARY_COLUMNS, SUMMARY_NAMES, type SummaryRow, toRunRow } from './run-row'

type Page = { sort: RunSort; limit: number; cursor: string | undefined }

/** One page of the runs that fit, and the cursor of the next; null when there is none. */
export async function selectRuns(
  ctx: ProjectContext,
  filters: RunFilters,
  { sort, limit, cursor: text }: Page,
): Promise<{ runs: RunRow[]; next: string | null }> {
  const cursor = text === undefined ? null : decodeRunCursor(text, sort)
  const predicate = await toRunPredicate(ctx, filters, sort)
  if (!predicate) return { runs: [], next: null }
  const rows: SummaryRow[] = []
  for (const leg of orderLegs(sort, cursor)) {
    if (rows.length <= limit) rows.push(...(await selectLeg(ctx, predicate, leg, limit + 1 - rows.length)))
  }
  const { page, next } = runCursors.cut(rows, limit, (row) => cursorAfter(row, sort))
  return { runs: page.map(toRunRow), next }
}

/** Takes the first rows of each arm from its own index, then the first of all: the cost is that of the page, not of the table. */
function selectLeg(
  ctx: ProjectContext,
  { every, arms }: RunPredicate,
  { where, by }: OrderLeg,
  limit: number,
): Promise<SummaryRow[]> {
  const fixed = [Prisma.sql`s.project_id = ${ctx.project.id}::uuid`, ...(where ? [where] : []), ...every]
  const selects = (arms.length > 0 ? arms : [null]).map((arm) => {
    const all = Prisma.join(arm ? [...fixed, arm] : fixed, ' AND ')
    return Prisma.sql`(SELECT s.* FROM run_summary s WHERE ${all} ORDER BY ${by} LIMIT ${limit})`
  })
  return ctx.db.$queryRaw<SummaryRow[]>`
    SELECT ${SUMMARY_COLUMNS} FROM (
      SELECT * FROM (${Prisma.join(selects, ' UNION ALL ')}) s ORDER BY ${by} LIMIT ${limit}
    ) s ${SUMMARY_NAMES} ORDER BY ${by}`
}
