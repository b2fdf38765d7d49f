import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import type { Context } from '../context'
import { openGate } from '../gates/open'
import { undoReview } from '../reviews/review'
import { refreshReviewItems } from '../runs/review-items'
import { configure } from '../testing/configure'
import { makeProject, runBody, takeIn } from '../testing/factories'
import { CLAIM_MS, nextReviews, renewReviews, skipReview } from './claim'
import { addReviews, moveReview } from './move'
import { getReviewQueue } from './summary'
import { giveVerdict } from './verdict'

/** A project with this many failed runs in the queue, and no audit draws. */
async function queueOf(count: number) {
  const test = await makeProject()
  await configure(test, { review: { audit_share: 0 } })
  const startedAt = (index: number) => new Date(Date.now() - (count - index) * 1000).toISOString()
  const bodies = Array.from({ length: count }, (_, index) =>
    runBody({ id: `run-${index}`, status: 'failed', startedAt: startedAt(index) }),
  )
  const ids = await takeIn(test.key, bodies)
  // Gates would rank first.
  await getDb().gate.updateMany({ where: { projectId: test.project.id }, data: { state: 'timed_out' } })
  return { ...test, ids }
}

const later = (ctx: Context, ms: number): Context => ({ ...ctx, now: () => new Date(Date.now() + ms) })
const take = async (ctx: Context, input: Parameters<typeof nextReviews.run>[1] = { count: 1 }) =>
  (await nextReviews.run(ctx, input)).items.map(({ runId }) => runId)

