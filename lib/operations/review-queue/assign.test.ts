import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { type Context, personOf } from '../context'
import { deleteRuns } from '../erasure/delete-runs'
import { listNotifications, readNotifications } from '../notifications/list'
import { reviewRun, undoReview } from '../reviews/review'
import { ingest, makeProject, runBody } from '../testing/factories'
import { addReviews, moveReview } from './move'

const idOf = (ctx: Context) => personOf(ctx.actor)?.userId ?? ''

describe('runs that are assigned in several requests', () => {
  it('make one notification until it is read', async () => {
    const test = await makeProject()
    const ids = [
      ...(
        await ingest(
          test.key,
          Array.from({ length: 6 }, () => runBody()),
        )
      ).values(),
    ]
    const [ada, bob] = [await test.as('reviewer', 'Ada'), await test.as('reviewer', 'Bob')]
    const assign = (from: number) => addReviews.run(ada, { runIds: ids.slice(from, from + 2), userId: idOf(bob) })
    const told = async () => (await listNotifications.run(bob, {})).notifications
    await assign(0)
    await assign(2)
    expect((await told()).map(({ text, link }) => ({ text, link }))).toEqual([
      { text: 'Ada asks you to review 4 runs', link: '/review?assigned=true' },
    ])
    await readNotifications.run(bob, { ids: (await told()).map(({ id }) => id) })
    await assign(4)
    expect((await told()).map(({ text }) => text)).toEqual([
      'Ada asks you to review 2 runs',
      'Ada asks you to review 4 runs',
    ])
  })
})

describe('a notification of several runs that were assigned', () => {
  /** Four runs that Ada gave to Bob. */
  async function given() {
    const test = await makeProject()
    const bodies = ['one', 'two', 'three', 'four'].map((id) => runBody({ id }))
    const runIds = [...(await ingest(test.key, bodies)).values()]
    const [ada, bob] = [await test.as('reviewer', 'Ada'), await test.as('reviewer', 'Bob')]
    await addReviews.run(ada, { runIds, userId: idOf(bob) })
    const told = async () => (await listNotifications.run(bob, {})).notifications.map(({ text }) => text)
    return { ...test, runIds, ada, bob, told }
  }
  const text = 'Ada asks you to review 4 runs'

  it('says how many of them still wait for the person, after verdicts too that are taken back', async () => {
    const { runIds, ada, bob, told } = await given()
    const [one = '', two = '', three = '', four = ''] = runIds
    expect(await told()).toEqual([text])
    await moveReview.run(ada, { runId: one, action: 'assign', userId: null })
    expect(await told()).toEqual([`${text} (3 still wait)`])
    const { decision } = await reviewRun.run(bob, { runId: two, verdict: 'approve' })
    expect(await told()).toEqual([`${text} (2 still wait)`])
    await undoReview.run(bob, { runId: two, decisionId: decision.id })
    expect(await told()).toEqual([`${text} (3 still wait)`])
    await addReviews.run(ada, { runIds: [one], userId: idOf(bob) })
    expect(await told()).toEqual(['Ada asks you to review 5 runs (4 still wait)'])
    for (const runId of [one, two, three]) await reviewRun.run(bob, { runId, verdict: 'approve' })
    expect(await told()).toEqual(['Ada asks you to review 5 runs (1 still waits)'])
    await reviewRun.run(ada, { runId: four, verdict: 'approve' })
    expect(await told()).toEqual(['Ada asks you to review 5 runs (none still waits)'])
  })

  it('counts no run that was deleted, and is gone with the last of them', async () => {
    const { runIds, told, as } = await given()
    const admin = await as('admin', 'Adi')
    await deleteRuns.run(admin, { runIds: runIds.slice(0, 1) })
    expect(await told()).toEqual([`${text} (3 still wait)`])
    await deleteRuns.run(admin, { runIds: runIds.slice(1) })
    expect(await told()).toEqual([])
  })

  it('is withdrawn when all of them are given to others, unless it was read', async () => {
    const { runIds, ada, bob, told } = await given()
    const giveAway = async () => {
      for (const runId of runIds) await moveReview.run(ada, { runId, action: 'assign', userId: idOf(ada) })
    }
    await giveAway()
    expect(await told()).toEqual([])
    await addReviews.run(ada, { runIds, userId: idOf(bob) })
    const { notifications } = await listNotifications.run(bob, {})
    await readNotifications.run(bob, { ids: notifications.map(({ id }) => id) })
    await giveAway()
    expect(await told()).toHaveLength(1)
  })
})

describe('runs assigned to a person who has reviewed some of them', () => {
  it('are assigned without those, which are named', async () => {
    const test = await makeProject()
    const ids = await ingest(
      test.key,
      ['one', 'two', 'three'].map((id) => runBody({ id })),
    )
    const [ada, bob] = [await test.as('reviewer', 'Ada'), await test.as('reviewer', 'Bob')]
    const [one = '', two = '', three = ''] = ids.values()
    await reviewRun.run(bob, { runId: two, verdict: 'approve' })
    const answer = await addReviews.run(ada, { runIds: [one, two, three], userId: idOf(bob) })
    expect(answer).toEqual({ added: 2, leftOut: ['two'] })
    const assigned = await getDb().reviewItem.findMany({
      where: { projectId: test.project.id, assignedToId: idOf(bob) },
      select: { runId: true },
    })
    expect(assigned.map(({ runId }) => runId).sort()).toEqual([one, three].sort())
    // It is no longer asked for either: it does not wait for somebody else.
    expect(await getDb().reviewItem.findFirst({ where: { runId: two, state: 'waiting' } })).toBeNull()
    expect((await listNotifications.run(bob, {})).notifications.map(({ text }) => text)).toEqual([
      'Ada asks you to review 2 runs',
    ])
    expect(await addReviews.run(ada, { runIds: [two], userId: idOf(bob) })).toEqual({ added: 0, leftOut: ['two'] })
  })
})
