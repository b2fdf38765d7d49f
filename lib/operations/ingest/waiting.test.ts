import { expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { seededRng } from '@/lib/engine/stats/random'
import { refreshReviewItems } from '../runs/review-items'
import { configure } from '../testing/configure'
import { ingest, makeProject, runBody } from '../testing/factories'

const AUDIT_SHARE = 0.2

it('queues exactly the new runs that need review: a refresh of all runs changes nothing', async () => {
  const test = await makeProject()
  await configure(test, { review: { audit_share: AUDIT_SHARE } })
  const random = seededRng(17)
  const pick = <T>(...values: T[]) => values[Math.floor(random() * values.length)] as T
  const some = (value: number) => (random() < 0.5 ? { value } : {})
  const bodies = Array.from({ length: 150 }, (_, index) => {
    const { value: self } = some(random())
    const { value: peer } = some(random())
    const { value: human } = some(random())
    const downstream = pick(true, false, undefined)
    return runBody({
      id: `r${index}`,
      kind: pick('live', 'live', 'dry_run'),
      status: pick('completed', 'completed', 'failed', 'cancelled', 'running'),
      output: pick<Record<string, unknown>>({ answer: 'forty-two' }, {}),
      nodes: pick([], [{ id: 'a', status: pick('completed', 'failed'), error: 'connect ECONNREFUSED' }]),
      signals: {
        ...(self === undefined ? {} : { self }),
        ...(peer === undefined ? {} : { peer }),
        ...(human === undefined ? {} : { human }),
        ...(downstream === undefined ? {} : { downstream }),
      },
    })
  })
  const ids = await ingest(test.key, bodies)
  const where = { projectId: test.project.id }
  const before = await getDb().reviewItem.findMany({ where, orderBy: { runId: 'asc' } })
  expect(before.length).toBeGreaterThan(0)
  expect(before.length).toBeLessThan(bodies.length)
  const news = [...ids.values()].map((runId) => ({ runId, auditShare: AUDIT_SHARE }))
  await inTransaction({ db: getDb() }, (tx) => refreshReviewItems(tx, test.project.id, news))
  expect(await getDb().reviewItem.findMany({ where, orderBy: { runId: 'asc' } })).toEqual(before)
})
