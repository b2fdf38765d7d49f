import type { Client, ClientBase } from 'pg'
import { onDatabase } from '@/lib/db/on-database'
import { MONTH_OF_MS, type Month, monthlyTables, partitionOf, toPartition } from '@/lib/db/run-months'
import { sortByReferences } from '../table-order'

/** A table with its columns and current number of rows; it comes after the tables it references. */
type TableFacts = { name: string; columns: string[]; rows: number }
export type DatabaseFacts = { migrations: string[]; tables: TableFacts[] }

/**
 * Returns what a backup has to match: the applied migrations and every table, partitioned ones as one. @throws Error if no migration is
 * applied
 */
export async function describeDatabase(client: ClientBase): Promise<DatabaseFacts> {
  const history = await client.query<{ present: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS present`,
  )
  if (!history.rows[0]?.present) throw new Error('the database was never migrated: run `npm run db` first')
  const applied = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  )
  return { migrations: applied.rows.map(({ name }) => name), tables: await describeTables(client) }
}

async function describeTables(client: ClientBase): Promise<TableFacts[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; refers: string[] }>(
    `SELECT c.relname AS name,
       ARRAY(SELECT a.attname::text FROM pg_attribute a
         WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum) AS columns,
       ARRAY(SELECT f.relname::text FROM pg_constraint k JOIN pg_class f ON f.oid = k.confrelid
         WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS refers
     FROM pg_class c
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> '_prisma_migrations'
     ORDER BY c.relname`,
  )
  const counts = await countRows(
    client,
    rows.map(({ name }) => name),
  )
  return sortByReferences(rows).map(({ name, columns }) => ({ name, columns, rows: counts.get(name) ?? 0 }))
}

async function countRows(client: ClientBase, names: readonly string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const selects = names.map(
    (name) => `SELECT ${client.escapeLiteral(name)} AS name, count(*) AS rows FROM ${client.escapeIdentifier(name)}`,
  )
  const { rows } = await client.query<{ name: string; rows: string }>(selects.join(' UNION ALL '))
  return new Map(rows.map((row) => [row.name, Number(row.rows)]))
}

/** Formats a COPY target such as `"run" ("id", "output")`. */
export function copyTarget(client: ClientBase, { name, columns }: Pick<TableFacts, 'name' | 'columns'>): string {
  return `${client.escapeIdentifier(name)} (${columnsOf(client, { columns })})`
}

/** Returns the columns of a table as a list for COPY. */
export function columnsOf(client: ClientBase, { columns }: Pick<TableFacts, 'columns'>): string {
  return columns.map((column) => client.escapeIdentifier(column)).join(', ')
}

/** Called and awaited before each table is copied. */
export type OnTable = (table: string) => void | Promise<void>

/** Runs `work` on a connection of its own. A server that does not answer fails it after ten seconds. */
export const onWholeDatabase = <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> =>
  onDatabase(url, work, { connectionTimeoutMillis: 10_000 })

/** The newest months of a backup, up to this many, get their own partitions again; older ones go to the default partition. */
const MONTHS_MAX = 120

/** Returns the months of the existing runs, derived from their ids. */
export async function findMonths(client: ClientBase): Promise<Month[]> {
  const { rows } = await client.query<{ month: string }>(`
    SELECT DISTINCT ${MONTH_OF_MS} AS month
    FROM (SELECT DISTINCT left(replace(run_id::text, '-', ''), 12) AS ms FROM run_key) i`)
  return rows.map(({ month }) => month).filter((month) => /^\d{4}-\d\d$/.test(month))
}

/** Creates the partitions of these months, in a database without runs. */
export async function makeMonths(client: ClientBase, months: readonly Month[]): Promise<void> {
  for (const month of [...months].sort().slice(-MONTHS_MAX))
    for (const table of monthlyTables) {
      const { rows } = await client.query<{ isThere: boolean }>('SELECT to_regclass($1) IS NOT NULL AS "isThere"', [
        partitionOf(table, month),
      ])
      if (rows[0]?.isThere) continue
      const { create, attach } = toPartition(table, month)
      for (const statement of [...create, attach]) await client.query(statement)
    }
}
