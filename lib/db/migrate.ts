import { Client } from 'pg'
import { createSchemaEngine } from './schema-engine'
import { readMigrations, readSchema } from './migration-files'

// Any constant will do: it only has to be the same for every process that migrates.
const advisoryLock = 7_302_611

const noFilters = { externalTables: [], externalEnums: [] }

/** A migration failed; the database is as it was before that migration. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/**
 * Applies the committed migrations that the database lacks, in order, each as one transaction, and writes the ordinary
 * `_prisma_migrations` history. Safe to call from several processes at once: they wait for each other.
 * @returns the names applied now.
 * @throws MigrationError with the database's own words.
 */
export async function applyMigrations(databaseUrl: string): Promise<string[]> {
  const session = new Client({ connectionString: databaseUrl })
  await session.connect()
  try {
    await session.query('select pg_advisory_lock($1)', [advisoryLock])
    return await applyLocked(databaseUrl)
  } finally {
    await session.end()
  }
}

async function applyLocked(databaseUrl: string) {
  const engine = await createSchemaEngine(databaseUrl, [await readSchema()])
  try {
    const migrationsList = await readMigrations()
    const history = await engine.diagnoseMigrationHistory({
      migrationsList,
      optInToShadowDatabase: false,
      filters: noFilters,
    })
    // A migration cut off by a crash was rolled back by PostgreSQL, so it can simply run again.
    for (const migrationName of history.failedMigrationNames) await engine.markMigrationRolledBack({ migrationName })
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: noFilters })
    return appliedMigrationNames
  } catch (error) {
    throw new MigrationError(`The migrations could not be applied: ${messageOf(error)}`, { cause: error })
  } finally {
    engine.free()
  }
}

function messageOf(error: unknown) {
  return error instanceof Error ? error.message : String(error)
}
