import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { openGate } from '../gates/open'
import { reviewRun } from '../reviews/review'
import { refreshReviewItems } from '../runs/review-items'
import { configure } from '../testing/configure'
import { ingest, makeProject, runBody } from '../testing/factories'
import { queueOf, take } from '../testing/review-queue'
import { nextReviews } from './claim'
import { addReviews } from './move'
import { getReviewQueue } from './summary'
import { giveVerdict } from './verdict'

describe('the next review', () => {
  it('is ranked: a gate, then disagreeing signals, then other flags, among them audit draws', async () => {
    const test = await makeProject()
    const admin = await test.as('admin')
    await configure(test, { review: { audit_share: 0 } })
    const ids = await ingest(test.key, [
      runBody({ id: 'fine' }),
      runBody({ id: 'failed', status: 'failed' }),
      runBody({ id: 'apart', signals: { peer: 0.95, downstream: 0.3 } }),
      runBody({ id: 'asked' }),
      runBody({ id: 'gated' }),
    ])
    await configure(test, { review: { audit_share: 1 } })
    for (const [id, runId] of await ingest(test.key, [runBody({ id: 'drawn' })])) ids.set(id, runId)
    await addReviews.run(admin, { runIds: [ids.get('asked') ?? ''] })
    const { gate } = await openGate.run(admin, { runId: ids.get('gated') ?? '', question: 'Is it good?' })
    const items = (await nextReviews.run(admin, { count: 5 })).items
    const names = items.map(({ clientId }) => clientId)
    expect(names).toHaveLength(5)
    expect(names.indexOf('apart')).toBeLessThan(names.indexOf('failed'))
    expect(names.at(0)).toBe('gated')
    expect(names.indexOf('drawn')).toBeGreaterThan(names.indexOf('asked'))
    expect(names.indexOf('drawn')).toBeGreaterThan(names.indexOf('apart'))
    expect(items[0]?.reasons[0]).toBe('gate')
    expect(items[0]).toMatchObject({ gateId: gate.id, gateDeadlineAt: gate.deadlineAt })
    expect(items[1]).toMatchObject({ gateId: null, gateDeadlineAt: null })
    expect(names).not.toContain('fine')
  })

  it('is a disputed run before any that nobody has judged, whatever speaks for those, but not before a gate', async () => {
    const test = await makeProject()
    await configure(test, { review: { audit_share: 0 } })
    const apart = { peer: 0.95, downstream: 0.3 }
    const ids = await ingest(test.key, [
      runBody({ id: 'disputed', signals: { peer: 0.9 } }),
      runBody({
        id: 'escalated',
        status: 'failed',
        signals: apart,
        nodes: [{ id: 'a', status: 'failed', error: 'No.' }],
      }),
      runBody({ id: 'gated' }),
    ])
    await getDb().gate.updateMany({ where: { projectId: test.project.id }, data: { state: 'timed_out' } })
    const [ada, bob, cyd] = [await test.as('reviewer'), await test.as('reviewer'), await test.as('admin')]
    const runId = ids.get('disputed') ?? ''
    await reviewRun.run(ada, { runId, verdict: 'approve' })
    await addReviews.run(cyd, { runIds: [runId] })
    await giveVerdict.run(bob, { runId, verdict: 'reject', reason: 'It is wrong.' })
    await openGate.run(cyd, { runId: ids.get('gated') ?? '', question: 'Is it good?' })
    const { items } = await nextReviews.run(cyd, { count: 5 })
    expect(items.map(({ clientId }) => clientId)).toEqual(['gated', 'disputed', 'escalated'])
  })

  it('has audit draws in random order, whatever a forecast says of them, and evenly among the flagged', async () => {
    const test = await makeProject()
    await configure(test, { review: { audit_share: 1 } })
    const ids = await ingest(
      test.key,
      Array.from({ length: 200 }, (_, at) => runBody({ id: `r${at}` })),
    )
    const where = { projectId: test.project.id }
    const read = () => getDb().reviewItem.findMany({ where, orderBy: [{ value: 'desc' }, { runId: 'asc' }] })
    const before = await read()
    const news = [...ids.values()].map((runId, at) => ({ runId, nearEdge: at % 2 === 0 }))
    await inTransaction({ db: getDb() }, (tx) => refreshReviewItems(tx, test.project.id, news))
    const after = await read()
    expect(after.map(({ runId, value }) => `${runId} ${value}`)).toEqual(
      before.map(({ runId, value }) => `${runId} ${value}`),
    )
    expect(after.some(({ reasons }) => reasons.includes('forecast'))).toBe(true)
    // Six standard deviations of a mean of 200 even draws from 1 to 5, and of the rank correlation with the order of arrival.
    const values = after.map(({ value }) => value)
    expect(Math.abs(values.reduce((sum, value) => sum + value, 0) / 200 - 3)).toBeLessThan(0.5)
    expect(Math.min(...values)).toBeGreaterThanOrEqual(1)
    expect(Math.max(...values)).toBeLessThan(5)
    const places = [...ids.values()].map((runId) => after.findIndex((item) => item.runId === runId))
    const apart = places.reduce((sum, place, arrival) => sum + (place - arrival) ** 2, 0)
    expect(Math.abs(1 - (6 * apart) / (200 * (200 ** 2 - 1)))).toBeLessThan(6 / Math.sqrt(199))
  })

  it('is counted under each of its reasons, as their filters find it', async () => {
    const { as, ids } = await queueOf(2)
    const ada = await as('reviewer')
    await addReviews.run(ada, { runIds: [ids.get('run-0') ?? ''] })
    const { reasons } = await getReviewQueue.run(ada, {})
    const found = reasons.map(async ({ reason }) => ({
      reason,
      count: (await getReviewQueue.run(ada, { reason: [reason] })).waiting,
    }))
    expect(reasons).toEqual(await Promise.all(found))
    expect(reasons).toContainEqual({ reason: 'flagged', count: 2 })
  })

  it('is found by its filters behind more items than are counted, and the rest is not hidden', async () => {
    const { as, project, ids } = await queueOf(2)
    const ada = await as('reviewer')
    const where = { projectId: project.id }
    await getDb().reviewItem.updateMany({ where, data: { value: -1 } })
    const [disputed] = ids.values()
    await getDb().reviewItem.updateMany({
      where: { ...where, runId: disputed ?? '' },
      data: { reasons: ['disputed', 'flagged'] },
    })
    const other = { ...where, id: randomUUID(), name: 'other' }
    await getDb().chain.create({ data: other })
    const items = Array.from({ length: 1001 }, () => {
      return {
        runId: randomUUID(),
        chainId: other.id,
        state: 'waiting',
        reasons: ['asked'],
        value: 1,
        queuedAt: new Date(),
      }
    })
    await getDb().reviewItem.createMany({ data: items.map((item) => ({ ...where, ...item })) })
    const { chain } = runBody({})
    expect(await getReviewQueue.run(ada, {})).toMatchObject({
      waiting: 1000,
      everything: 1000,
      exact: { waiting: false, everything: false },
      disputed: 1,
    })
    expect(await getReviewQueue.run(ada, { chain })).toMatchObject({
      waiting: 2,
      exact: { waiting: true, everything: false },
      reasons: expect.not.arrayContaining([expect.objectContaining({ reason: 'asked' })]),
    })
    expect(await getReviewQueue.run(ada, { reason: ['flagged'] })).toMatchObject({ waiting: 2 })
  })

  it('is found among runs stored before the queue existed', async () => {
    const { as, project, ids } = await queueOf(3)
    await getDb().reviewItem.deleteMany({ where: { projectId: project.id } })
    expect(new Set(await take(await as('reviewer'), { count: 3 }))).toEqual(new Set(ids.values()))
  })
})
