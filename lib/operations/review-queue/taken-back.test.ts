import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { type Context, personOf } from '../context'
import { listNotifications } from '../notifications/list'
import { reviewRun, undoReview } from '../reviews/review'
import { configure } from '../testing/configure'
import { ingest, makeProject, runBody } from '../testing/factories'
import { projectRows } from '../testing/project-rows'
import { take } from '../testing/review-queue'
import { skipReview } from './claim'
import { addReviews, moveReview } from './move'
import { giveVerdict } from './verdict'

const idOf = (ctx: Context) => personOf(ctx.actor)?.userId ?? ''
const until = new Date(Date.now() + 86_400_000).toISOString()

/** A flagged run in the queue, with an admin and two reviewers. */
async function makeQueued(review: object = {}) {
  const test = await makeProject()
  await configure(test, { review: { audit_share: 0, ...review } })
  const runId = [...(await ingest(test.key, [runBody({ status: 'failed' })])).values()][0] ?? ''
  await getDb().gate.updateMany({ where: { projectId: test.project.id }, data: { state: 'timed_out' } })
  const [admin, ada, bob] = [
    await test.as('admin', 'Adi'),
    await test.as('reviewer', 'Ada'),
    await test.as('reviewer', 'Bob'),
  ]
  const move = (ctx: Context, input: Omit<Parameters<typeof moveReview.run>[1], 'runId'>) =>
    moveReview.run(ctx, { runId, ...input })
  return { ...test, runId, admin, ada, bob, move }
}
type Queued = Awaited<ReturnType<typeof makeQueued>>

describe('a verdict that is taken back', () => {
  const cases: [string, (desk: Queued) => Promise<unknown>][] = [
    ['of a run that waits', async () => undefined],
    [
      'of a run assigned to its reviewer',
      ({ admin, ada, move }) => move(admin, { action: 'assign', userId: idOf(ada) }),
    ],
    ['of a run assigned to another', ({ admin, bob, move }) => move(admin, { action: 'assign', userId: idOf(bob) })],
    ['of a run its reviewer holds', ({ ada, move }) => move(ada, { action: 'hold', until, reason: 'asked' })],
    ['of a run another holds', ({ bob, move }) => move(bob, { action: 'hold', until })],
    ['of a run that a second person was asked for', ({ bob, move }) => move(bob, { action: 'ask' })],
    [
      'of a run that a second person was asked for, assigned and held',
      async ({ ada, bob, move }) => {
        await move(bob, { action: 'ask' })
        await move(ada, { action: 'assign', userId: idOf(ada) })
        await move(bob, { action: 'hold', until })
      },
    ],
    ['of a run that someone added', ({ runId, bob }) => addReviews.run(bob, { runIds: [runId] })],
  ]
  it.each(cases)('%s leaves everything as it was', async (_, prepare) => {
    const desk = await makeQueued({ second_share: 1 })
    await prepare(desk)
    const before = await projectRows(desk.project.id)
    const { decision } = await giveVerdict.run(desk.ada, { runId: desk.runId, verdict: 'approve' })
    expect(await projectRows(desk.project.id)).not.toEqual(before)
    await undoReview.run(desk.ada, { runId: desk.runId, decisionId: decision.id })
    expect(await projectRows(desk.project.id)).toEqual(before)
  })

  it('of a run that was done is back at its place in the queue, with its assignment', async () => {
    const desk = await makeQueued()
    await desk.move(desk.admin, { action: 'assign', userId: idOf(desk.bob) })
    const before = await projectRows(desk.project.id)
    const { decision } = await reviewRun.run(desk.ada, { runId: desk.runId, verdict: 'approve' })
    expect(await itemOf(desk)).toMatchObject({ state: 'done', assignedToId: null })
    await undoReview.run(desk.ada, { runId: desk.runId, decisionId: decision.id })
    expect(await projectRows(desk.project.id)).toEqual(before)
  })

  it('leaves what happened since: another assignment, a hold, and a request', async () => {
    const desk = await makeQueued({ second_share: 1 })
    const { runId, admin, ada, bob, move } = desk
    await move(admin, { action: 'assign', userId: idOf(ada) })
    await move(ada, { action: 'hold', until })
    const { decision } = await giveVerdict.run(ada, { runId, verdict: 'approve' })
    await move(admin, { action: 'assign', userId: idOf(bob) })
    const later = new Date(Date.parse(until) + 86_400_000).toISOString()
    await move(bob, { action: 'hold', until: later })
    await move(bob, { action: 'ask' })
    await undoReview.run(ada, { runId, decisionId: decision.id })
    expect(await itemOf(desk)).toMatchObject({
      ...{ assignedToId: idOf(bob), heldById: idOf(bob), heldUntil: new Date(later) },
      ...{ askedBy: [idOf(bob)], askedFor: [2], reasons: expect.arrayContaining(['asked']) },
    })
  })

  it('leaves a run that was put back into the queue of everyone unassigned', async () => {
    const desk = await makeQueued({ second_share: 1 })
    const { runId, admin, ada, move } = desk
    await move(admin, { action: 'assign', userId: idOf(ada) })
    const { decision } = await giveVerdict.run(ada, { runId, verdict: 'approve' })
    await move(admin, { action: 'assign', userId: null })
    await undoReview.run(ada, { runId, decisionId: decision.id })
    expect(await itemOf(desk)).toMatchObject({ assignedToId: null })
  })

  it('and revised before restores what its first form ended; of two people the last to take theirs back does', async () => {
    const desk = await makeQueued()
    const { project, runId, admin, ada, bob, move } = desk
    await move(admin, { action: 'assign', userId: idOf(ada) })
    const before = await projectRows(project.id)
    const first = await giveVerdict.run(bob, { runId, verdict: 'approve' })
    const revised = await giveVerdict.run(bob, { runId, verdict: 'rate', rating: 0.9, revises: first.decision.id })
    const other = await reviewRun.run(ada, { runId, verdict: 'approve', replaces: revised.decision.id })
    await undoReview.run(bob, { runId, decisionId: revised.decision.id })
    expect(await itemOf(desk)).toMatchObject({ state: 'done', assignedToId: null })
    await undoReview.run(ada, { runId, decisionId: other.decision.id })
    expect(await projectRows(project.id)).toEqual(before)
  })

  it('restores nothing that an earlier verdict ended', async () => {
    const desk = await makeQueued({ second_share: 1 })
    const { runId, admin, ada, bob, move } = desk
    await move(admin, { action: 'assign', userId: idOf(ada) })
    await move(ada, { action: 'hold', until })
    await giveVerdict.run(ada, { runId, verdict: 'approve' })
    const { decision } = await giveVerdict.run(bob, { runId, verdict: 'approve' })
    await undoReview.run(bob, { runId, decisionId: decision.id })
    expect(await itemOf(desk)).toMatchObject({ state: 'waiting', assignedToId: null, heldUntil: null, needed: 2 })
  })
})

