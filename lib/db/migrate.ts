import type { SchemaEngine } from '@prisma/schema-engine-wasm'
import { Client, type ClientBase, type Pool } from 'pg'
import { APPLIED_MIGRATIONS, type Applied, SCHEMA_LOCK } from './release'
import { listMigrationNames, readMigrations, readSchema, withSchemaEngine } from './schema-engine'
import { liftLimits, sessionOf } from './session'

/** How many migrations of another release are named, the newest first. */
const NAMED = 3

const noFilters = { externalTables: [], externalEnums: [] }

/** A migration failed; the database is as it was before that migration. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/**
 * Applies the pending migrations in order, each in one transaction, and writes the ordinary `_prisma_migrations` history. Safe to call from
 * several processes at the same time: they wait for each other.
 * @returns the names applied by this call
 * @throws MigrationError with the database's message, or if the database was migrated by a release unknown to this one
 */
export async function applyMigrations(databaseUrl: string): Promise<string[]> {
  const session = new Client(sessionOf(databaseUrl))
  // Without a listener, a server that dies would end the process; the interrupted query fails anyway.
  session.on('error', () => undefined)
  try {
    await session.connect()
    await liftLimits(session)
    // Held by a transaction, since a pooler may give the next statement to another session.
    await session.query('begin')
    await session.query('select pg_advisory_xact_lock($1)', [SCHEMA_LOCK])
    await refuseUnknown(session)
    // Starting the engine takes half a second and 60 MB.
    if ((await listPendingMigrations(session)).length === 0) return []
    return await withSchemaEngine(databaseUrl, await readSchema(), applyWith, noteApplied)
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
  // Each migration is one transaction with the note that it is applied, so one without it left nothing behind and can run again.
  for (const migrationName of failedMigrationNames) await engine.markMigrationRolledBack({ migrationName })
  const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: noFilters })
  return appliedMigrationNames
}

/**
 * Notes in the transaction of a migration that it is applied. The engine does so only after the commit: a process that ended in between would
 * leave a migration that can neither run again nor counts as applied.
 */
async function noteApplied(database: ClientBase, script: string): Promise<void> {
  const { migrationDirectories } = await readMigrations()
  const names = migrationDirectories
    .filter(({ migrationFile }) => migrationFile.content.value === script)
    .map((migration) => migration.path)
  if (names.length === 0) return
  await database.query(
    `update _prisma_migrations set finished_at = now()
     where migration_name = any($1) and finished_at is null and rolled_back_at is null`,
    [names],
  )
}

/** Refuses migrations that this release does not know: it could misread the newer tables and lose data. */
async function refuseUnknown(database: ClientBase): Promise<void> {
  const known = new Set(await listMigrationNames())
  const unknown = (await listAppliedMigrations(database)).filter((name) => !known.has(name))
  if (unknown.length === 0) return
  const newest = unknown.toSorted().toReversed().slice(0, NAMED)
  const more = unknown.length > newest.length ? ` and ${unknown.length - newest.length} more` : ''
  throw new Error(
    `the database was migrated by another release (${newest.join(', ')}${more}): start that one, or a newer one`,
  )
}

/** Returns the committed migrations that the database lacks: all of them, if it was never migrated. */
export async function listPendingMigrations(database: Pick<ClientBase | Pool, 'query'>): Promise<string[]> {
  const applied = new Set(await listAppliedMigrations(database))
  return (await listMigrationNames()).filter((name) => !applied.has(name))
}

/** Returns the migrations that the database has completed. */
async function listAppliedMigrations(database: Pick<ClientBase | Pool, 'query'>): Promise<string[]> {
  const history = await database.query<{ present: boolean }>(
    `select to_regclass('_prisma_migrations') is not null as present`,
  )
  if (!history.rows[0]?.present) return []
  const applied = await database.query<Applied>(APPLIED_MIGRATIONS)
  return applied.rows.map((row) => row.migration_name)
}
