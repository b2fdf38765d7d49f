import { expect, it } from 'vitest'
import type { Context } from '../context'
import { reviewRun, undoReview } from '../reviews/review'
import { asApp, connected } from '../testing/connection-scene'
import { ingest, makeProject, runBody } from '../testing/factories'
import { countRuns } from './count'
import { listRuns } from './list'

async function namesOf(caller: Context, reviewedByMe: boolean): Promise<string[]> {
  const { runs } = await listRuns.run(caller, { reviewedByMe, sort: 'oldest' })
  expect(await countRuns.run(caller, { reviewedByMe })).toEqual({ count: runs.length, isExact: true })
  return runs.map(({ clientId }) => clientId)
}

it('runs are found by the verdict of the person who asks, until they take it back', async () => {
  const { key, as } = await makeProject()
  const ids = await ingest(
    key,
    ['mine', 'theirs', 'both', 'nobody'].map((id, place) =>
      runBody({ id, startedAt: new Date(Date.now() - 60_000 + place).toISOString() }),
    ),
  )
  const [ada, ben] = [await as('reviewer', 'Ada'), await as('reviewer', 'Ben')]
  const approve = (person: Context, id: string, replaces?: string) =>
    reviewRun.run(person, { runId: ids.get(id) ?? '', verdict: 'approve', ...(replaces && { replaces }) })
  await approve(ada, 'mine')
  await approve(ben, 'theirs')
  const first = await approve(ben, 'both')
  const { decision } = await approve(ada, 'both', first.decision.id)
  expect(await namesOf(ada, true)).toEqual(['mine', 'both'])
  expect(await namesOf(ada, false)).toEqual(['theirs', 'nobody'])
  expect(await namesOf(ben, true)).toEqual(['theirs', 'both'])

  await undoReview.run(ada, { runId: ids.get('both') ?? '', decisionId: decision.id })
  expect(await namesOf(ada, true)).toEqual(['mine'])
  expect(await namesOf(ada, false)).toEqual(['theirs', 'both', 'nobody'])
})

it('a key has reviewed nothing; an app finds what the person who connected it has', async () => {
  const scene = await connected(['read'])
  const { key } = scene.project
  const ids = await ingest(key, [runBody({ id: 'mine' }), runBody({ id: 'other' })])
  await reviewRun.run(scene.person, { runId: ids.get('mine') ?? '', verdict: 'approve' })
  expect(await namesOf(key, true)).toEqual([])
  expect(await namesOf(key, false)).toHaveLength(2)
  expect(await namesOf(await asApp(scene), true)).toEqual(['mine'])
})
