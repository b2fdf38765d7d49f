import { expect, it } from 'vitest'
import { getDb, type Tx } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import type { Context } from '../context'
import { ingestBatch } from '../ingest/ingest-batch'
import { settleRun } from '../ingest/settle'
import { keepScenario } from '../kept-scenarios/keep'
import { reviewRun } from '../reviews/review'
import { lockFailureCounts } from '../rollups/failures'
import { applyRollups, type RollupChange } from '../rollups/runs'
import { ingest, makeProject, runBody } from '../testing/factories'
import { countingDb, untilLockIsWaitedFor } from '../testing/lock-waits'
import { lockChain } from '../versions/store'
import { lockRun, lockRuns } from './lock'
import { toCounted } from './recompute'
import { tagRuns } from './tags'

/** What one transaction holds, what another does meanwhile, which waits for that, and what the first takes then. */
type Meeting<C extends Context, T> = {
  holds: (tx: Tx) => Promise<unknown>
  act: (who: C) => Promise<T>
  takes: (tx: Tx) => Promise<unknown>
}

/** Resolves with what was done meanwhile, once both are through without a deadlock, after which they would have begun again. */
async function meet<C extends Context, T>(who: C, { holds, act, takes }: Meeting<C, T>): Promise<T> {
  const { db, transactions } = countingDb()
  const { acted } = await inTransaction({ db }, async (tx) => {
    await holds(tx)
    const acted = act({ ...who, db })
    await untilLockIsWaitedFor(tx)
    await takes(tx)
    return { acted }
  })
  const result = await acted
  expect(transactions()).toBe(2)
  return result
}

async function attempts() {
  const test = await makeProject()
  const [first, second] = [1, 2].map((attempt) => runBody({ execution: 'work', attempt, maxAttempts: 9 }))
  const ids = await ingest(test.key, [first ?? runBody(), second ?? runBody()])
  return { ...test, projectId: test.project.id, runIds: [...ids.values()], now: new Date() }
}

it('who locks several runs holds none of them while it waits for their executions', async () => {
  const { as, projectId, runIds, now } = await attempts()
  const admin = await as('admin')
  const [first = '', second = ''] = runIds
  await meet(admin, {
    holds: (tx) => tx.$queryRaw`SELECT 1 FROM execution WHERE project_id = ${projectId}::uuid FOR UPDATE`,
    act: (who) => tagRuns.run(who, { runIds, add: ['seen'], remove: [] }),
    takes: (tx) => lockRuns(tx, projectId, [second, first], now),
  })
})

it('a new kind of failure of an attempt is counted after its execution is locked', async () => {
  const { key, projectId } = await attempts()
  const failed = {
    status: 'failed' as const,
    nodes: [{ id: 'a', status: 'failed' as const, error: 'the disk is full' }],
  }
  await meet(key, {
    holds: (tx) => tx.$queryRaw`SELECT 1 FROM execution WHERE project_id = ${projectId}::uuid FOR UPDATE`,
    act: (who) => ingestBatch(who, [runBody({ execution: 'work', attempt: 3, ...failed })], 'test'),
    takes: (tx) => lockFailureCounts(tx, projectId),
  })
})

it('a run whose quiet time is over is settled after who ends it, who takes it off the list', async () => {
  const test = await makeProject()
  const projectId = test.project.id
  const [runId = ''] = (await ingest(test.key, [runBody({ status: 'running' })])).values()
  const settled = await meet(test.key, {
    holds: (tx) => lockRuns(tx, projectId, [runId], new Date()),
    act: ({ db }) => settleRun(db, { projectId, id: runId }, () => new Date(Date.now() + 25 * 3_600_000)),
    takes: (tx) => tx.unfinishedRun.deleteMany({ where: { projectId } }),
  })
  expect(settled).toBe(false)
})

it('a run is kept as a scenario after who decides about its chain', async () => {
  const test = await makeProject()
  const projectId = test.project.id
  const [runId = ''] = (await ingest(test.key, [runBody({ request: 'What is due?' })])).values()
  const ada = await test.as('reviewer', 'Ada')
  await reviewRun.run(ada, { runId, verdict: 'approve' })
  const { chainId } = await getDb().runSummary.findFirstOrThrow({ where: { projectId, id: runId } })
  await meet(ada, {
    holds: (tx) => lockChain(tx, projectId, chainId),
    act: (who) => keepScenario.run(who, { runId }),
    takes: (tx) => lockRun(tx, projectId, runId),
  })
})

it('who counts in several steps shares the counts with nobody', async () => {
  const test = await makeProject()
  const projectId = test.project.id
  await ingest(test.key, [runBody()])
  const { runs } = await inTransaction(test.key, async (tx) =>
    lockRuns(tx, projectId, [(await tx.runSummary.findFirstOrThrow({ where: { projectId } })).id], new Date()),
  )
  const changeAt = (hour: number): RollupChange[] =>
    runs.map((run) => ({ ...run, occurredAt: new Date(Date.UTC(2026, 0, 1, hour)), run: toCounted(run), times: 1 }))
  await meet(test.key, {
    holds: (tx) => applyRollups(tx, projectId, changeAt(1)),
    act: ({ db }) =>
      inTransaction({ db }, async (tx) => {
        await applyRollups(tx, projectId, changeAt(2))
        await applyRollups(tx, projectId, changeAt(1))
      }),
    takes: (tx) => applyRollups(tx, projectId, changeAt(2)),
  })
})
