import { PrismaPg } from '@prisma/adapter-pg'
import type { Db } from '@/lib/db/client'
import { PrismaClient } from '@/lib/db/generated/client'
import { onConnect } from '@/lib/db/on-connect'
import { sessionOf } from '@/lib/db/session'
import { getDatabaseUrl } from '@/lib/env'

/** Runs `work` with a client of its own, and returns the statements that it sent outside of transactions. */
export async function listStatements(work: (db: Db) => Promise<unknown>): Promise<string[]> {
  const sent: string[] = []
  const adapter = onConnect(new PrismaPg(sessionOf(getDatabaseUrl())), (driver) => {
    const ask = driver.queryRaw.bind(driver)
    driver.queryRaw = (query) => {
      sent.push(query.sql)
      return ask(query)
    }
  })
  const db = new PrismaClient({ adapter })
  try {
    await work(db)
  } finally {
    await db.$disconnect()
  }
  return sent
}
