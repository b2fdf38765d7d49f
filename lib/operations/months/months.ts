import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import {
  addMonths,
  MONTH_OF_MS,
  MONTHLY_TABLES,
  type Month,
  monthlyTables,
  monthOf,
  partitionOf,
  startOfMonth,
  timeOfRunId,
} from '@/lib/db/run-months'

/** `months`: those that have a partition of every table. `before`: the end of the separate partition of all earlier data. */
export type Months = { months: ReadonlySet<Month>; before: Date | null }

type Partition = { name: string; bounds: string }

/** Reads the existing partitions. */
export async function readMonths(db: Db | Tx): Promise<Months> {
  const partitions = await db.$queryRaw<Partition[]>`
    SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bounds
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = ANY(${monthlyTables.map((table) => `"${table}"`)}::text[]::regclass[])`
  const names = new Set(partitions.map(({ name }) => name))
  const months = [...names].flatMap((name) => /^run_(\d{4})_(\d\d)$/.exec(name)?.slice(1, 3).join('-') ?? [])
  const bound = partitions.map(({ bounds }) => /FROM \(MINVALUE\) TO \('([^']+)'\)/.exec(bounds)?.[1]).find(Boolean)
  return {
    months: new Set(months.filter((month) => monthlyTables.every((table) => names.has(partitionOf(table, month))))),
    before: bound ? timeOfRunId(bound) : null,
  }
}

/** Months are created this far back for late runs, and this far ahead. Runs outside go to the default partition. */
const BACK = 60
const AHEAD = 2

/** The months that are created in advance: this one and the next ones. */
export function monthsAhead(now: Date): Month[] {
  return Array.from({ length: AHEAD + 1 }, (_, ahead) => addMonths(monthOf(now), ahead))
}

/** Whether a month should have its own partitions and does not. */
export function isMonthMissing(month: Month, { months, before }: Months, now: Date): boolean {
  if (months.has(month) || (before !== null && startOfMonth(month) < before)) return false
  return month >= addMonths(monthOf(now), -BACK) && month <= addMonths(monthOf(now), AHEAD)
}

/** Returns the months of the ids in the default partitions. */
export async function findOtherMonths(db: Db | Tx): Promise<Month[]> {
  const selects = monthlyTables.map((table) => {
    const key = Prisma.raw(MONTHLY_TABLES[table])
    return Prisma.sql`SELECT left(replace(${key}::text, '-', ''), 12) AS ms FROM ${Prisma.raw(`${table}_other`)}`
  })
  const rows = await db.$queryRaw<{ month: string }[]>`
    SELECT DISTINCT ${Prisma.raw(MONTH_OF_MS)} AS month
    FROM (${Prisma.join(selects, ' UNION ')}) o`
  return rows.map(({ month }) => month).sort()
}
