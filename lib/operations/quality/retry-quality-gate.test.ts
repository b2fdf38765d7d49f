import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { getRun } from '../run-detail/get'
import { ingest, runBody } from '../testing/factories'
import { startFakeJudge, type Way } from '../testing/fake-judge'
import { gateInput, makeJudgedProject } from '../testing/judged-project'
import { evaluateQualityGate, retryQualityGate } from './tools'

const judge = await startFakeJudge()
process.env.JUDGE_BASE_URL = judge.url
process.env.JUDGE_MODEL = 'fake'

beforeEach(() => judge.behave(4))
afterAll(() => judge.close())

/** Creates a gate without a verdict, with its dead letter. */
async function failOnce() {
  const test = await makeJudgedProject({ retries: 0 })
  judge.behave('garbage')
  await evaluateQualityGate.run(test.key, gateInput({ runId: 'run-1', nodeId: 'write' }))
  const letter = await getDb().deadLetter.findFirstOrThrow({ where: { projectId: test.project.id } })
  return { ...test, letter }
}

describe('a quality gate without a verdict', () => {
  it('gets one by a retry, recorded with its run', async () => {
    const { key, project, letter } = await failOnce()
    expect(letter).toMatchObject({ operation: 'judge:evaluate_quality_gate', runKey: 'run-1', category: 'VALIDATION' })
    judge.behave(4)
    await retryQualityGate(key, letter.args)
    const checks = await getDb().runCheck.findMany({ where: { projectId: project.id }, orderBy: { recordedAt: 'asc' } })
    expect(checks).toMatchObject([
      { isOk: null, result: { verdict: 'gate_error' } },
      { runKey: 'run-1', nodeId: 'write', isOk: true, result: { verdict: 'passed', score: 4 } },
    ])
  })

  it('is listed with its run, whichever id of the run was given', async () => {
    const test = await makeJudgedProject({ retries: 0 })
    const runId = (await ingest(test.key, [runBody({ id: 'run-1' })])).get('run-1') ?? ''
    judge.behave('garbage')
    const { deadLetterId } = await evaluateQualityGate.run(test.key, gateInput({ runId }))
    const { deadLetters } = await getRun.run(test.key, { runId })
    expect(deadLetters).toMatchObject({ total: 1, newest: [{ id: deadLetterId, runKey: 'run-1' }] })
  })

  it.each<[Way, string]>([
    ['server error', 'TRANSIENT'],
    ['garbage', 'VALIDATION'],
    ['bad key', 'PERMANENT'],
  ])('fails again by %j as %s, without a second dead letter', async (way, category) => {
    const { key, project, letter } = await failOnce()
    judge.behave(way)
    await expect(retryQualityGate(key, letter.args)).rejects.toMatchObject({ category })
    expect(await getDb().deadLetter.count({ where: { projectId: project.id } })).toBe(1)
  })
})
