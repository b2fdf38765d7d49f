import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { countReads } from '../testing/count-reads'
import { ingest, makeProject, runBody } from '../testing/factories'
import { insertReviewItems, refreshReviewItems } from './review-items'

const RUNS = 200

const flagged = () => Array.from({ length: RUNS }, (_, place) => runBody({ id: `run-${place}`, status: 'failed' }))

describe('review items', () => {
  it('of one run are computed from its own rows, also in a project that the planner knows nothing of', async () => {
    const known = await makeProject()
    await ingest(known.key, flagged())
    await getDb().$executeRawUnsafe('ANALYZE run_summary, review_item')
    const unknown = await makeProject()
    const ids = await ingest(unknown.key, flagged())
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
