import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { evaluateQualityGate } from '../quality/tools'
import { startFakeJudge } from '../testing/fake-judge'
import { gateInput, makeJudgedProject } from '../testing/judged-project'
import { addJudge } from './manage'

const draft = { name: 'Inside', kind: 'openai' as const, model: 'fake' }

it.each(['http://127.0.0.1:9/v1', 'http://169.254.169.254/latest', 'http://[::1]:9', 'http://localhost:9'])(
  "a project's judge cannot be set to the private address %s",
  async (baseUrl) => {
    const admin = await (await makeJudgedProject()).as('admin')
    const added = addJudge.run(admin, { ...draft, baseUrl })
    await expect(added).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'baseUrl' }] })
  },
)

it('a stored address that resolves to a private one is not called', async () => {
  const judge = await startFakeJudge()
  const { key, project } = await makeJudgedProject({ retries: 0 })
  const now = new Date()
  const times = { createdAt: now, updatedAt: now }
  const row = { ...draft, projectId: project.id, id: uuid(), baseUrl: judge.url, rank: 1, ...times }
  await getDb().projectJudge.create({ data: row })
  const gate = await evaluateQualityGate.run(key, gateInput())
  expect(gate).toMatchObject({ score: null, gateError: true })
  expect(gate.feedback).toContain('is not a public address')
  expect(judge.requests).toEqual([])
  await judge.close()
})
