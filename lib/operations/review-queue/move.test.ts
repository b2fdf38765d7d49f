import { describe, expect, it } from 'vitest'
import type { RunBody } from '@/lib/contracts/run-input'
import { getDb } from '@/lib/db/client'
import { type Context, personOf } from '../context'
import { erasePerson } from '../erasure/person'
import { removeMember, updateMember } from '../members/members'
import { getProjectStatus } from '../projects/projects'
import { reviewRun } from '../reviews/review'
import { getRun } from '../run-detail/get'
import { listRuns } from '../runs/list'
import { sendSignals } from '../signals/send'
import { configure } from '../testing/configure'
import { ingest, makeProject, runBody } from '../testing/factories'
import { drawnRun, later, take as takeIds } from '../testing/review-queue'
import { nextReviews } from './claim'
import { addReviews, moveReview } from './move'
import { getReviewQueue } from './summary'
import { giveVerdict } from './verdict'

const idOf = (ctx: Context) => personOf(ctx.actor)?.userId ?? ''
const take = async (ctx: Context) => (await nextReviews.run(ctx, { count: 5 })).items

/** Two failed runs, one assigned to Bob and one that Bob holds for a year. */
async function runsOfBob() {
  const test = await makeProject()
  await configure(test, { review: { audit_share: 0 } })
  const bodies = ['assigned', 'held'].map((id) => runBody({ id, status: 'failed' }))
  const ids = await ingest(test.key, bodies)
  await getDb().gate.updateMany({ where: { projectId: test.project.id }, data: { state: 'timed_out' } })
  const [admin, ada, bob] = [await test.as('admin'), await test.as('reviewer', 'Ada'), await test.as('reviewer', 'Bob')]
  const until = new Date(Date.now() + 365 * 86_400_000).toISOString()
  await moveReview.run(ada, { runId: ids.get('assigned') ?? '', action: 'assign', userId: idOf(bob) })
  await moveReview.run(bob, { runId: ids.get('held') ?? '', action: 'hold', until })
  return { ...test, admin, ada, bob }
}

describe('a run that one person keeps', () => {
  it('is counted among all those they hold, of which fifty are listed', async () => {
    const { bob, project } = await runsOfBob()
    await getDb().$executeRaw`
      WITH copy AS (
        INSERT INTO run_summary SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'client_id', 'copy ' || n))).*
        FROM run_summary s, generate_series(1, 60) n WHERE s.project_id = ${project.id}::uuid AND s.client_id = 'held' RETURNING id)
      INSERT INTO review_item SELECT (jsonb_populate_record(i, jsonb_build_object('run_id', copy.id))).*
      FROM review_item i, copy WHERE i.project_id = ${project.id}::uuid AND i.held_until IS NOT NULL`
    const { held, heldByMe } = await getReviewQueue.run(bob, {})
    expect([held.length, heldByMe]).toEqual([50, 61])
  })

  it.each([
    ['is removed', (admin: Context, userId: string) => removeMember.run(admin, { userId })],
    ['becomes a viewer', (admin: Context, userId: string) => updateMember.run(admin, { userId, role: 'viewer' })],
    ['is erased', (admin: Context, userId: string) => erasePerson.run(admin, { userId, name: 'Bob' })],
  ])('is open to everyone once that person %s', async (_, leave) => {
    const { admin, ada, bob } = await runsOfBob()
    expect(await take(ada)).toEqual([])
    expect(await getReviewQueue.run(ada, {})).toMatchObject({ waiting: 0, heldByOthers: 1 })
    expect(await getProjectStatus.run(ada, {})).toMatchObject({ reviews: 0 })
    await leave(admin, idOf(bob))
    expect(await getProjectStatus.run(ada, {})).toMatchObject({ reviews: 2 })
    expect(await getReviewQueue.run(ada, {})).toMatchObject({ waiting: 2, heldByOthers: 0 })
    const items = await take(ada)
    expect(items.map(({ clientId, assignedTo, held }) => ({ clientId, assignedTo, held }))).toEqual(
      expect.arrayContaining([
        { clientId: 'assigned', assignedTo: null, held: null },
        { clientId: 'held', assignedTo: null, held: null },
      ]),
    )
  })

  it('is not assigned to a disabled account', async () => {
    const { ada, bob, project } = await runsOfBob()
    const held = await getDb().reviewItem.findFirstOrThrow({
      where: { projectId: project.id, heldUntil: { not: null } },
    })
    await getDb().user.update({ where: { id: idOf(bob) }, data: { disabledAt: new Date() } })
    const assign = moveReview.run(ada, { runId: held.runId, action: 'assign', userId: idOf(bob) })
    await expect(assign).rejects.toMatchObject({ issues: [{ path: 'userId' }] })
    expect(await take(ada)).toHaveLength(2)
  })
})

