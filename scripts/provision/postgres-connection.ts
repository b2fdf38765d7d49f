import { setTimeout as sleep } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { superuser } from './cluster'
import { isAlive } from './processes'
import { announce, Refusal, unlessStopped } from './progress'

const databaseName = 'veritas'

type Door = { port: number; password: string }

/** Returns the URL of the app's database on an embedded server. */
export function databaseUrl(door: Door): string {
  return urlOf(door, databaseName)
}

/**
 * Waits until the server accepts connections, for as long as its process lives, because crash recovery may take long. Resolves to false if
 * the process ends first.
 * @throws the reason of `stop` if that comes first
 */
export async function becomesReady(pid: number, door: Door, stop: AbortSignal): Promise<boolean> {
  const startedAt = Date.now()
  let isAnnounced = false
  while (isAlive(pid)) {
    if (await unlessStopped(accepts(door), stop)) return true
    if (!isAnnounced && Date.now() - startedAt > 5_000) {
      announce('PostgreSQL is recovering after an unclean stop')
      isAnnounced = true
    }
    await sleep(40)
  }
  return false
}

/** Creates the app's database unless it exists. */
export async function ensureDatabase(door: Door): Promise<void> {
  const client = connection(door)
  try {
    await client.connect()
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (rowCount === 0) await client.query(`create database ${databaseName}`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function accepts(door: Door) {
  const client = connection(door)
  try {
    await client.connect()
    return true
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '28P01') {
      throw new Refusal(
        'The database refuses the password in postgres.json: that file does not belong to this database.',
      )
    }
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

function connection(door: Door) {
  const client = new Client({ connectionString: urlOf(door, 'postgres'), connectionTimeoutMillis: 10_000 })
  // Without a listener, a server that dies while a connection is open would end this process.
  client.on('error', () => undefined)
  return client
}

function urlOf({ port, password }: Door, database: string) {
  return `postgresql://${superuser}:${password}@127.0.0.1:${port}/${database}`
}
