import { PrismaPg } from '@prisma/adapter-pg'
import { getEnv } from '@/lib/env'
import { PrismaClient } from './generated/client'

export type Db = PrismaClient
export type Tx = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0]

// Kept on globalThis because a development reload would otherwise open a new pool each time.
const kept = globalThis as typeof globalThis & { veritasDb?: PrismaClient }

/** The one client of this process. */
export function getDb(): Db {
  kept.veritasDb ??= new PrismaClient({
    adapter: new PrismaPg({ connectionString: getEnv().DATABASE_URL, max: 20 }),
    transactionOptions: { maxWait: 15_000, timeout: 60_000 },
  })
  return kept.veritasDb
}
