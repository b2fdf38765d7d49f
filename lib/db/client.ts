import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlQuery } from '@prisma/driver-adapter-utils'
import { getDatabaseUrl } from '@/lib/env'
import { processWide } from '@/lib/process-wide'
import { PrismaClient } from './generated/client'
import { type Adapter, onConnect, onTransaction } from './on-connect'
import { watchConnections } from './open-connections'
import { retryOutdatedStatements, statementNameOf } from './prepared-statements'
import { limitQueries } from './query-limits'
import { noteTransactions } from './raw-statements'
import { SESSION_LIMITS, sessionOf } from './session'

export type Db = PrismaClient
export type Tx = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0]

/**
 * An index of words gathers what is written, and whoever fills the list sorts all of it in. With PostgreSQL's 4 MB that takes up to a fifth
 * of a second, every one or two thousand runs, and what arrives meanwhile waits.
 */
const SHORT_LISTS = '-c gin_pending_list_limit=512kB'

// Limits enforced by the server, so that a stuck session or lock holder does not block others permanently. Waiting for a connection fails
// after ten seconds.
const LIMITS = {
  ...SESSION_LIMITS,
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  // Statements that are under way together are sent together: see `withRawStatements`.
  pipeline: true,
}

/**
 * Returns the client of this process, which connects on first use. A wait for a lock fails after 20 s, a statement after a minute, and a
 * query that is not answered after 24 s, unless it is one of `withLongQueries`.
 */
export function getDb(): Db {
  return processWide('veritasDb', makeClient)
}

function makeClient(): Db {
  const factory = new PrismaPg(
    { ...sessionOf(getDatabaseUrl(), SHORT_LISTS), max: 20, ...LIMITS },
    { statementNameGenerator: (query) => statementNameOf(query) as string },
  )
  // From the one next to the driver to the one next to the client.
  const layers = [limitQueries, watchConnections, forgetArguments, retryOutdatedStatements, noteTransactions]
  return new PrismaClient({
    adapter: layers.reduce((adapter, wrap) => wrap(adapter), factory),
    transactionOptions: { maxWait: 15_000, timeout: 60_000 },
  })
}

type Queryable = Pick<Adapter, 'queryRaw' | 'executeRaw'>

/**
 * Keeps a client from holding on to the arguments of statements that have ended. For its debugging, Prisma's adapter keeps the last 100
 * statements whole, and those of a batch of runs have megabytes.
 */
export function forgetArguments(factory: PrismaPg): PrismaPg {
  return onConnect(factory, (adapter) => {
    forget(adapter)
    onTransaction(adapter, forget)
  })
}

function forget(queryable: Queryable): void {
  queryable.queryRaw = emptied(queryable.queryRaw.bind(queryable))
  queryable.executeRaw = emptied(queryable.executeRaw.bind(queryable))
}

/** Sends a copy, since the caller may send its statement again. */
function emptied<R>(send: (query: SqlQuery) => Promise<R>): (query: SqlQuery) => Promise<R> {
  return async (query) => {
    const sent = { ...query }
    try {
      return await send(sent)
    } finally {
      sent.args = []
    }
  }
}
