import { describe, expect, it } from 'vitest'
import { getDb, type Tx } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { makeProject, runBody, takeIn } from '../testing/factories'
import { insertReviewItems, refreshReviewItems } from './review-items'

const RUNS = 200

/** The rows that this connection has read from a table and not yet reported; the rows of earlier transactions can be among them. */
async function countReads(tx: Tx, table: 'run_summary' | 'review_item'): Promise<number> {
  const [row] = await tx.$queryRaw<{ reads: number }[]>`
    SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS reads FROM pg_stat_xact_user_tables WHERE relname = ${table}`
  return row?.reads ?? 0
}

const flagged = () => Array.from({ length: RUNS }, (_, place) => runBody({ id: `run-${place}`, status: 'failed' }))

describe('review items', () => {
  it('of one run are computed from its own rows, also in a project that the planner knows nothing of', async () => {
    const known = await makeProject()
    await takeIn(known.key, flagged())
    await getDb().$executeRawUnsafe('ANALYZE run_summary, review_item')
    const unknown = await makeProject()
    const ids = await takeIn(unknown.key, flagged())
    const runId = ids.get('run-7') ?? ''
    for (const write of [insertReviewItems, refreshReviewItems])
      await inTransaction({ db: getDb() }, async (tx) => {
        const before = { runs: await countReads(tx, 'run_summary'), items: await countReads(tx, 'review_item') }
        await write(tx, unknown.project.id, [{ runId }])
        expect((await countReads(tx, 'run_summary')) - before.runs).toBeLessThan(5)
        if (write === insertReviewItems) expect((await countReads(tx, 'review_item')) - before.items).toBeLessThan(5)
      })
  })
})