describe('a run that its reviewer puts off and takes up again', () => {
  const cases: [string, (desk: Queued) => Promise<unknown>, (desk: Queued) => Promise<unknown>][] = [
    ['skipped', ({ ada, runId }) => skipReview.run(ada, { runId }), async () => undefined],
    [
      'held',
      ({ ada, move }) => move(ada, { action: 'hold', until }),
      ({ ada, move }) => move(ada, { action: 'release' }),
    ],
    [
      'assigned to another',
      ({ ada, bob, move }) => move(ada, { action: 'assign', userId: idOf(bob) }),
      ({ ada, bob, move }) => move(ada, { action: 'assign', userId: idOf(ada), replaces: idOf(bob) }),
    ],
    [
      'given to a second person',
      ({ ada, move }) => move(ada, { action: 'ask' }),
      ({ ada, move }) => move(ada, { action: 'unask' }),
    ],
  ]
  it.each(cases)('is as it was after it was %s', async (_, putOff, takeUp) => {
    const desk = await makeQueued()
    const { project, runId, admin, ada, bob, move } = desk
    await move(admin, { action: 'assign', userId: idOf(ada) })
    expect(await take(ada, { first: runId, count: 1 })).toEqual([runId])
    const before = await projectRows(project.id)
    await putOff(desk)
    await takeUp(desk)
    expect(await take(ada, { first: runId, count: 1 })).toEqual([runId])
    expect(await projectRows(project.id)).toEqual(before)
    expect((await listNotifications.run(bob, {})).notifications).toEqual([])
  })

  it('stays with whom it was given to since', async () => {
    const desk = await makeQueued()
    const { admin, ada, bob, move } = desk
    await move(ada, { action: 'assign', userId: idOf(bob) })
    await move(bob, { action: 'assign', userId: idOf(admin) })
    const back = move(ada, { action: 'assign', userId: null, replaces: idOf(bob) })
    await expect(back).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('Adi') })
    expect(await itemOf(desk)).toMatchObject({ assignedToId: idOf(admin) })
  })

  it('stays with whoever holds it by now', async () => {
    const desk = await makeQueued()
    const { runId, ada, bob, move } = desk
    const held = await move(ada, { action: 'hold', until })
    expect(held.item.held).toMatchObject({ userId: idOf(ada) })
    await move(bob, { action: 'hold', until, reason: 'The orders are down.' })
    const back = (replaces: string | null) => move(ada, { action: 'release', replaces })
    for (const seen of [idOf(ada), null])
      await expect(back(seen)).rejects.toMatchObject({ code: 'conflict', message: 'Bob holds this run by now' })
    expect(await itemOf(desk)).toMatchObject({ heldById: idOf(bob), heldWhy: 'The orders are down.' })
    await back(idOf(bob))
    // What was to be released is, however its hold ended.
    await back(idOf(bob))
    expect(await take(ada, { first: runId, count: 1 })).toEqual([runId])
  })

  it('is not the one whose request an admin took back if another is shown by now', async () => {
    const desk = await makeQueued()
    const { admin, ada, bob, move } = desk
    const { item } = await move(ada, { action: 'ask' })
    await move(bob, { action: 'ask' })
    const back = (replaces: string | undefined) => move(admin, { action: 'unask', replaces })
    await expect(back(item.asked?.userId)).rejects.toMatchObject({
      code: 'conflict',
      message: 'Bob asks for a verdict by now',
    })
    expect(await itemOf(desk)).toMatchObject({ askedBy: [idOf(ada), idOf(bob)] })
    await back(idOf(bob))
    expect(await itemOf(desk)).toMatchObject({ askedBy: [idOf(ada)] })
  })
})

const itemOf = ({ project, runId }: Queued) =>
  getDb().reviewItem.findUniqueOrThrow({ where: { projectId_runId: { projectId: project.id, runId } } })
