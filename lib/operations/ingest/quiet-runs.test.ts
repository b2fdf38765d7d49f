import { expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { makeProject, runBody, type TestProject } from '../testing/factories'
import { findDisagreements } from '../testing/rollups-agree'
import { createEndpoint } from '../webhooks/endpoints'
import { ingestRuns } from './ingest-runs'

process.env.VERITAS_ALLOW_PRIVATE_WEBHOOKS = 'true'

const events = ['run.scored', 'run.needs_review', 'gate.opened', 'regression.detected'] as const

async function listening() {
  const test = await makeProject()
  const hook = { name: 'hook', url: 'http://127.0.0.1:9/', events: [...events] }
  await createEndpoint.run(await test.as('admin'), hook)
  await test.as('reviewer')
  return test
}

/** Runs that escalate for different causes, and a version worse than its predecessor. */
function troubled(count: number, startedAt = new Date().toISOString()) {
  return Array.from({ length: count }, (_, nth) =>
    nth % 2 === 0
      ? runBody({
          startedAt,
          maxAttempts: 1,
          status: 'failed',
          error: `it broke in its own way ${'abcdefghij'[nth % 10]}`,
        })
      : runBody({ startedAt, version: nth % 4 === 1 ? '1.0.0' : '1.1.0', ...(nth % 4 === 3 && { output: {} }) }),
  )
}

async function noise({ project }: TestProject) {
  const where = { projectId: project.id }
  return {
    gates: await getDb().gate.count({ where }),
    messages: await getDb().webhookMessage.count({ where }),
    notices: await getDb().notification.count({ where }),
    mails: await getDb().mail.count({ where }),
  }
}
const SILENCE = { gates: 0, messages: 0, notices: 0, mails: 0 }

it('a batch of a thousand runs with notify: false opens no gate and notifies no one, but is counted', async () => {
  const test = await listening()
  const { accepted } = await ingestRuns.run(test.key, { runs: troubled(1000), notify: false })
  expect(accepted).toHaveLength(1000)
  expect(await noise(test)).toEqual(SILENCE)
  const { _sum } = await getDb().rollupDay.aggregate({ where: { projectId: test.project.id }, _sum: { runs: true } })
  expect(_sum.runs).toBe(1000)
  expect(await findDisagreements(test.project.id)).toEqual([])
})

it('the same runs without notify: false do open gates and notify', async () => {
  const test = await listening()
  await ingestRuns.run(test.key, { runs: troubled(40) })
  const { gates, messages, notices } = await noise(test)
  expect([gates, messages, notices].every((count) => count > 0)).toBe(true)
})

it('runs that ended over a week ago notify no one', async () => {
  const test = await listening()
  const longAgo = new Date(Date.now() - 8 * 24 * 3_600_000).toISOString()
  await ingestRuns.run(test.key, { runs: troubled(40, longAgo) })
  expect(await noise(test)).toEqual(SILENCE)
})

it('a notify value that is not a boolean is refused', async () => {
  const { key } = await makeProject()
  await expect(ingestRuns.run(key, { runs: [runBody()], notify: 'no' })).rejects.toMatchObject({
    issues: [{ path: 'notify' }],
  })
})
