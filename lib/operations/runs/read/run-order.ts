import type { RunSort } from '@/lib/contracts/runs'
import { Prisma } from '@/lib/db/generated/client'
import type { RunCursor } from './run-cursor'
import type { SummaryRow } from './run-row'

/** A stretch of an order that one index yields: where it starts, and how it runs. */
export type OrderLeg = { where: Prisma.Sql | null; by: Prisma.Sql }

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
export function orderLegs(sort: RunSort, cursor: RunCursor | null): OrderLeg[] {
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
export function cursorAfter(row: SummaryRow, sort: RunSort): RunCursor {
  const { column } = ORDERS[sort]
  const key = column === 'occurred_at' ? row.occurredAt.toISOString() : row[column]
  return { sort, key, id: row.id }
}
