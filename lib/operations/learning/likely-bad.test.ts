import { expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { reviewRun } from '../reviews/review'
import { makeProject, runBody, takeIn } from '../testing/factories'
import { learnFromVerdicts } from './learn'

const STEPS = { good: 2, bad: 9, worse: 15 }

/** The more steps and errors, the worse a run. */
function body(id: string, kind: keyof typeof STEPS) {
  return runBody({
    id,
    nodes: Array.from({ length: STEPS[kind] }, (_, at) => ({
      id: `n${at}`,
      type: 'tool',
      name: 'look',
      ...(kind !== 'good' && at % 2
        ? { status: 'failed' as const, error: { message: 'not found' } }
        : { output: 'ok' }),
    })),
  })
}

it('a flag is an exception even where most runs are likely to be rejected, and goes to the likeliest', {
  timeout: 120_000,
}, async () => {
  const test = await makeProject()
  const projectId = test.project.id
  const reviewer = await test.as('reviewer', 'Ada')
  const learn = () => learnFromVerdicts(getDb(), [{ projectId, id: projectId }], () => new Date())
  const kinds = Array.from({ length: 40 }, (_, at) => (at % 2 ? 'bad' : 'good'))
  const taught = await takeIn(
    test.key,
    kinds.map((kind, at) => body(`run-${at}`, kind as keyof typeof STEPS)),
  )
  for (const [at, kind] of kinds.entries())
    await reviewRun.run(reviewer, {
      runId: taught.get(`run-${at}`) ?? '',
      ...(kind === 'good' ? { verdict: 'approve' } : { verdict: 'reject', reason: 'not found' }),
    })
  const bad = await takeIn(
    test.key,
    Array.from({ length: 60 }, (_, at) => body(`bad-${at}`, at < 12 ? 'worse' : 'bad')),
  )
  await learn()

  const likely = await getDb().prediction.count({ where: { projectId, kind: 'forecast', high: { lt: 0.5 } } })
  expect(likely).toBeGreaterThan(40)
  const flagged = await getDb().runSummary.findMany({ where: { projectId, likelyBad: true }, select: { id: true } })
  expect(flagged).toHaveLength(20)
  const isFlagged = new Set(flagged.map(({ id }) => id))
  expect([...bad].filter(([id]) => Number(id.slice(4)) < 12).every(([, runId]) => isFlagged.has(runId))).toBe(true)

  // Later runs are beside those that are flagged already.
  await takeIn(
    test.key,
    Array.from({ length: 20 }, (_, at) => body(`late-${at}`, 'bad')),
  )
  await learn()
  expect(await getDb().runSummary.count({ where: { projectId, likelyBad: true } })).toBeLessThanOrEqual(24)
})
