import { beforeAll, expect, it } from 'vitest'
import { onDatabase } from '@/lib/db/on-database'
import { getDatabaseUrl, getEnv } from '@/lib/env'
import { addJudge } from '../judge/manage'
import { makeProject } from '../testing/factories'
import { publishTried } from '../testing/published-trials'
import { createEndpoint } from '../webhooks/endpoints'
import { examineSecrets } from './sealed-secrets'

const examine = (secret: string | undefined) => onDatabase(getDatabaseUrl(), (client) => examineSecrets(client, secret))

beforeAll(async () => {
  const test = await makeProject()
  const admin = await test.as('admin')
  await createEndpoint.run(admin, { name: 'a', url: 'https://example.com/hook', events: ['gate.opened'] })
  await addJudge.run(admin, { name: 'a', kind: 'openai', baseUrl: 'https://example.com/v1', model: 'm', apiKey: 'k' })
  await publishTried(test, 'https://example.com/run')
})

it('reads what the desk sealed for webhooks, judges and executors', async () => {
  expect(await examine(getEnv().AUTH_SECRET)).toEqual({ state: 'good', seen: '3 can be read', advice: '' })
})

it.each([
  ['another one', 'x'.repeat(32)],
  ['none', undefined],
])('names AUTH_SECRET if it is %s', async (_, secret) => {
  const found = await examine(secret)
  expect(found).toMatchObject({ state: 'bad', seen: expect.stringContaining('3 of 3 secrets') })
  expect(found.advice).toContain('AUTH_SECRET')
})