describe('a second person who is asked', () => {
  /** A failed run that Ada asked a second person for, as each of them is told of it. */
  async function asked(body: Partial<RunBody> = { status: 'failed' }) {
    const test = await makeProject()
    await configure(test, { review: { audit_share: 0 } })
    const runId = [...(await ingest(test.key, [runBody(body)])).values()][0] ?? ''
    const [admin, ada, bob] = [
      await test.as('admin'),
      await test.as('reviewer', 'Ada'),
      await test.as('reviewer', 'Bob'),
    ]
    const told = async (ctx: Context) => {
      const [{ run, asked: onPage }, { runs }] = [await getRun.run(ctx, { runId }), await listRuns.run(ctx, {})]
      expect(run.id).toBe(runId)
      return { onPage, inList: runs[0]?.askedBy ?? null }
    }
    return { ...test, runId, admin, ada, bob, told, ask: () => moveReview.run(ada, { runId, action: 'ask' }) }
  }

  it('is told on the page, in the list and in the queue, with who asked, until both have judged', async () => {
    const { ada, bob, runId, told, ask } = await asked()
    expect(await told(ada)).toEqual({ onPage: null, inList: null })
    expect((await ask()).item.asked).toMatchObject({ by: 'Ada', isOwn: true, needed: 2 })
    expect(await told(bob)).toMatchObject({ onPage: { by: 'Ada', isOwn: false, needed: 2 }, inList: 'Ada' })
    await reviewRun.run(ada, { runId, verdict: 'approve' })
    expect((await told(ada)).onPage).toMatchObject({ by: 'Ada', isOwn: true, needed: 2 })
    expect((await take(bob)).map(({ asked: who }) => who)).toMatchObject([
      { userId: idOf(ada), by: 'Ada', isOwn: false, needed: 2 },
    ])
    await giveVerdict.run(bob, { runId, verdict: 'approve' })
    expect(await told(ada)).toEqual({ onPage: null, inList: null })
  })

  it('is taken back by whoever asked or an admin, and by nobody else', async () => {
    const { admin, ada, bob, runId, told, ask } = await asked()
    const back = (ctx: Context) => moveReview.run(ctx, { runId, action: 'unask' })
    await expect(back(ada)).rejects.toMatchObject({ code: 'conflict' })
    await ask()
    await expect(back(bob)).rejects.toMatchObject({ code: 'forbidden', message: expect.stringContaining('Ada') })
    expect((await back(ada)).item).toMatchObject({ asked: null, needed: 1 })
    await ask()
    await reviewRun.run(ada, { runId, verdict: 'approve' })
    expect((await back(admin)).item).toMatchObject({ asked: null, reasons: [] })
    expect(await told(ada)).toEqual({ onPage: null, inList: null })
    expect(await take(bob)).toEqual([])
  })

  const unask = (ctx: Context, runId: string) => moveReview.run(ctx, { runId, action: 'unask' })

  it.each([
    ['of a run that waits for nothing else', {}, ['asked']],
    ['of a run that waits for other reasons too', { status: 'failed' }, ['asked', 'flagged']],
  ] as const)('leaves the first verdict that someone else asked for %s', async (_, body, reasons) => {
    const { admin, ada, runId, ask, told } = await asked(body)
    await addReviews.run(admin, { runIds: [runId] })
    expect((await ask()).item).toMatchObject({ asked: { by: 'Ada', needed: 2 } })
    const { item } = await unask(ada, runId)
    expect(item).toMatchObject({ needed: 1, asked: { by: expect.stringContaining('admin'), isOwn: false, needed: 1 } })
    expect(item.reasons).toEqual(reasons)
    await expect(unask(ada, runId)).rejects.toMatchObject({ code: 'forbidden' })
    expect((await unask(admin, runId)).item).toMatchObject({ asked: null })
    expect(await told(ada)).toEqual({ onPage: null, inList: null })
  })

  it('stays when someone asks for a first verdict after that, and is taken back apart from it', async () => {
    const { admin, ada, runId, ask } = await asked()
    await ask()
    await addReviews.run(admin, { runIds: [runId] })
    expect((await unask(ada, runId)).item).toMatchObject({ asked: { by: expect.stringContaining('admin'), needed: 1 } })
  })

  it('is asked by each person for themselves: one who takes it back leaves what another asked for', async () => {
    const { admin, ada, bob, runId, ask, told } = await asked()
    await ask()
    expect((await moveReview.run(bob, { runId, action: 'ask' })).item.asked).toMatchObject({
      by: 'Bob',
      isOwn: true,
      needed: 2,
    })
    expect((await told(ada)).onPage).toMatchObject({ by: 'Ada', isOwn: true, needed: 2 })
    expect((await unask(bob, runId)).item).toMatchObject({ asked: { by: 'Ada', isOwn: false }, needed: 2 })
    await expect(unask(bob, runId)).rejects.toMatchObject({ code: 'forbidden' })
    await moveReview.run(bob, { runId, action: 'ask' })
    expect((await unask(admin, runId)).item).toMatchObject({ asked: { by: 'Ada' }, needed: 2 })
    expect((await unask(ada, runId)).item).toMatchObject({ asked: null, needed: 1 })
  })
})

