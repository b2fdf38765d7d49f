import { expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { reviewRun } from '../reviews/review'
import { ingest, makeProject, runBody } from '../testing/factories'
import { learnFromVerdicts } from './learn'

const STEPS = { good: 2, odd: 5, bad: 9, worse: 15 }

/** A good run has few steps, and a bad one many, with errors, the more the worse; of those in between people approve every other. */
function body(id: string, kind: keyof typeof STEPS) {
  return runBody({
    id,
    nodes: Array.from({ length: STEPS[kind] }, (_, at) => ({
      id: `n${at}`,
      type: 'tool',
      name: 'look',
      ...((kind === 'bad' || kind === 'worse') && at % 2
        ? { status: 'failed' as const, error: { message: 'not found' } }
        : { output: 'ok' }),
    })),
  })
}

/** A project whose reviewer approves good runs, rejects bad ones and approves every other odd one. */
async function teach(kinds: readonly (keyof typeof STEPS)[]) {
  const test = await makeProject()
  const projectId = test.project.id
  const reviewer = await test.as('reviewer', 'Ada')
  const learn = () => learnFromVerdicts(getDb(), [{ projectId, id: projectId }], () => new Date())
  const review = (runId: string, isGood: boolean) =>
    reviewRun.run(reviewer, { runId, verdict: isGood ? 'approve' : 'reject', ...(!isGood && { reason: 'not found' }) })
  const taught = await ingest(
    test.key,
    kinds.map((kind, at) => body(`run-${at}`, kind)),
  )
  for (const [at, kind] of kinds.entries())
    await review(taught.get(`run-${at}`) ?? '', kind === 'good' || (kind === 'odd' && at % 4 === 1))
  return { test, projectId, learn, review }
}

it('one of many alike runs in doubt waits for all of them, and the next once it was judged', {
  timeout: 120_000,
}, async () => {
  const { test, projectId, learn, review } = await teach(
    Array.from({ length: 48 }, (_, at) => (['good', 'odd', 'bad', 'odd'] as const)[at % 4] ?? 'odd'),
  )
  const alike = await ingest(
    test.key,
    Array.from({ length: 130 }, (_, at) => body(`alike-${at}`, 'odd')),
  )
  await learn()
  const ids = [...alike.values()]
  const predictions = await getDb().prediction.findMany({ where: { projectId, runId: { in: ids }, kind: 'forecast' } })
  expect(predictions).toHaveLength(130)
  for (const { probability } of predictions) expect(Math.abs(probability - 0.5)).toBeLessThan(0.1)
  const waiting = () =>
    getDb().reviewItem.findMany({ where: { projectId, state: 'waiting', nearEdge: true }, select: { runId: true } })
  const [first, ...others] = await waiting()
  expect(others).toEqual([])

  await review(first?.runId ?? '', true)
  await learn()
  const [next, ...more] = await waiting()
  expect(next?.runId).not.toBe(first?.runId)
  expect(more).toEqual([])
})

it('a flag is an exception even where most runs are likely to be rejected, and goes to the likeliest', {
  timeout: 120_000,
}, async () => {
  const { test, projectId, learn } = await teach(Array.from({ length: 40 }, (_, at) => (at % 2 ? 'bad' : 'good')))
  const bad = await ingest(
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
  await ingest(
    test.key,
    Array.from({ length: 20 }, (_, at) => body(`late-${at}`, 'bad')),
  )
  await learn()
  expect(await getDb().runSummary.count({ where: { projectId, likelyBad: true } })).toBeLessThanOrEqual(24)
})
