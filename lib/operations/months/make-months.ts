import type { Db, Tx } from '@/lib/db/client'
import { databaseCode, LOCK_NOT_AVAILABLE } from '@/lib/db/database-code'
import { Prisma } from '@/lib/db/generated/client'
import {
  addMonths,
  idsOf,
  MONTH_OF_MS,
  MONTHLY_TABLES,
  type Month,
  type MonthlyTable,
  monthlyTables,
  monthOf,
  partitionOf,
  startOfMonth,
  timeOfRunId,
  toPartition,
} from '@/lib/db/run-months'
import { inTransaction } from '@/lib/db/transaction'
import { log } from '@/lib/log'

/**
 * Creates the upcoming months, and those with rows in the default partition, which are moved. Idempotent and safe to run concurrently.
 * Returns the created months.
 */
export async function makeMonths(db: Db, now: Date): Promise<Month[]> {
  const wanted = [...monthsAhead(now), ...(await findOtherMonths(db))]
  const existing = await loadMonths(db)
  const missing = [...new Set(wanted)].filter((month) => isMonthMissing(month, existing, now))
  for (const month of missing) await makeMonth(db, month)
  if (missing.length > 0) await analyzeKeys(db)
  return missing
}

const kept = new WeakMap<Db, Kept>()
type Kept = { existing: Months; making: Promise<void>; restUntil: number }
const REST_MS = 60_000

/**
 * Creates missing months of these times before their runs are stored, outside of that transaction, so that nothing is blocked. If a month
 * cannot be created now, its runs go to the default partition, and the job moves them.
 */
export async function ensureMonths(db: Db, times: readonly Date[], now: Date): Promise<void> {
  const wanted = [...new Set(times.map(monthOf))]
  const known = kept.get(db)
  if (known && !wanted.some((month) => isMonthMissing(month, known.existing, now))) return
  const state = known ?? { existing: await loadMonths(db), making: Promise.resolve(), restUntil: 0 }
  kept.set(db, state)
  state.making = state.making.then(() => makeMissing(db, wanted, state, now))
  await state.making
}

async function makeMissing(db: Db, wanted: readonly Month[], state: Kept, now: Date): Promise<void> {
  if (!wanted.some((month) => isMonthMissing(month, state.existing, now)) || performance.now() < state.restUntil) return
  try {
    state.existing = await loadMonths(db)
    for (const month of wanted) if (isMonthMissing(month, state.existing, now)) await makeMonth(db, month)
    state.existing = await loadMonths(db)
  } catch (error) {
    state.restUntil = performance.now() + REST_MS
    log.warn({ err: error }, 'a month could not be made; its runs go with those of other months')
  }
}

// Any constant that no other advisory lock uses.
const LOCK = 73_027
const TRIES = 5
/** The lock is needed only briefly on tables that others read: if it is not free, they go first. */
const PATIENCE = '500ms'
const CHECK_VIOLATION = '23514'

async function makeMonth(db: Db, month: Month): Promise<void> {
  for (const table of monthlyTables) await makePartition(db, table, month)
}

/** Uses one transaction per table, so that it never holds the locks of two. */
async function makePartition(db: Db, table: MonthlyTable, month: Month): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return await inTransaction({ db }, (tx) => attachPartition(tx, table, month))
    } catch (error) {
      // A row of that month may have arrived in the default partition after the check.
      const isPassing = [LOCK_NOT_AVAILABLE, CHECK_VIOLATION].includes(databaseCode(error))
      if (tries >= TRIES || !isPassing) throw error
    }
}

async function attachPartition(tx: Tx, table: MonthlyTable, month: Month): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(${LOCK}::int, 0)::text`
  const name = partitionOf(table, month)
  const existing = await tx.$queryRaw<object[]>`SELECT 1 FROM pg_class WHERE oid = to_regclass(${name})`
  if (existing.length > 0) return
  await tx.$executeRawUnsafe(`SET LOCAL lock_timeout = '${PATIENCE}'`)
  const { create, attach } = toPartition(table, month)
  const { from, to } = idsOf(month)
  const others = `"${table}_other" WHERE ${MONTHLY_TABLES[table]} >= '${from}' AND ${MONTHLY_TABLES[table]} < '${to}'`
  for (const statement of create) await tx.$executeRawUnsafe(statement)
  const early = await tx.$queryRawUnsafe<object[]>(`SELECT 1 FROM ${others} LIMIT 1`)
  if (early.length > 0) {
    // A reader lists the partitions before it waits for one of them: without the first lock it would read the emptied one alone.
    await tx.$executeRawUnsafe(`LOCK TABLE ONLY "${table}" IN ACCESS EXCLUSIVE MODE`)
    await tx.$executeRawUnsafe(`LOCK TABLE "${table}_other" IN ACCESS EXCLUSIVE MODE`)
    await tx.$executeRawUnsafe(
      `WITH moved AS (DELETE FROM ${others} RETURNING *) INSERT INTO "${name}" SELECT * FROM moved`,
    )
  }
  await tx.$executeRawUnsafe(attach)
}

/** Autovacuum does not analyze partitioned tables as a whole, and the planner needs these statistics of their keys for joins. */
async function analyzeKeys(db: Db): Promise<void> {
  for (const table of monthlyTables)
    await db.$executeRawUnsafe(`ANALYZE "${table}" (project_id, ${MONTHLY_TABLES[table]})`)
}

/** `months`: those that have a partition of every table. `before`: the end of the separate partition of all earlier data. */
type Months = { months: ReadonlySet<Month>; before: Date | null }

type Partition = { name: string; bounds: string }

/** Reads the existing partitions. */
export async function loadMonths(db: Db | Tx): Promise<Months> {
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
function isMonthMissing(month: Month, { months, before }: Months, now: Date): boolean {
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
