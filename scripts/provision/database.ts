import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { applyMigrations } from '@/lib/db/migrate'
import type { Env } from '@/lib/env'
import { TransientError } from './failures'
import { generateClient } from './generate-client'
import { type RunningPostgres, startPostgres, stopPostgres } from './postgres'
import { hasRoom } from './postgres-state'
import { isAlive } from './processes'
import { Refusal, step, unlessStopped } from './progress'
import type { Part } from './supervise'

export type Database = {
  url: string
  /** Settles when the embedded server dies, with the reason; never for a server given as DATABASE_URL. */
  ended: Promise<string>
  stop: () => Promise<void>
}

const never = new AbortController().signal

/** Starts and migrates a database, and generates the matching Prisma client. It is added to `desk` as soon as it runs. */
export async function prepareDatabase(env: Env, desk: { database?: Database }): Promise<Database> {
  const database = await provideDatabase(env, never)
  desk.database = database
  await prepareSchema(database, never)
  return database
}

/**
 * The database as a supervised part. Its first successful start migrates it. A server given as DATABASE_URL is not supervised: the app
 * reconnects by itself.
 */
export function databasePart(env: Env, isAsBuilt = false): Part {
  let isPrepared = false
  return {
    name: env.DATABASE_URL ? 'The database' : 'PostgreSQL',
    async start(stop) {
      const database = await provideDatabase(env, stop)
      try {
        if (!isPrepared) await prepareSchema(database, stop, isAsBuilt)
        isPrepared = true
      } catch (error) {
        await database.stop()
        throw error
      }
      return { address: database.url, ended: database.ended, stop: database.stop }
    },
  }
}

async function prepareSchema(database: Database, stop: AbortSignal, isAsBuilt = false) {
  if (!isAsBuilt) await step('Prisma client', async (remark) => remark(generateClient() ? 'generated' : 'up to date'))
  await step('Migrations', async (remark) => {
    const died = database.ended.then((how) => {
      throw new TransientError(`the server ended while it was migrated: ${how}`)
    })
    // Imported late, because it reads the tables from the client generated just now.
    const { distributeAdded } = await import('@/lib/operations/distribution/distribute')
    const { undistributeBeforeMonths } = await import('@/lib/operations/distribution/distribute')
    const work = async <T>(one: (url: string) => Promise<T>) =>
      unlessStopped(Promise.race([one(database.url), died]), stop)
    await work(undistributeBeforeMonths)
    const applied = await work(applyMigrations)
    const added = await work(distributeAdded)
    const distributed = added.length === 0 ? '' : `, ${added.length} tables distributed`
    remark(applied.length === 0 ? `up to date${distributed}` : `${applied.length} applied${distributed}`)
  })
}

/** Returns the database to work on: the one of DATABASE_URL, else the embedded server on DATA_DIR. */
async function provideDatabase(env: Env, stop: AbortSignal): Promise<Database> {
  const { DATABASE_URL } = env
  if (DATABASE_URL) {
    await step('Database given as DATABASE_URL', async (remark) =>
      remark(await unlessStopped(readVersion(DATABASE_URL), stop)),
    )
    return { url: DATABASE_URL, ended: new Promise(() => undefined), stop: async () => undefined }
  }
  const server = await step('PostgreSQL', async (remark) => {
    const started = await startPostgres(env.DATA_DIR, true, stop)
    remark(`${started.isReused ? 'was running' : 'started'} on 127.0.0.1:${started.port}`)
    return started
  })
  return { url: server.url, ended: waitForDeath(server, env.DATA_DIR), stop: () => stopPostgres(env.DATA_DIR, server) }
}

/**
 * Returns the version of a PostgreSQL server.
 * @throws Refusal naming DATABASE_URL if it cannot be reached or is too old
 */
export async function readVersion(databaseUrl: string): Promise<string> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
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

/** Polls the pid, because the server may be the child of another process. */
async function waitForDeath(server: RunningPostgres, dataDir: string) {
  while (isAlive(server.pid)) await sleep(200, undefined, { ref: false })
  return hasRoom(dataDir) ? 'its process is gone' : 'no space left on device'
}
