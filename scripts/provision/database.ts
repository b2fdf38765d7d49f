import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { applyMigrations } from '@/lib/db/migrate'
import type { Env } from '@/lib/env'
import { generateClient } from './generate-client'
import { type RunningPostgres, startPostgres, stopPostgres } from './postgres'
import { isAlive } from './processes'
import { Refusal, step } from './progress'

export type Database = {
  url: string
  /** Settles when the embedded server dies; never for a server given as DATABASE_URL. */
  died: Promise<void>
  stop: () => Promise<void>
}

/** A database that is up and migrated, and a Prisma client that fits it. It is put on the desk as soon as it runs. */
export async function prepareDatabase(env: Env, desk: { database?: Database }): Promise<Database> {
  const database = await provideDatabase(env)
  desk.database = database
  await step('Prisma client', async (remark) => remark(generateClient() ? 'generated' : 'up to date'))
  await step('Migrations', async (remark) => {
    const applied = await applyMigrations(database.url)
    remark(applied.length === 0 ? 'up to date' : `${applied.length} applied`)
  })
  return database
}

/** The database to work on: the one named by DATABASE_URL, else the embedded server on DATA_DIR. */
async function provideDatabase(env: Env): Promise<Database> {
  const { DATABASE_URL } = env
  if (DATABASE_URL) {
    await step('Database given as DATABASE_URL', async (remark) => remark(await readVersion(DATABASE_URL)))
    return { url: DATABASE_URL, died: new Promise(() => undefined), stop: async () => undefined }
  }
  const server = await step('PostgreSQL', async (remark) => {
    const started = await startPostgres(env.DATA_DIR)
    remark(`${started.isReused ? 'was running' : 'started'} on 127.0.0.1:${started.port}`)
    return started
  })
  return { url: server.url, died: waitForDeath(server), stop: () => stopPostgres(env.DATA_DIR, server) }
}

/**
 * The version of a PostgreSQL server.
 * @throws Refusal naming DATABASE_URL when it cannot be reached or is too old.
 */
export async function readVersion(databaseUrl: string): Promise<string> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version: string; number: number }>(
      `select current_setting('server_version') as server_version, current_setting('server_version_num')::int as number`,
    )
    const [version] = rows
    if (!version || version.number < 150_000) {
      throw new Refusal(`DATABASE_URL: PostgreSQL ${version?.server_version} is too old, 15 or newer is needed.`)
    }
    return `PostgreSQL ${version.server_version}`
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(`DATABASE_URL: the database cannot be reached: ${error instanceof Error ? error.message : error}`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function waitForDeath(server: RunningPostgres) {
  while (isAlive(server.pid)) await sleep(1_000, undefined, { ref: false })
}
