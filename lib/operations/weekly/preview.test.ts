import { expect, it } from 'vitest'
import { reviewRun } from '../reviews/review'
import { ingest, makeProject, runBody } from '../testing/factories'
import { loadZone } from './period'
import { previewWeek } from './preview'

it('serves a preview that takes long until it is old or a person did something, and makes a quick one for each reader', async () => {
  const test = await makeProject()
  const ids = await ingest(test.key, [runBody({ id: 'first' })])
  const zone = await loadZone(test.key.db, test.project.id, new Date())
  const runsOf = async (quickMs: number) =>
    (await previewWeek(test.key, zone, zone.currentWeek, quickMs)).report.totals.runs
  const [always, never] = [0, Number.POSITIVE_INFINITY]
  expect(await runsOf(never)).toBe(1)
  await ingest(test.key, [runBody()])
  expect(await runsOf(always)).toBe(2)
  await ingest(test.key, [runBody()])
  expect(await runsOf(always)).toBe(2)
  await reviewRun.run(await test.as('reviewer'), { runId: ids.get('first') ?? '', verdict: 'approve' })
  expect(await runsOf(always)).toBe(3)
})
