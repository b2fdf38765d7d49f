import { expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { patchRun } from '../ingest/patch-run'
import { listRuns } from '../runs/list'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { failing, LIMIT } from '../testing/kinds-of-failure'
import { findDisagreements } from '../testing/rollups-agree'
import { rederiveRuns } from './rederive'

/** Recomputes what is derived from the runs of a project, as after an upgrade. */
async function rederive({ project }: TestProject) {
  await getDb().rederivation.create({ data: { projectId: project.id, afterId: null } })
  await rederiveRuns(getDb(), () => new Date())
  expect(await getDb().rederivation.count({ where: { projectId: project.id } })).toBe(0)
}

it('runs are found by their title still', async () => {
  const test = await makeProject()
  await ingest(test.key, [runBody({ id: 'titled', title: 'Refund for a lighthouse' }), runBody()])
  await rederive(test)
  expect((await listRuns.run(test.key, { text: 'lighthouse' })).runs).toMatchObject([{ clientId: 'titled' }])
})

it('the failed steps of a running run are no failures before it has ended, and are counted once then', async () => {
  const test = await makeProject()
  const runId = (await ingest(test.key, [failing(LIMIT, 1, { id: 'going', status: 'running' })])).get('going') ?? ''
  const ofProject = { where: { projectId: test.project.id } }
  await rederive(test)
  expect(await getDb().failure.count(ofProject)).toBe(0)
  expect(await getDb().failureGroup.count(ofProject)).toBe(0)
  await patchRun.run(test.key, { runId, status: 'failed' })
  await rederive(test)
  expect(await getDb().failureGroup.findMany(ofProject)).toMatchObject([{ roots: 1 }])
  expect(await findDisagreements(test.project.id)).toEqual([])
})

it('steps that an older release scored by another rule count by the rule of today', async () => {
  const test = await makeProject()
  await ingest(test.key, [runBody({ nodes: [{ id: 'answer', status: 'completed', output: {} }] })])
  const ofProject = { where: { projectId: test.project.id } }
  await getDb().rollupUnit.updateMany({ ...ofProject, data: { scoreSum: 1, scoreSquares: 1 } })
  expect(await findDisagreements(test.project.id)).not.toEqual([])
  await rederive(test)
  expect(await findDisagreements(test.project.id)).toEqual([])
})
