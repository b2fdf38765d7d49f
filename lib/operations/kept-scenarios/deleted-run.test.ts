import { beforeEach, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { deleteRuns } from '../erasure/delete-runs'
import { reviewRun } from '../reviews/review'
import { ingest, makeProject, runBody } from '../testing/factories'
import { findText } from '../testing/find-text'
import { at, forgetTrials, publishTried } from '../testing/published-trials'
import { claimTrials } from '../trials/claim'
import { keepScenario } from './keep'

beforeEach(forgetTrials)

const SECRET = 'Xyzzyplugh'
const question = { question: `Where is the parcel of ${SECRET}?` }

it('a run that is deleted is asked in no trial any more, and its request waits in none', async () => {
  const test = await makeProject()
  const body = runBody({ request: question })
  const runId = (await ingest(test.key, [body])).get(body.id) ?? ''
  const reviewer = await test.as('reviewer', 'Rita')
  await reviewRun.run(reviewer, { runId, verdict: 'reject', reason: 'It is elsewhere.' })
  await keepScenario.run(reviewer, { runId, name: 'parcel' })
  await publishTried(test, null, { version: '2.0.0' })
  expect(await findText(test.project.id, SECRET)).not.toEqual([])
  await deleteRuns.run(await test.as('admin', 'Ada'), { runIds: [runId] })
  expect(await findText(test.project.id, SECRET)).toEqual([])
  const trials = await getDb().trial.findMany({ where: { projectId: test.project.id, keptId: { not: null } } })
  expect(trials).toMatchObject([{ status: 'cancelled', request: null, error: expect.stringContaining('deleted') }])
  const { claimed } = await claimTrials.run(test.key, { ...at, version: '2.0.0', limit: 20 })
  expect(claimed.filter(({ scenario }) => JSON.stringify(scenario).includes(SECRET))).toEqual([])
  expect(claimed).not.toEqual([])
})
