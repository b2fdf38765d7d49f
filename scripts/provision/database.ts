import { setTimeout as sleep } from 'node:timers/promises'
import { onDatabase } from '@/lib/db/on-database'
import { examineServer } from '@/lib/db/server'
import type { Env } from '@/lib/env'
import { appEnvironment } from './app-server'
import { runScript } from './child-script'
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

/**
 * Starts and migrates a database, and generates the matching Prisma client. It is added to `desk` as soon as it runs.
 * @param isFirstRun whether the first key and admin are created: `greeting` then says how to sign in
 */
export async function prepareDatabase(
  env: Env,
  desk: { database?: Database },
  { isFirstRun = false } = {},
): Promise<Database & { greeting: string }> {
  const database = await provideDatabase(env, never)
  desk.database = database
  await step('Prisma client', async (remark) => remark(generateClient() ? 'generated' : 'up to date'))
  const greeting = await setUp(appEnvironment(env, database.url), { isFirstRun })
  return { ...database, greeting }
}

/**
 * The database as a supervised part. Its first successful start migrates it, and sets `greeting` to how to sign in. A server given as
 * DATABASE_URL is not supervised: the app reconnects by itself.
 * @param clientGenerated settles when the Prisma client is there, which the migrations read
 */
export function databasePart(env: Env, clientGenerated: Promise<unknown>): Part & { greeting: string } {
  let isPrepared = false
  const part = {
    name: env.DATABASE_URL ? 'The database' : 'PostgreSQL',
    greeting: '',
    async start(stop: AbortSignal) {
      const database = await provideDatabase(env, stop)
      try {
        if (!isPrepared) {
          await unlessStopped(clientGenerated, stop)
          part.greeting = await setUpWhileAlive(env, database, stop)
        }
        isPrepared = true
      } catch (error) {
        await database.stop()
        throw error
      }
      return { address: database.url, ended: database.ended, stop: database.stop }
    },
  }
  return part
}

/** Ends the set-up with the server: it might wait for an answer that never comes. */
async function setUpWhileAlive(env: Env, { url, ended }: Database, stop: AbortSignal): Promise<string> {
  const dead = new AbortController()
  const died = ended.then((how) => {
    dead.abort()
    throw new TransientError(`the server ended while it was migrated: ${how}`)
  })
  const work = setUp(appEnvironment(env, url), { isFirstRun: true, stop: AbortSignal.any([stop, dead.signal]) })
  return await unlessStopped(Promise.race([work, died]), stop)
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
    const started = await startPostgres(env.DATA_DIR, { stop })
    remark(`${started.isReused ? 'was running' : 'started'} on 127.0.0.1:${started.port}`)
    return started
  })
  return { url: server.url, ended: waitForDeath(server, env.DATA_DIR), stop: () => stopPostgres(env.DATA_DIR, server) }
}

/**
 * Returns the version of a PostgreSQL server.
 * @throws Refusal naming DATABASE_URL if it cannot be reached, or what rules out that the desk works on it
 */
export async function readVersion(databaseUrl: string): Promise<string> {
  try {
    const { version, faults } = await onDatabase(databaseUrl, examineServer, { connectionTimeoutMillis: 10_000 })
    if (faults.length > 0) throw new Refusal(faults.map((fault) => `DATABASE_URL: ${fault}`).join('\n'))
    return `PostgreSQL ${version}`
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(`DATABASE_URL: the database cannot be reached: ${error instanceof Error ? error.message : error}`)
  }
}

/** Polls the pid, because the server may be the child of another process. */
async function waitForDeath(server: RunningPostgres, dataDir: string) {
  while (isAlive(server.pid)) await sleep(200, undefined, { ref: false })
  return hasRoom(dataDir) ? 'its process is gone' : 'no space left on device'
}

type SetUpOptions = { isFirstRun: boolean; stop?: AbortSignal }

/**
 * Migrates the database of an app's environment. At a first run it also creates the first key and admin, and checks the payload store.
 * Returns the message for the person at the terminal: the link that creates the first admin, or what was set up unattended.
 * @throws Refusal if something fails, TransientError if the database went away during it
 */
export async function setUp(environment: NodeJS.ProcessEnv, { isFirstRun, stop }: SetUpOptions): Promise<string> {
  let greeting = ''
  await runScript('scripts/set-up.ts', isFirstRun ? ['--first-run'] : [], {
    environment,
    stop,
    onMessage: (message) => {
      greeting = String(message)
    },
  })
  return greeting
}
