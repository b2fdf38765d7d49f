import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import type { Context } from '../context'
import { getProjectStatus } from '../projects/projects'
import { undoReview } from '../reviews/review'
import { configure } from '../testing/configure'
import { later, queueOf, take } from '../testing/review-queue'
import { CLAIM_MS, renewReviews, skipReview } from './claim'
import { moveReview } from './move'
import { getReviewQueue } from './summary'
import { giveVerdict } from './verdict'

describe('the next review', () => {
  it('goes to one person only, with many concurrent requests', async () => {
    const { as } = await queueOf(12)
    const people = await Promise.all(Array.from({ length: 10 }, (_, index) => as('reviewer', `Reviewer ${index}`)))
    const given = (await Promise.all(people.map((person) => take(person)))).flat()
    expect(given).toHaveLength(10)
    expect(new Set(given).size).toBe(10)
  })

  it('is the one that is asked for, while another request of the same person is under way', async () => {
    const { as } = await queueOf(2)
    const ada = await as('reviewer', 'Ada')
    for (let turn = 0; turn < 10; turn++) {
      const [one = '', two = ''] = await take(ada, { count: 2 })
      await skipReview.run(ada, { runId: one })
      const [, again] = await Promise.all([take(ada, { count: 2, first: two }), take(ada, { count: 2, first: one })])
      expect(again[0]).toBe(one)
    }
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

  it('stays with its claimant when another person skips it', async () => {
    const { as } = await queueOf(1)
    const [run = ''] = await take(await as('reviewer', 'Ada'))
    await skipReview.run(await as('reviewer', 'Bob'), { runId: run })
    expect(await take(await as('reviewer', 'Cleo'))).toEqual([])
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

  it('is no postponed run once the verdict of the person who postponed it is undone, unless they ask for it', async () => {
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
    expect(await take(bob)).toEqual([])
    expect(await take(ada, { count: 2 })).toEqual([])
    const held = async () => (await getReviewQueue.run(ada, {})).held.map(({ runId }) => runId).sort()
    expect(await held()).toEqual([run, other].sort())
    expect(await take(ada, { first: run, count: 2 })).toEqual([run])
    expect(await renewReviews.run(ada, { runIds: [run] })).toMatchObject({ kept: [{ runId: run }] })
    expect(await take(ada, { count: 2 })).toEqual([run])
    expect(await held()).toEqual([run, other].sort())
    await giveVerdict.run(ada, { runId: run, verdict: 'approve' })
    expect(await held()).toEqual([other])
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

  it('counts in the status of the project for whom it is open: while it is claimed, not for another', async () => {
    const { as, key } = await queueOf(2)
    const [ada, bob] = [await as('reviewer', 'Ada'), await as('reviewer', 'Bob')]
    const counts = () => Promise.all([key, ada, bob].map(async (ctx) => (await getProjectStatus.run(ctx, {})).reviews))
    expect(await counts()).toEqual([2, 2, 2])
    const [run = ''] = await take(ada)
    expect(await counts()).toEqual([1, 2, 1])
    await giveVerdict.run(ada, { runId: run, verdict: 'approve' })
    expect(await counts()).toEqual([1, 1, 1])
  })
})
