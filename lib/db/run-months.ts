import { v7 as uuid } from 'uuid'

/**
 * What is wide of a run is partitioned by the id of the run, which carries the month that it occurred in: of each table its key in that.
 * Partitions are `run_2026_11` and the like; `run_other` holds ids of no month that is there, `run_before` what was stored before there
 * were months.
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

/** A month of UTC as 2026-11. */
export type Month = string

export const monthOf = (time: Date): Month => time.toISOString().slice(0, -17)

/** The first instant of a month. */
export const startOfMonth = (month: Month): Date => new Date(`${month}-01T00:00:00.000Z`)

/** The month that is so many months later, or earlier. */
export function addMonths(month: Month, count: number): Month {
  const start = startOfMonth(month)
  start.setUTCMonth(start.getUTCMonth() + count)
  return monthOf(start)
}

/** The partition of a table for a month. */
export const partitionOf = (table: MonthlyTable, month: Month): string => `${table}_${month.replace('-', '_')}`

/** SQL that makes the table of a month, and that makes it a partition. */
export function toPartition(table: MonthlyTable, month: Month): { create: string[]; attach: string } {
  const name = partitionOf(table, month)
  const { from, to } = idsOf(month)
  // The target of a column's statistics is no part of LIKE.
  const noted = table === 'run_text' ? [`ALTER TABLE "${name}" ALTER COLUMN words SET STATISTICS 400`] : []
  return {
    create: [`CREATE TABLE "${name}" (LIKE "${table}" INCLUDING ALL)`, ...noted],
    attach: `ALTER TABLE "${table}" ATTACH PARTITION "${name}" FOR VALUES FROM ('${from}') TO ('${to}')`,
  }
}

/** Below every id of a run that occurred at that time or later, and above every id of an earlier one. */
export function firstRunIdOf(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0').padEnd(32, '0')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The ids of a month: from the first, to below the second. */
export function idsOf(month: Month): { from: string; to: string } {
  return { from: firstRunIdOf(startOfMonth(month)), to: firstRunIdOf(startOfMonth(addMonths(month, 1))) }
}

/** SQL: the month of the first twelve digits of an id, which are its milliseconds, in a column `ms`. */
export const MONTH_OF_MS = `to_char(to_timestamp(('x' || ms)::bit(48)::bigint / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM')`

/** When the run of this id occurred, or came. */
export const timeOfRunId = (id: string): Date => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16))

let sequence = Math.floor(Math.random() * 2 ** 31)

/** A new id of a run that occurred at that time; of two of the same millisecond the one made later comes later. */
export function newRunId(occurredAt: Date): string {
  sequence = (sequence + 1) >>> 0
  return uuid({ msecs: Math.max(0, occurredAt.getTime()), seq: sequence })
}
