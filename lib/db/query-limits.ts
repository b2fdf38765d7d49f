import { AsyncLocalStorage } from 'node:async_hooks'
import type { PrismaPg } from '@prisma/adapter-pg'
import { processWide } from '@/lib/process-wide'
import { onConnect } from './on-connect'

/** How long the database may owe an answer, in ms: longer than the wait for a lock, after which it says so itself. */
export const QUERY_LIMIT_MS = 24_000
/** The same for work that nobody waits for: longer than a statement may take, after which the database says so itself. */
export const LONG_QUERY_LIMIT_MS = 65_000

const limit = processWide('veritasQueryLimit', () => new AsyncLocalStorage<number>())

/** Runs `work`, whose queries may take as long as the database allows a statement. */
export function withLongQueries<T>(work: () => T): T {
  return limit.run(LONG_QUERY_LIMIT_MS, work)
}

/**
 * Fails the queries that are not answered in time: the limits inside the database do not help when it stands still or the network swallows
 * its answer. The driver closes the connection of such a query, so that a late answer reaches nobody.
 */
export function limitQueries(factory: PrismaPg, limitMs = QUERY_LIMIT_MS): PrismaPg {
  return onConnect(factory, (adapter) => {
    const pool = adapter.underlyingDriver()
    limitOwn(pool, limitMs)
    pool.on('connect', (client) => limitOwn(client, limitMs))
  })
}

type Send = (query: unknown, ...rest: unknown[]) => unknown

function limitOwn(target: object, limitMs: number): void {
  const queryable = target as { query: Send }
  const send = queryable.query.bind(target)
  queryable.query = (query, ...rest) =>
    send(typeof query === 'object' ? { query_timeout: limit.getStore() ?? limitMs, ...query } : query, ...rest)
}
