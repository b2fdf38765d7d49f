import { setTimeout } from 'node:timers/promises'
import type { PrismaPg } from '@prisma/adapter-pg'
import type { Pool, PoolClient } from 'pg'
import { processWide } from '@/lib/process-wide'
import { onConnect } from './on-connect'
import { answerInTime, NoAnswer, querySeparately } from './query-separately'

/** `takenAt`: connections in use, with the time since when (`performance.now()`). */
type Open = { pool: Pool; takenAt: Map<PoolClient, number> }

const watched = processWide('veritasOpen', () => new Set<Open>())

/** Has {@link isSilentWhereOpen} look at the connections of a pool. Returns the pool. */
export function watchPool(pool: Pool): Pool {
  const open: Open = { pool, takenAt: new Map() }
  pool.on('acquire', (client) => open.takenAt.set(client, performance.now()))
  pool.on('release', (_error, client) => open.takenAt.delete(client))
  watched.add(open)
  return pool
}

/** The same for the pool of a database client. */
export function watchConnections(factory: PrismaPg): PrismaPg {
  return onConnect(factory, (adapter) => void watchPool(adapter.underlyingDriver()))
}

const OVERDUE_MS = 1500
/** Of the question below. It is given up earlier, and only then its connection is closed. */
const CLOSED_AFTER_MS = 5000
/** How long a free connection may take to be had: if others were faster, none is free. */
const TAKEN_WITHIN_MS = 200
const READ_WITHIN_MS = 100

/**
 * Whether the database is silent on a connection that this process already has, though it may answer on a new one: its processes stand
 * still, or the network lost the connection. Asked on a free connection; one in use is silent if the database believes that it waits for
 * us. One that works on a statement or waits for a lock is not. Answers within two seconds.
 */
export async function isSilentWhereOpen(databaseUrl: string): Promise<boolean> {
  for (const open of watched) if (open.pool.ending) watched.delete(open)
  const found = await Promise.all([...[...watched].map(isFreeOneSilent), isBusyOneUnheard(databaseUrl)])
  return found.includes(true)
}

async function isFreeOneSilent({ pool }: Open): Promise<boolean> {
  if (pool.idleCount === 0) return false
  const taking = pool.connect()
  const client = await answerInTime(taking, TAKEN_WITHIN_MS).catch(() => null)
  if (client === null) {
    taking.then((late) => late.release()).catch(() => undefined)
    return false
  }
  const ignore = () => undefined
  // Its connection may end while it is ours, which must not end the process.
  client.on('error', ignore)
  const giveBack = (error?: Error) => client.off('error', ignore).release(error)
  const question = { text: 'SELECT 1', query_timeout: CLOSED_AFTER_MS }
  const asking = client.query(question)
  asking.then(() => giveBack(), giveBack)
  // Other errors say that the connection is over: the next one is new.
  return answerInTime(asking).then(
    () => false,
    (error: unknown) => error instanceof NoAnswer,
  )
}

async function isBusyOneUnheard(databaseUrl: string): Promise<boolean> {
  const since = performance.now() - OVERDUE_MS
  const overdue = [...watched].flatMap(({ takenAt }) =>
    [...takenAt].filter(([, at]) => at < since).map(([client, at]) => ({ client, at, takenAt })),
  )
  if (overdue.length === 0) return false
  // Through a pooler these are not the processes of the database, and none is found.
  const rows = await querySeparately<{ pid: number }>(
    databaseUrl,
    `SELECT pid FROM pg_stat_activity WHERE pid IN (${overdue.map(({ client }) => processOf(client)).join()})
      AND state = 'idle' AND state_change < clock_timestamp() - interval '${OVERDUE_MS} ms'`,
  ).catch(() => [])
  if (rows.length === 0) return false
  // An answer may be there that this process, busy with other things, has not read yet.
  await setTimeout(READ_WITHIN_MS)
  const unheard = new Set(rows.map(({ pid }) => pid))
  return overdue.some(({ client, at, takenAt }) => unheard.has(processOf(client)) && takenAt.get(client) === at)
}

/** The process of the database that a connection leads to. */
const processOf = (client: PoolClient): number => ('processID' in client ? Number(client.processID) : 0)
