import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { listExecutions } from '@/lib/contracts/executions'
import { listRuns } from '@/lib/contracts/runs'
import { expect, test } from '../fixtures'

const run = promisify(execFile)

test('the example reruns what failed, is accepted, and its attempts are on the desk', async ({ desk, baseURL }) => {
  const env = { ...process.env, VERITAS_URL: baseURL, VERITAS_API_KEY: desk.key }
  const { stdout } = await run(process.execPath, ['examples/quality-loop/run.mjs'], { env })
  expect(stdout).toContain('partial rerun of read, total')
  expect(stdout).toContain('accepted: the result meets the criteria')
  const { runs } = await desk.send(listRuns, {})
  expect(runs.map(({ status }) => status)).toEqual(['completed', 'failed'])
  const { executions } = await desk.send(listExecutions, {})
  expect(executions).toMatchObject([{ chain: 'order-total', attempts: [{}, {}], state: 'improving' }])
})
