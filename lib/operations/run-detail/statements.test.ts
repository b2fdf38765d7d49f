import { PrismaPg } from '@prisma/adapter-pg'
import { expect, it } from 'vitest'
import type { Db } from '@/lib/db/client'
import { PrismaClient } from '@/lib/db/generated/client'
import { onConnect } from '@/lib/db/on-connect'
import { sessionOf } from '@/lib/db/session'
import { getDatabaseUrl } from '@/lib/env'
import { reviewRun } from '../reviews/review'
import { ingest, makeProject, runBody } from '../testing/factories'
import { getRun } from './get'

it('the detail of a run is read in few statements, however much there is of it', async () => {
  const test = await makeProject()
  const ids = await ingest(test.key, [
    runBody({ id: 'much', execution: 'ten', attempt: 1, status: 'failed', error: 'who knows' }),
    runBody({ id: 'more', execution: 'ten', attempt: 2 }),
  ])
  const [runId = '', other = ''] = [ids.get('much'), ids.get('more')]
  const reviewer = await test.as('reviewer')
  await reviewRun.run(reviewer, { runId, verdict: 'reject', reason: 'no' })
  for (const name of [runId, other])
    expect((await listStatements((db) => getRun.run({ ...test.key, db }, { runId: name }))).length).toBeLessThanOrEqual(
      8,
    )
})

/** Runs `work` with a client of its own, and returns the statements that it sent outside of transactions. */
async function listStatements(work: (db: Db) => Promise<unknown>): Promise<string[]> {
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
