import { v7 as uuid } from 'uuid'

/**
 * The tables partitioned by month, with the column that contains the run id. A run id starts with the time of the run, and with it the
 * month. Partitions are named `run_2026_11`; `run_other` contains ids of months without a partition, `run_before` the rows stored before
 * the tables were partitioned.
 */
export const MONTHLY_TABLES = {
  run: 'id',
  node_run: 'run_id',
  signal: 'run_id',
  score: 'run_id',
  issue: 'run_id',
  run_text: 'run_id',
  trace_facts: 'run_id',
} as const
export type MonthlyTable = keyof typeof MONTHLY_TABLES
export const monthlyTables = Object.keys(MONTHLY_TABLES) as MonthlyTable[]

/** A month in UTC, as 2026-11. */
export type Month = string

export const monthOf = (time: Date): Month => time.toISOString().slice(0, -17)

/** Returns the first instant of a month. */
export const startOfMonth = (month: Month): Date => new Date(`${month}-01T00:00:00.000Z`)

/** Returns the month `count` months later, or earlier if negative. */
export function addMonths(month: Month, count: number): Month {
  const start = startOfMonth(month)
  start.setUTCMonth(start.getUTCMonth() + count)
  return monthOf(start)
}

/** Returns the name of a table's partition for a month. */
export const partitionOf = (table: MonthlyTable, month: Month): string => `${table}_${month.replace('-', '_')}`

/** Returns the SQL that creates the table of a month, and the SQL that attaches it as a partition. */
export function toPartition(table: MonthlyTable, month: Month): { create: string[]; attach: string } {
  const name = partitionOf(table, month)
  const { from, to } = idsOf(month)
  // LIKE does not copy the statistics target of a column.
  const noted = table === 'run_text' ? [`ALTER TABLE "${name}" ALTER COLUMN words SET STATISTICS 400`] : []
  return {
    create: [`CREATE TABLE "${name}" (LIKE "${table}" INCLUDING ALL)`, ...noted],
    attach: `ALTER TABLE "${table}" ATTACH PARTITION "${name}" FOR VALUES FROM ('${from}') TO ('${to}')`,
  }
}

/** Returns the lower bound of ids of runs at that time or later; ids of earlier runs are below it. */
export function firstRunIdOf(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0').padEnd(32, '0')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Returns the id range of a month: `from` included, `to` excluded. */
export function idsOf(month: Month): { from: string; to: string } {
  return { from: firstRunIdOf(startOfMonth(month)), to: firstRunIdOf(startOfMonth(addMonths(month, 1))) }
}

/** SQL: the month of the first twelve hex digits of an id (its milliseconds), given in a column `ms`. */
export const MONTH_OF_MS = `to_char(to_timestamp(('x' || ms)::bit(48)::bigint / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM')`

/** Returns the time in a run's id: when it occurred, or else when it was received. */
export const timeOfRunId = (id: string): Date => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16))

let sequence = Math.floor(Math.random() * 2 ** 31)

/** Returns a new run id for that time; of two in the same millisecond the later one sorts last. */
export function newRunId(occurredAt: Date): string {
  sequence = (sequence + 1) >>> 0
  return uuid({ msecs: Math.max(0, occurredAt.getTime()), seq: sequence })
}