describe('the next review', () => {
  it('goes to one person only, with many concurrent requests', async () => {
    const { as } = await queueOf(12)
    const people = await Promise.all(Array.from({ length: 10 }, (_, index) => as('reviewer', `Reviewer ${index}`)))
    const given = (await Promise.all(people.map((person) => take(person)))).flat()
    expect(given).toHaveLength(10)
    expect(new Set(given).size).toBe(10)
  })

  it('stays with its claimant, and goes to another person when the claim expires', async () => {
    const { as } = await queueOf(1)
    const [ada, bob] = [await as('reviewer', 'Ada'), await as('reviewer', 'Bob')]
    const [run = ''] = await take(ada)
    expect(await take(ada)).toEqual([run])
    expect(await take(bob)).toEqual([])
    await renewReviews.run(later(ada, CLAIM_MS - 1000), { runIds: [run] })
    expect(await take(later(bob, CLAIM_MS + 1000))).toEqual([])
    expect(await take(later(bob, 2 * CLAIM_MS))).toEqual([run])
    expect((await renewReviews.run(later(ada, 2 * CLAIM_MS + 1000), { runIds: [run] })).kept).toEqual([])
    const verdict = { runId: run, verdict: 'approve' as const }
    await expect(giveVerdict.run(later(ada, 2 * CLAIM_MS + 1000), verdict)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Bob has this run'),
    })
  })

  it('is announced by when the next hold or claim of another ends', async () => {
    const { as } = await queueOf(3)
    const [ada, bob] = [await as('reviewer', 'Ada'), await as('reviewer', 'Bob')]
    const at = (ctx: Context, ms: number): Context => ({ ...ctx, now: () => new Date(start + ms) })
    const start = Date.now()
    const changesIn = async (who: Context) => (await getReviewQueue.run(who, {})).changesInMs
    expect(await changesIn(at(bob, 0))).toBeNull()
    const [run = ''] = await take(at(ada, 0))
    // A claim of one's own hides nothing.
    expect(await changesIn(at(ada, 1000))).toBeNull()
    expect(await changesIn(at(bob, 1000))).toBe(CLAIM_MS - 1000)
    const until = new Date(start + 60_000).toISOString()
    await moveReview.run(at(ada, 1000), { runId: run, action: 'hold', until })
    for (const who of [ada, bob]) expect(await changesIn(at(who, 2000))).toBe(58_000)
    expect(await changesIn(at(bob, 60_000))).toBeNull()
    expect((await getReviewQueue.run(at(bob, 60_000), {})).waiting).toBe(3)
  })

  it('is claimed with the one after it, and a requested run is put in front', async () => {
    const { as } = await queueOf(4)
    const ada = await as('reviewer', 'Ada')
    const [one, two] = await take(ada, { count: 2 })
    expect(await take(ada, { count: 2 })).toEqual([one, two])
    expect(await take(ada, { count: 2, first: two as string })).toEqual([two, one])
    expect(await take(await as('reviewer', 'Bob'), { count: 2, first: one as string })).not.toContain(one)
  })

  it('releases the run that a requested one displaced', async () => {
    const { as } = await queueOf(3)
    const [ada, bob] = [await as('reviewer', 'Ada'), await as('reviewer', 'Bob')]
    const [one, two] = await take(ada, { count: 2 })
    const [three] = await take(bob)
    await skipReview.run(bob, { runId: three as string })
    expect(await take(ada, { count: 2, first: three as string })).toEqual([three, one])
    expect(await take(bob)).toEqual([two])
  })

  it('is one the person has not skipped, or else the one skipped first', async () => {
    const { as } = await queueOf(2)
    const ada = await as('reviewer', 'Ada')
    const [one = ''] = await take(ada)
    await skipReview.run(ada, { runId: one })
    const [two = ''] = await take(ada)
    expect(two).not.toBe(one)
    expect(await take(await as('reviewer', 'Bob'))).toEqual([one])
    await skipReview.run(ada, { runId: two })
    expect(await take(later(ada, 2 * CLAIM_MS))).toEqual([one])
  })

  it('cannot be skipped in another project', async () => {
    const { as } = await queueOf(1)
    const [elsewhere = ''] = await take(await (await queueOf(1)).as('reviewer', 'Cleo'))
    await expect(skipReview.run(await as('reviewer', 'Ada'), { runId: elsewhere })).rejects.toThrow(/review queue/)
  })

  it('is never a postponed run until its time has passed', async () => {
    const { as } = await queueOf(1)
    const ada = await as('reviewer', 'Ada')
    const [run = ''] = await take(ada)
    const until = new Date(Date.now() + 3_600_000).toISOString()
    await moveReview.run(ada, { runId: run, action: 'hold', until, reason: 'The order system is down.' })
    expect(await take(ada)).toEqual([])
    const queue = await getReviewQueue.run(ada, {})
    expect(queue).toMatchObject({
      waiting: 0,
      held: [{ runId: run, held: { by: 'Ada', why: 'The order system is down.' } }],
    })
    expect(await take(later(await as('reviewer', 'Bob'), 3_700_000))).toEqual([run])
  })

  it('is a postponed run again once the verdict of the person who postponed it is undone', async () => {
    const test = await queueOf(2)
    const { as } = test
    await configure(test, { review: { audit_share: 0, second_share: 1 } })
    const [ada, bob] = [await as('reviewer', 'Ada'), await as('reviewer', 'Bob')]
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const [run = '', other = ''] = await take(ada, { count: 2 })
    for (const runId of [run, other]) await moveReview.run(ada, { runId, action: 'hold', until })
    const { decision } = await giveVerdict.run(ada, { runId: run, verdict: 'approve' })
    expect(await take(bob)).toEqual([run])
    await skipReview.run(bob, { runId: run })
    await undoReview.run(ada, { runId: run, decisionId: decision.id })
    expect(await take(ada, { count: 2 })).toEqual([run])
    expect((await getReviewQueue.run(ada, {})).held).toMatchObject([{ runId: other }])
  })

  it('stays postponed or assigned, and in its place, when another person reviews it first', async () => {
    const test = await queueOf(3)
    const { as } = test
    await configure(test, { review: { audit_share: 0, second_share: 1 } })
    const [ada, bob] = [await as('reviewer', 'Ada'), await as('reviewer', 'Bob')]
    const [held = '', assigned = '', third = ''] = await take(ada, { count: 3 })
    const before = await getDb().reviewItem.findFirstOrThrow({ where: { projectId: test.project.id, runId: third } })
    const until = new Date(Date.now() + 3_600_000).toISOString()
    await moveReview.run(ada, { runId: held, action: 'hold', until })
    const userId = ada.actor.kind === 'user' ? ada.actor.userId : ''
    await moveReview.run(ada, { runId: assigned, action: 'assign', userId })
    await skipReview.run(ada, { runId: third })
    for (const runId of [held, assigned, third]) await giveVerdict.run(bob, { runId, verdict: 'approve' })
    const queue = await getReviewQueue.run(ada, {})
    expect(queue).toMatchObject({ waiting: 2, assignedToMe: 1, held: [{ runId: held }] })
    const after = await getDb().reviewItem.findFirstOrThrow({ where: { projectId: test.project.id, runId: third } })
    expect(after).toMatchObject({ state: 'waiting', queuedAt: before.queuedAt })
  })

  it('is not postponed or assigned when it no longer waits', async () => {
    const { as } = await queueOf(1)
    const [ada, bob] = [await as('reviewer', 'Ada'), await as('reviewer', 'Bob')]
    const [run = ''] = await take(ada)
    const { decision } = await giveVerdict.run(ada, { runId: run, verdict: 'approve' })
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const userId = bob.actor.kind === 'user' ? bob.actor.userId : ''
    for (const action of [
      { action: 'hold' as const, until },
      { action: 'assign' as const, userId },
    ])
      await expect(moveReview.run(bob, { runId: run, ...action })).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('no longer waits'),
      })
    await undoReview.run(ada, { runId: run, decisionId: decision.id })
    expect(await take(ada)).toEqual([run])
  })

  it('goes to the person it is assigned to, before other items', async () => {
    const { as, ids } = await queueOf(3)
    const [ada, bob] = [await as('reviewer', 'Ada'), await as('reviewer', 'Bob')]
    const run = ids.get('run-2') ?? ''
    const userId = bob.actor.kind === 'user' ? bob.actor.userId : ''
    await moveReview.run(ada, { runId: run, action: 'assign', userId })
    expect(await take(ada, { count: 3 })).not.toContain(run)
    expect(await take(bob)).toEqual([run])
    expect((await getReviewQueue.run(bob, { assigned: true })).waiting).toBe(1)
    const viewer = await as('viewer')
    const someone = viewer.actor.kind === 'user' ? viewer.actor.userId : ''
    await expect(moveReview.run(bob, { runId: run, action: 'assign', userId: someone })).rejects.toMatchObject({
      issues: [{ path: 'userId' }],
    })
  })

  it('is refused to viewers and keys', async () => {
    const { as, key } = await queueOf(1)
    await expect(take(await as('viewer'))).rejects.toMatchObject({ code: 'forbidden' })
    await expect(take(key)).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('is ranked: a gate, then disagreeing signals, then other flags, among them audit draws', async () => {
    const test = await makeProject()
    const admin = await test.as('admin')
    await configure(test, { review: { audit_share: 0 } })
    const ids = await takeIn(test.key, [
      runBody({ id: 'fine' }),
      runBody({ id: 'failed', status: 'failed' }),
      runBody({ id: 'apart', signals: { peer: 0.95, downstream: 0.3 } }),
      runBody({ id: 'asked' }),
      runBody({ id: 'gated' }),
    ])
    await configure(test, { review: { audit_share: 1 } })
    for (const [id, runId] of await takeIn(test.key, [runBody({ id: 'drawn' })])) ids.set(id, runId)
    await addReviews.run(admin, { runIds: [ids.get('asked') ?? ''] })
    await openGate.run(admin, { runId: ids.get('gated') ?? '', question: 'Is it good?' })
    const items = (await nextReviews.run(admin, { count: 5 })).items
    const names = items.map(({ clientId }) => clientId)
    expect(names).toHaveLength(5)
    expect(names.indexOf('apart')).toBeLessThan(names.indexOf('failed'))
    expect(names.at(0)).toBe('gated')
    expect(names.indexOf('drawn')).toBeGreaterThan(names.indexOf('asked'))
    expect(names.indexOf('drawn')).toBeGreaterThan(names.indexOf('apart'))
    expect(items[0]?.reasons[0]).toBe('gate')
    expect(items[0]?.gateId).not.toBeNull()
    expect(names).not.toContain('fine')
  })

  it('has audit draws in random order, whatever a forecast says of them, and evenly among the flagged', async () => {
    const test = await makeProject()
    await configure(test, { review: { audit_share: 1 } })
    const ids = await takeIn(
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
    const { as, project } = await queueOf(2)
    const ada = await as('reviewer')
    const where = { projectId: project.id }
    await getDb().reviewItem.updateMany({ where, data: { value: -1 } })
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
