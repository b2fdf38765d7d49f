import { expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { publishVersion } from '../chains/publish'
import { makeProject } from '../testing/factories'
import { runNextTrial } from './run-next'

const at = { chain: 'answers', version: '1.0.0', scenarios: [{ name: 'one' }] }
const hidden = ['http://127.0.0.1:1/', 'http://[::1]/', 'http://169.254.169.254/latest', 'http://10.0.0.1/']

it.each(hidden)('a private executor address is refused when published: %s', async (url) => {
  const test = await makeProject()
  const error = await publishVersion.run(test.key, { ...at, executor: { kind: 'http', url } }).catch((reason) => reason)
  expect(error).toMatchObject({ code: 'invalid_input', issues: [{ path: 'executor.url' }] })
})

it('an address that became private later is not called and makes no run', async () => {
  const test = await makeProject()
  const projectId = test.project.id
  await publishVersion.run(test.key, { ...at, executor: { kind: 'http', url: 'http://203.0.114.1/' }, dryRuns: 0 })
  await getDb().$executeRaw`
    UPDATE chain_version SET executor = jsonb_set(executor, '{url}', '"http://127.0.0.1:1/"')
    WHERE project_id = ${projectId}::uuid`
  await runNextTrial(getDb(), () => new Date())
  expect(await getDb().trial.findFirstOrThrow({ where: { projectId, startedAt: { not: null } } })).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('was not called'),
  })
  expect(await getDb().run.count({ where: { projectId } })).toBe(0)
})
