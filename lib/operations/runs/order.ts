import { z } from 'zod'
import { id, isoTime } from '@/lib/contracts/primitives'
import type { RunSort } from '@/lib/contracts/runs'
import { runSorts } from '@/lib/contracts/vocabulary'
import { Prisma } from '@/lib/db/generated/client'
import { badCursor, keysetCursor } from '../keyset-cursor'
import type { SummaryRow } from './rows'

/**
 * A section of an order that one index yields: its start condition and its order. `hitsBy`: the same order for word hits `h`,
 * which have only a time.
 */
export type OrderLeg = { where: Prisma.Sql | null; by: Prisma.Sql; hitsBy?: Prisma.Sql }

type Order = { column: 'occurred_at' | 'quality' | 'confidence'; isDescending: boolean }

export const ORDERS: Record<RunSort, Order> = {
  newest: { column: 'occurred_at', isDescending: true },
  oldest: { column: 'occurred_at', isDescending: false },
  quality_low: { column: 'quality', isDescending: false },
  quality_high: { column: 'quality', isDescending: true },
  confidence_low: { column: 'confidence', isDescending: false },
  confidence_high: { column: 'confidence', isDescending: true },
}

export const isByTime = (sort: RunSort) => ORDERS[sort].column === 'occurred_at'

/**
 * The sections of an order from the cursor on. Runs without a score come last in either direction. Each section is one range of
 * one index; ties are broken by id.
 */
export function orderLegs(sort: RunSort, cursor: RunCursor | null): OrderLeg[] {
  const { column, isDescending } = ORDERS[sort]
  const key = Prisma.raw(`s.${column}`)
  const direction = Prisma.raw(isDescending ? 'DESC' : 'ASC')
  const after = Prisma.raw(isDescending ? '<' : '>')
  const by = Prisma.sql`${key} ${direction}, s.id ${direction}`
  if (isByTime(sort)) {
    return [
      {
        where: cursor && Prisma.sql`(${key}, s.id) ${after} (${cursor.key}::timestamptz, ${cursor.id}::uuid)`,
        by,
        hitsBy: Prisma.sql`h.occurred_at ${direction}, h.id ${direction}`,
      },
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

/** The cursor of the page after this row. */
export function cursorAfter(row: SummaryRow, sort: RunSort): RunCursor {
  const { column } = ORDERS[sort]
  const key = column === 'occurred_at' ? row.occurredAt.toISOString() : row[column]
  return { sort, key, id: row.id }
}

const position = z.strictObject({ sort: z.enum(runSorts), key: z.union([isoTime, z.number(), z.null()]), id })

/** Position after a page: its sort, the key of its last row (null = no value) and that row's id. */
export type RunCursor = z.infer<typeof position>

export const runCursors = keysetCursor(position)

/** @throws invalid_input naming `cursor` when it is malformed or belongs to another sort */
export function decodeRunCursor(text: string, sort: RunSort): RunCursor {
  const cursor = runCursors.decode(text)
  const isTime = typeof cursor.key === 'string'
  if (cursor.sort !== sort || isTime !== isByTime(sort)) throw badCursor(`belongs to another order than "${sort}"`)
  return cursor
}
