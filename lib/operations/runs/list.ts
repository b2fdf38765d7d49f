import { z } from 'zod'
import { id, isoTime } from '@/lib/contracts/primitives'
import { listRuns as contract, type RunFilters, type RunRow, type RunSort } from '@/lib/contracts/runs'
import { runSorts } from '@/lib/contracts/vocabulary'
import { Prisma } from '@/lib/db/generated/client'
import type { ProjectContext } from '../context'
import { badCursor, keysetCursor } from '../keyset-cursor'
import { operation } from '../operation'
import { buildRunPredicate, type RunPredicate } from './filter'
import { SUMMARY_COLUMNS, SUMMARY_NAMES, type SummaryRow, toRunRow } from './rows'

/** Runs by keyset: a page goes on exactly where the last one ended, whatever arrived in between. */
export const listRuns = operation(contract, (ctx, { sort, limit, cursor, ...filters }) =>
  selectRuns(ctx, filters, { sort, limit, cursor }),
)

type Page = { sort: RunSort; limit: number; cursor: string | undefined }

/** One page of the runs that fit, and the cursor of the next; null when there is none. */
export async function selectRuns(
  ctx: ProjectContext,
  filters: RunFilters,
  { sort, limit, cursor: text }: Page,
): Promise<{ runs: RunRow[]; next: string | null }> {
  const cursor = text === undefined ? null : decodeRunCursor(text, sort)
  const predicate = await buildRunPredicate(ctx, filters, sort)
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

/** A stretch of an order that one index yields: where it starts, and how it runs. */
type OrderLeg = { where: Prisma.Sql | null; by: Prisma.Sql }

type Order = { column: 'occurred_at' | 'quality' | 'confidence'; isDescending: boolean }

const ORDERS: Record<RunSort, Order> = {
  newest: { column: 'occurred_at', isDescending: true },
  oldest: { column: 'occurred_at', isDescending: false },
  quality_low: { column: 'quality', isDescending: false },
  quality_high: { column: 'quality', isDescending: true },
  confidence_low: { column: 'confidence', isDescending: false },
  confidence_high: { column: 'confidence', isDescending: true },
}

/**
 * The legs of an order, from the cursor on. Runs without a score come last in either direction: none is not low, and not
 * high. Each leg is one range of one index; ties are broken by id.
 */
function orderLegs(sort: RunSort, cursor: RunCursor | null): OrderLeg[] {
  const { column, isDescending } = ORDERS[sort]
  const key = Prisma.raw(`s.${column}`)
  const direction = Prisma.raw(isDescending ? 'DESC' : 'ASC')
  const after = Prisma.raw(isDescending ? '<' : '>')
  const by = Prisma.sql`${key} ${direction}, s.id ${direction}`
  if (column === 'occurred_at') {
    return [
      { where: cursor && Prisma.sql`(${key}, s.id) ${after} (${cursor.key}::timestamptz, ${cursor.id}::uuid)`, by },
    ]
  }
  const isBeyondScored = cursor !== null && cursor.key === null
  const start = cursor && Prisma.sql`(${key}, s.id) ${after} (${cursor.key}::float8, ${cursor.id}::uuid)`
  const scored = { where: start ?? Prisma.sql`${key} IS NOT NULL`, by }
  const unscored = {
    where: isBeyondScored
      ? Prisma.sql`${key} IS NULL AND s.id ${after} ${cursor.id}::uuid`
      : Prisma.sql`${key} IS NULL`,
    by: Prisma.sql`s.id ${direction}`,
  }
  return isBeyondScored ? [unscored] : [scored, unscored]
}

/** The cursor that goes on after this row. */
function cursorAfter(row: SummaryRow, sort: RunSort): RunCursor {
  const { column } = ORDERS[sort]
  const key = column === 'occurred_at' ? row.occurredAt.toISOString() : row[column]
  return { sort, key, id: row.id }
}

const position = z.strictObject({ sort: z.enum(runSorts), key: z.union([isoTime, z.number(), z.null()]), id })

/** Where a page ended: the sort, the key of its last row (null = it had none) and that row's id. */
type RunCursor = z.infer<typeof position>

export const runCursors = keysetCursor(position)

/** @throws invalid_input naming `cursor` when it is not one of ours, or belongs to another sort. */
function decodeRunCursor(text: string, sort: RunSort): RunCursor {
  const cursor = runCursors.decode(text)
  const isTime = typeof cursor.key === 'string'
  if (cursor.sort !== sort || isTime !== (sort === 'newest' || sort === 'oldest'))
    throw badCursor(`belongs to another order than "${sort}"`)
  return cursor
}
