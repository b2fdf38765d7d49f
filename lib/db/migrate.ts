import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import { Client, type ClientBase, type Pool } from 'pg'
import { listMigrationNames, readMigrations, readSchema, withSchemaEngine } from './schema-engine'

/** Of whoever changes the tables. Any constant will do: it only has to be the same for every process that does. */
export const SCHEMA_LOCK = 7_302_611

const noFilters = { externalTables: [], externalEnums: [] }

/** A migration failed; the database is as it was before that migration. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/**
 * Applies the committed migrations that the database lacks, in order, each as one transaction, and writes the ordinary
 * `_prisma_migrations` history. Safe to call from several processes at once: they wait for each other.
 * @returns the names applied now.
 * @throws MigrationError with the database's own words, or when the database was migrated by a release that this one does not know.
 */
export async function applyMigrations(databaseUrl: string): Promise<string[]> {
  const session = new Client({ connectionString: databaseUrl })
  // Without a listener a server that dies meanwhile would end the process; the work that it cuts off fails anyhow.
  session.on('error', () => undefined)
  try {
    await session.connect()
    await session.query('select pg_advisory_lock($1)', [SCHEMA_LOCK])
    await refuseUnknown(session)
    return await withSchemaEngine(databaseUrl, await readSchema(), applyWith)
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error)
    throw new MigrationError(`The migrations could not be applied: ${words}`, { cause: error })
  } finally {
    await session.end().catch(() => undefined)
  }
}

async function applyWith(engine: SchemaEngine) {
  const migrationsList = await readMigrations()
  const { failedMigrationNames } = await engine.diagnoseMigrationHistory({
    migrationsList,
    optInToShadowDatabase: false,
    filters: noFilters,
  })
  // A migration that failed or was cut off left nothing behind, since each is one transaction: it can simply run again.
  for (const migrationName of failedMigrationNames) await engine.markMigrationRolledBack({ migrationName })
  const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: noFilters })
  return appliedMigrationNames
}

/** An older release could misread what a newer one has made of its tables, and drop what it wrote. */
async function refuseUnknown(database: ClientBase): Promise<void> {
  const known = new Set(await listMigrationNames())
  const unknown = (await listAppliedMigrations(database)).filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new Error(
      `the database was migrated by another release (${unknown.join(', ')}): start that one, or a newer one`,
    )
}

/** The committed migrations that the database lacks. A database never migrated lacks them all. */
export async function listPendingMigrations(database: Pick<ClientBase | Pool, 'query'>): Promise<string[]> {
  const applied = new Set(await listAppliedMigrations(database))
  return (await listMigrationNames()).filter((name) => !applied.has(name))
}

/** The migrations that the database has gone through to their end. */
async function listAppliedMigrations(database: Pick<ClientBase | Pool, 'query'>): Promise<string[]> {
  const history = await database.query<{ present: boolean }>(
    `select to_regclass('_prisma_migrations') is not null as present`,
  )
  if (!history.rows[0]?.present) return []
  const applied = await database.query<{ migration_name: string }>(
    'select migration_name from _prisma_migrations where finished_at is not null and rolled_back_at is null',
  )
  return applied.rows.map((row) => row.migration_name)
}