it('two people who add the same run each take back their own request', async () => {
  const test = await makeProject()
  await configure(test, { review: { audit_share: 0 } })
  const runIds = [...(await ingest(test.key, [runBody()])).values()]
  const runId = runIds[0] ?? ''
  const [ada, bob] = [await test.as('reviewer', 'Ada'), await test.as('reviewer', 'Bob')]
  const unask = (ctx: Context) => moveReview.run(ctx, { runId, action: 'unask' })
  for (const ctx of [ada, bob, bob]) await addReviews.run(ctx, { runIds })
  expect((await unask(bob)).item).toMatchObject({ asked: { by: 'Ada', isOwn: false, needed: 1 }, reasons: ['asked'] })
  await addReviews.run(bob, { runIds })
  expect((await unask(ada)).item).toMatchObject({ asked: { by: 'Bob', needed: 1 }, reasons: ['asked'] })
  expect((await unask(bob)).item).toMatchObject({ asked: null, reasons: [] })
})

describe('a hold by someone who has reviewed the run', () => {
  it('keeps it from the second person until its time, whatever arrives of the run', async () => {
    const { ada, bob, runId, key } = await drawnRun({ second_share: 1 })
    await giveVerdict.run(ada, { runId, verdict: 'approve' })
    const until = new Date(Date.now() + 3_600_000).toISOString()
    await moveReview.run(ada, { runId, action: 'hold', until })
    await sendSignals.run(key, { runId, signals: [{ evaluator: 'self', value: 0.5 }] })
    expect(await takeIds(bob)).toEqual([])
    expect(await takeIds(later(bob, 2 * 3_600_000))).toEqual([runId])
  })

  it('ends with the review of whoever holds it', async () => {
    const { ada, bob, runId } = await drawnRun({ second_share: 1 })
    const until = new Date(Date.now() + 3_600_000).toISOString()
    await moveReview.run(ada, { runId, action: 'hold', until })
    await giveVerdict.run(ada, { runId, verdict: 'approve' })
    expect(await takeIds(bob)).toEqual([runId])
  })
})

describe('the progress of a filtered queue', () => {
  it('counts the reviewed runs of that chain, and none where they are not known', async () => {
    const test = await makeProject()
    const bodies = ['here', 'here', 'there', 'there', 'there'].map((chain, nth) => runBody({ id: `run-${nth}`, chain }))
    const ids = [...(await ingest(test.key, bodies)).values()]
    const ada = await test.as('reviewer', 'Ada')
    await addReviews.run(ada, { runIds: ids })
    for (const runId of ids.slice(1, 4)) await reviewRun.run(ada, { runId, verdict: 'approve' })
    expect(await getReviewQueue.run(ada, {})).toMatchObject({ waiting: 2, doneToday: 3 })
    expect(await getReviewQueue.run(ada, { chain: 'here' })).toMatchObject({ waiting: 1, doneToday: 1 })
    expect(await getReviewQueue.run(ada, { chain: 'there' })).toMatchObject({ waiting: 1, doneToday: 2 })
    expect(await getReviewQueue.run(ada, { reason: ['asked'] })).toMatchObject({ waiting: 2, doneToday: null })
    expect(await getReviewQueue.run(ada, { assigned: true })).toMatchObject({ waiting: 0, doneToday: null })
  })
})
