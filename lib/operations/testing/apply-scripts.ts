import { readFile } from 'node:fs/promises'
import { onDatabase } from '@/lib/db/on-database'

/**
 * Applies migration scripts, each in one transaction, and records them as done. Does not use the schema engine, which hangs for
 * the rest of its process once a server went away; test files share processes.
 */
export async function applyScripts(databaseUrl: string, names: readonly string[]): Promise<void> {
  await onDatabase(databaseUrl, async (database) => {
    await database.query(`
      create table if not exists _prisma_migrations (
        id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz, migration_name varchar(255) not null,
        logs text, rolled_back_at timestamptz, started_at timestamptz not null default now(), applied_steps_count int not null default 0)`)
    for (const name of names) {
      await database.query(await readFile(`prisma/migrations/${name}/migration.sql`, 'utf8'))
      await database.query(
        `insert into _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
         values (gen_random_uuid(), 'x', now(), $1, 1)`,
        [name],
      )
    }
  })
}
