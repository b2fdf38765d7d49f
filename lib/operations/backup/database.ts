import { Client, type ClientBase } from 'pg'
import { SESSION_OPTIONS } from '@/lib/db/citus'

/** A table and its columns; of those that refer to another it comes after. `rows` as they are now. */
type TableFacts = { name: string; columns: string[]; rows: number }
export type DatabaseFacts = { migrations: string[]; tables: TableFacts[] }

/** What a backup has to fit: the migrations applied, and every table of the desk; one in partitions is one table. @throws Error where none are applied. */
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
  return inOrder(rows).map(({ name, columns }) => ({ name, columns, rows: counts.get(name) ?? 0 }))
}

/** Each after all that it refers to. */
function inOrder<T extends { name: string; refers: string[] }>(tables: readonly T[]): T[] {
  const ordered: T[] = []
  const done = new Set<string>()
  while (ordered.length < tables.length) {
    const ready = tables.filter(({ name, refers }) => !done.has(name) && refers.every((other) => done.has(other)))
    if (ready.length === 0) throw new Error('tables refer to each other in a circle')
    for (const table of ready) done.add(table.name)
    ordered.push(...ready)
  }
  return ordered
}

async function countRows(client: ClientBase, names: readonly string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const selects = names.map(
    (name) => `SELECT ${client.escapeLiteral(name)} AS name, count(*) AS rows FROM ${client.escapeIdentifier(name)}`,
  )
  const { rows } = await client.query<{ name: string; rows: string }>(selects.join(' UNION ALL '))
  return new Map(rows.map((row) => [row.name, Number(row.rows)]))
}

/** `"run" ("id", "output")`, as COPY takes it. */
export function copyTarget(client: ClientBase, { name, columns }: Pick<TableFacts, 'name' | 'columns'>): string {
  return `${client.escapeIdentifier(name)} (${columnsOf(client, { columns })})`
}

/** The columns of a table, by name. */
export function columnsOf(client: ClientBase, { columns }: Pick<TableFacts, 'columns'>): string {
  return columns.map((column) => client.escapeIdentifier(column)).join(', ')
}

/** Told of each table before it is copied, and waited for. */
export type OnTable = (table: string) => void | Promise<void>

/**
 * Work on a connection of its own, outside the pool.
 * @throws Error with `code` ECONNREFUSED and the like where the database cannot be reached.
 */
export async function onDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000, options: SESSION_OPTIONS })
  // A connection that dies fails what is under way; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
