import { describe, expect, it } from 'vitest'
import type { Configuration } from '@/lib/contracts/configuration'
import { getChain } from '../chains/get'
import { putVersion } from '../chains/version'
import { getGate } from '../gates/get'
import { listGates } from '../gates/list'
import { reviewRun, undoReview } from '../reviews/review'
import { listExecutions } from '../runs/list-executions'
import { configure } from '../testing/configure'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'

const threshold = (quality_threshold: number): Configuration => ({ quality_assurance: { quality_threshold } })

async function summaryOf(test: TestProject, clientId: string) {
  return test.key.db.runSummary.findFirstOrThrow({ where: { projectId: test.project.id, clientId } })
}

async function gaffOf(test: TestProject, clientId: string) {
  const { id } = await summaryOf(test, clientId)
  const score = await test.key.db.score.findFirstOrThrow({
    where: { projectId: test.project.id, runId: id, series: 'gaff' },
  })
  return { value: score.value, breakdown: score.breakdown as { threshold: number; factors: { weight: number }[] } }
}

describe('an arriving run', () => {
  const criteria = { required_fields: ['answer', 'source'] }

  it('takes each threshold and weight from run, version, chain, project or default, in that order', async () => {
    const test = await makeProject()
    const steps: [string, () => Promise<unknown>, number][] = [
      ['default', async () => undefined, 0.85],
      ['project', () => configure(test, threshold(0.71)), 0.71],
      ['chain', () => configure(test, threshold(0.72), 'answers'), 0.72],
      [
        'version',
        () =>
          putVersion.run(test.key, {
            chain: 'answers',
            version: '1.0.0',
            criteria: { ...criteria, quality_threshold: 0.73 },
          }),
        0.73,
      ],
    ]
    for (const [id, change, expected] of steps) {
      await change()
      const body = runBody({ id, ...(id !== 'version' && { criteria }) })
      await ingest(test.key, [body])
      expect((await gaffOf(test, id)).breakdown.threshold, id).toBe(expected)
    }
    await ingest(test.key, [runBody({ id: 'run', criteria: { ...criteria, quality_threshold: 0.74 } })])
    expect((await gaffOf(test, 'run')).breakdown.threshold).toBe(0.74)
  })

  it('shows the weights it was scored with, and earlier runs keep theirs', async () => {
    const test = await makeProject()
    await ingest(test.key, [runBody({ id: 'before', criteria })])
    const before = await gaffOf(test, 'before')
    await configure(test, { quality_assurance: { scoring_weights: { completeness: 3, accuracy: 1, performance: 0 } } })
    await ingest(test.key, [runBody({ id: 'after', criteria })])
    const after = await gaffOf(test, 'after')
    expect(after.value).toBeCloseTo(0.75 * 0.8 + 0.25, 12)
    expect(after.breakdown.factors.map((factor) => factor.weight)).toEqual([0.75, 0.25, 0])
    expect(await gaffOf(test, 'before')).toEqual(before)
  })

  it('is accepted from the current threshold if its chain is scored by the quality check', async () => {
    const test = await makeProject()
    await ingest(test.key, [runBody()])
    await configure(test, { profile: 'gaff', ...threshold(0.93) }, 'answers')
    await ingest(test.key, [runBody({ id: 'strict', criteria })])
    await configure(test, { profile: 'gaff', ...threshold(0.92) }, 'answers')
    await ingest(test.key, [runBody({ id: 'met', criteria })])
    await ingest(
      test.key,
      [1, 2].map((attempt) => runBody({ id: `try ${attempt}`, execution: 'e', attempt, criteria })),
    )
    const { executions } = await listExecutions.run(test.key, {})
    expect(executions).toMatchObject([{ key: 'e', acceptFrom: 0.92 }])
    expect(await summaryOf(test, 'strict')).toMatchObject({
      decision: 'iterate',
      reason: expect.stringContaining('below the threshold of 0.93'),
    })
    expect(await summaryOf(test, 'met')).toMatchObject({
      decision: 'accept',
      reason: 'A score of 0.92 meets the threshold of 0.92.',
    })
  })

  it('goes to a person with the threshold it missed', async () => {
    const test = await makeProject()
    await ingest(test.key, [runBody()])
    const quality_assurance = { quality_threshold: 0.95, max_rerun_attempts: 0 }
    await configure(test, { profile: 'gaff', quality_assurance }, 'answers')
    await ingest(test.key, [runBody({ criteria })])
    const { gates } = await listGates.run(test.key, { state: 'pending' })
    const { evidence } = await getGate.run(test.key, { gateId: gates[0]?.id ?? '' })
    expect(evidence).toMatchObject({ acceptFrom: 0.95, run: { decision: 'escalate' } })
  })

  it.each([
    ['one more than the reruns', { max_rerun_attempts: 0 }, 1],
    ['one without automatic reruns', { max_rerun_attempts: 5, auto_rerun_on_failure: false }, 1],
    ['one more than the reruns of the project', { max_rerun_attempts: 5 }, 6],
  ])('has as many attempts as %s', async (_, quality_assurance, attempts) => {
    const test = await makeProject()
    await configure(test, { quality_assurance })
    await ingest(test.key, [runBody({ id: 'own', maxAttempts: 9 }), runBody({ id: 'plain' })])
    expect(await summaryOf(test, 'plain')).toMatchObject({ maxAttempts: attempts })
    expect(await summaryOf(test, 'own')).toMatchObject({ maxAttempts: 9 })
    expect((await getChain.run(test.key, { chain: 'answers' })).chain.maxAttempts).toBe(attempts)
  })

  it('keeps its evaluator weights for later verdicts, and its threshold when a verdict is undone', async () => {
    const test = await makeProject()
    await ingest(test.key, [runBody()])
    await configure(test, { profile: 'gaff', confidence_weights: { peer: 1, human: 3 }, ...threshold(0.9) }, 'answers')
    const runs = await ingest(test.key, [
      runBody({ id: 'peer', criteria, signals: { peer: 0.5 } }),
      runBody({ id: 'alone', criteria }),
    ])
    await configure(test, { confidence_weights: { human: 100 }, ...threshold(0.99) }, 'answers')
    const reviewer = await test.as('reviewer')
    await reviewRun.run(reviewer, { runId: runs.get('peer') ?? '', verdict: 'approve' })
    expect((await summaryOf(test, 'peer')).confidence).toBeCloseTo((0.5 + 3) / 4, 12)
    const alone = await summaryOf(test, 'alone')
    const { decision } = await reviewRun.run(reviewer, { runId: alone.id, verdict: 'reject', reason: 'wrong' })
    expect((await summaryOf(test, 'alone')).decision).not.toBe('accept')
    await undoReview.run(reviewer, { runId: alone.id, decisionId: decision.id })
    expect(await summaryOf(test, 'alone')).toMatchObject({ decision: 'accept', quality: alone.quality })
  })
})
