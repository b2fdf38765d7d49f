import { PrismaPg } from '@prisma/adapter-pg'
import { getEnv } from '@/lib/env'
import { SESSION_OPTIONS } from './citus'
import { PrismaClient } from './generated/client'
import { askingAnew, planNameOf } from './kept-plans'

export type Db = PrismaClient
export type Tx = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0]

// Kept on globalThis because a development reload would otherwise open a new pool each time.
const kept = globalThis as typeof globalThis & { veritasDb?: PrismaClient }

// What the server ends by itself, so that one that holds a lock, or is stuck, holds up no one for good: longer than anything that works
// takes. A connection that nobody gives within ten seconds is refused.
const LIMITS = {
  statement_timeout: 60_000,
  lock_timeout: 20_000,
  idle_in_transaction_session_timeout: 150_000,
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  options: SESSION_OPTIONS,
}

/** The one client of this process. */
export function getDb(): Db {
  kept.veritasDb ??= new PrismaClient({
    adapter: askingAnew(
      new PrismaPg(
        { connectionString: getEnv().DATABASE_URL, max: 20, ...LIMITS },
        { statementNameGenerator: (query) => planNameOf(query) as string },
      ),
    ),
    transactionOptions: { maxWait: 15_000, timeout: 60_000 },
  })
  return kept.veritasDb
}
