import type { ClientBase, Pool } from 'pg'
import { listMigrationNames } from './migration-files'

/** The committed migrations that the database lacks. A database never migrated lacks them all. */
export async function listPendingMigrations(database: Pick<ClientBase | Pool, 'query'>): Promise<string[]> {
  const names = await listMigrationNames()
  const history = await database.query<{ present: boolean }>(
    `select to_regclass('_prisma_migrations') is not null as present`,
  )
  if (!history.rows[0]?.present) return names
  const applied = await database.query<{ migration_name: string }>(
    'select migration_name from _prisma_migrations where finished_at is not null and rolled_back_at is null',
  )
  const done = new Set(applied.rows.map((row) => row.migration_name))
  return names.filter((name) => !done.has(name))
}
