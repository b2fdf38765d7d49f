import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { getDb } from '@/lib/db/client'
import { getServedVersion } from '../chains/version'
import { decideGate } from '../gates/act'
import { type Jobs, startJobs } from '../jobs/start-jobs'
import { makeProject } from '../testing/factories'
import { type FakeExecutor, startFakeExecutor } from '../testing/fake-executor'
import { PATIENCE } from '../testing/patience'
import { clock, forgetTrials, GOOD, POOR, publishTried, runDue, runsOf, trialsOf } from '../testing/published-trials'
import { see } from '../testing/regressed-chain'
import { sweepTrials } from './lease'
import { runNextTrial, runTrials } from './run-next'

process.env.VERITAS_ALLOW_PRIVATE_WEBHOOKS = 'true'

let executor: FakeExecutor
beforeAll(async () => {
  executor = await startFakeExecutor()
})
beforeEach(async () => {
  executor.seen.length = 0
  executor.behave({ run: GOOD })
  await forgetTrials()
  await getDb().$executeRaw`DELETE FROM pgboss.job WHERE name = 'trial-run'`.catch(() => 0)
})
afterAll(() => executor.close())

describe('publishing with an executor', () => {
  it('queues three live runs and a dry run for each scenario, taking turns over the scenarios', async () => {
    const test = await makeProject()
    expect((await publishTried(test, executor.url)).trials).toBe(5)
    const { live, dryRun, trials, executor: kind } = await trialsOf(test)
    expect({ live: live.queued, dryRun: dryRun.queued, kind }).toEqual({ live: 3, dryRun: 2, kind: 'http' })
    const named = (of: string) => trials.flatMap((row) => (row.kind === of ? [row.scenario] : [])).toReversed()
    expect(named('live')).toEqual(['one', 'two', 'one'])
    expect(named('dry_run')).toEqual(['one', 'two'])
  })

  it('rolls its trials back with the publication', async () => {
    const test = await makeProject()
    await publishTried(test, executor.url, { profile: 'gaff' })
    const refused = publishTried(test, executor.url, { profile: 'stratt', version: '1.0.1' })
    await expect(refused).rejects.toMatchObject({ code: 'invalid_input' })
    expect(await getDb().trial.count({ where: { projectId: test.project.id } })).toBe(5)
  })
})

describe('the queue', () => {
  it('runs each trial once with concurrent workers', async () => {
    const test = await makeProject()
    await publishTried(test, executor.url)
    await Promise.all(Array.from({ length: 15 }, () => runNextTrial(getDb(), clock)))
    expect(executor.seen).toHaveLength(5)
    expect(await runsOf(test)).toHaveLength(5)
  })

  it('alternates between projects, so that a long queue does not block another', async () => {
    const [long, short] = [await makeProject(), await makeProject()]
    await publishTried(long, executor.url, { dryRuns: 0 })
    await multiplyTrials(long.project.id, 10_000)
    await publishTried(short, executor.url, { dryRuns: 0 })
    for (let turn = 0; turn < 6; turn++) await runNextTrial(getDb(), clock)
    expect((await trialsOf(short)).live).toMatchObject({ queued: 0, done: 3 })
    expect((await trialsOf(long)).live).toMatchObject({ done: 3 })
  })

  it('counts running trials: a project with fewer of them goes first', async () => {
    const [busy, other] = [await makeProject(), await makeProject()]
    await publishTried(busy, executor.url, { dryRuns: 0 })
    await getDb().$executeRaw`
      UPDATE trial SET status = 'running', lease_until = now() + interval '1 minute', started_at = '2000-01-01'
      WHERE id = (SELECT min(id::text)::uuid FROM trial WHERE project_id = ${busy.project.id}::uuid)`
    await publishTried(other, executor.url, { dryRuns: 0 })
    for (let turn = 0; turn < 3; turn++) await runNextTrial(getDb(), clock)
    expect((await trialsOf(other)).live.done).toBe(3)
  })

  it('leaves a project that will be deleted alone, and goes on if it is restored', async () => {
    const test = await makeProject()
    await publishTried(test, executor.url, { dryRuns: 0 })
    const deleted = (deletesAt: Date | null) =>
      getDb().project.update({ where: { id: test.project.id }, data: { deletesAt } })
    await deleted(new Date(Date.now() + 86_400_000))
    await getDb().$executeRaw`DELETE FROM pgboss.job WHERE name = 'trial-run'`
    await sweepTrials(getDb(), clock())
    const jobs = () => getDb().$queryRaw<object[]>`SELECT 1 FROM pgboss.job WHERE name = 'trial-run'`
    expect(await jobs()).toEqual([])
    expect(await runNextTrial(getDb(), clock)).toBe(false)
    await deleted(null)
    await sweepTrials(getDb(), clock())
    expect(await jobs()).toHaveLength(3)
    expect(await runNextTrial(getDb(), clock)).toBe(true)
  })

  it('runs all that is due in one job', async () => {
    await publishTried(await makeProject(), executor.url)
    await runTrials(getDb(), clock)
    expect(executor.seen).toHaveLength(5)
  })

  it('is left to another server by one that stops', async () => {
    await publishTried(await makeProject(), executor.url)
    await getDb().$executeRaw`DELETE FROM pgboss.job WHERE name = 'trial-run'`
    const stopping = new AbortController()
    executor.behave('hang', { run: GOOD })
    const running = runTrials(getDb(), clock, stopping.signal)
    await vi.waitFor(() => expect(executor.seen).toHaveLength(1), PATIENCE)
    stopping.abort()
    await running
    expect(executor.seen).toHaveLength(1)
    expect(await getDb().trial.count({ where: { status: 'queued' } })).toBe(4)
    expect(await getDb().$queryRaw<object[]>`SELECT 1 FROM pgboss.job WHERE name = 'trial-run'`).toHaveLength(1)
  })

  it('leaves workers to other projects, however many with slow executors have many trials', async () => {
    const slow = await startFakeExecutor()
    slow.behave('hang')
    const jobs = startJobs()
    try {
      for (const calls of [8, 8 + 4, 8 + 4 + 2]) {
        const busy = await makeProject()
        await publishTried(busy, null, { dryRuns: 0, executor: { kind: 'http', url: slow.url, timeoutSeconds: 300 } })
        await multiplyTrials(busy.project.id, 40)
        await sweepTrials(getDb(), clock())
        await vi.waitFor(() => expect(slow.seen).toHaveLength(calls), PATIENCE)
      }
      const other = await makeProject()
      await publishTried(other, executor.url, { dryRuns: 0 })
      await vi.waitFor(async () => expect((await trialsOf(other)).live.done).toBe(3), PATIENCE)
      expect(slow.seen).toHaveLength(8 + 4 + 2)
    } finally {
      await slow.close()
      await jobs.stop()
    }
    expect(await getDb().trial.count({ where: { status: 'running' } })).toBe(0)
  })

  it('runs live trials before dry ones', async () => {
    await publishTried(await makeProject(), executor.url)
    await runDue()
    expect(executor.seen.map(({ order }) => order.kind)).toEqual(['live', 'live', 'live', 'dry_run', 'dry_run'])
  })

  it('runs a worse version on two instances until its gate opens; after a rejection the prior version serves', async () => {
    const test = await makeProject()
    const running: Jobs[] = [startJobs(), startJobs()]
    try {
      await publishTried(test, executor.url)
      await vi.waitFor(async () => expect((await trialsOf(test)).live.done).toBe(3), PATIENCE)
      executor.behave({ run: POOR })
      await publishTried(test, executor.url, { version: '1.1.0' })
      const gate = await vi.waitFor(
        () => getDb().gate.findFirstOrThrow({ where: { projectId: test.project.id, kind: 'regression' } }),
        PATIENCE,
      )
      const reviewer = await test.as('reviewer')
      const { evidenceDigest } = await see(reviewer, gate.id)
      await decideGate.run(reviewer, { gateId: gate.id, verdict: 'rejected', evidenceDigest, reason: 'Empty.' })
      expect((await getServedVersion.run(test.key, { chain: 'answers' })).version).toBe('1.0.0')
    } finally {
      await Promise.all(running.map((jobs) => jobs.stop()))
    }
  })
})

/** Repeats a project's first trial this many times. */
function multiplyTrials(projectId: string, count: number) {
  return getDb().$executeRaw`
    INSERT INTO trial (project_id, id, version_id, kind, scenario, request, run_key, queued_at, next_at)
    SELECT t.project_id, x.id, t.version_id, t.kind, t.scenario, t.request, 'trial-' || x.id, t.queued_at, t.next_at
    FROM (SELECT * FROM trial WHERE project_id = ${projectId}::uuid LIMIT 1) t,
      LATERAL (SELECT gen_random_uuid() AS id FROM generate_series(1, ${count}::int)) x`
}

describe('the trial sweep', () => {
  it('requeues the trial of a killed instance when its lease ends, and its run counts once', async () => {
    const test = await makeProject()
    await publishTried(test, executor.url, { dryRuns: 0 })
    await runNextTrial(getDb(), clock)
    const [run] = await runsOf(test)
    const projectId = test.project.id
    const lost = { status: 'running', leaseUntil: new Date(Date.now() - 1), endedAt: null }
    await getDb().trial.updateMany({ where: { projectId, status: 'done' }, data: lost })
    executor.seen.length = 0
    await Promise.all([sweepTrials(getDb(), clock()), sweepTrials(getDb(), clock())])
    await runDue()
    expect(executor.seen).toHaveLength(2)
    expect((await trialsOf(test)).trials.at(-1)).toMatchObject({ status: 'done', runId: run?.id, attempts: 2 })
    expect(await runsOf(test)).toHaveLength(3)
  })

  it('gives up a trial interrupted three times, without a run', async () => {
    const test = await makeProject()
    await publishTried(test, executor.url, { dryRuns: 0 })
    const projectId = test.project.id
    const lost = { status: 'running', attempts: 3, leaseUntil: new Date(Date.now() - 1) }
    await getDb().trial.updateMany({ where: { projectId }, data: lost })
    await sweepTrials(getDb(), clock())
    const { trials } = await trialsOf(test)
    expect(trials).toHaveLength(3)
    for (const trial of trials)
      expect(trial).toMatchObject({ status: 'failed', runId: null, error: expect.stringContaining('given up') })
    expect(await runsOf(test)).toEqual([])
  })

  it('enqueues missing jobs, and no second job for a trial', async () => {
    await publishTried(await makeProject(), executor.url, { dryRuns: 0 })
    const jobs = () => getDb().$queryRaw<{ n: number }[]>`
      SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'trial-run' AND state < 'completed'`
    await getDb().$executeRaw`DELETE FROM pgboss.job WHERE name = 'trial-run'`
    await sweepTrials(getDb(), clock())
    expect(await jobs()).toEqual([{ n: 3 }])
    await sweepTrials(getDb(), clock())
    expect(await jobs()).toEqual([{ n: 3 }])
  })

  it('does not leave trials to the jobs that a killed server had taken', async () => {
    await publishTried(await makeProject(), executor.url, { dryRuns: 0 })
    await getDb().$executeRaw`UPDATE pgboss.job SET state = 'active' WHERE name = 'trial-run'`
    await sweepTrials(getDb(), clock())
    const waiting = await getDb().$queryRaw<{ n: number }[]>`
      SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'trial-run' AND state = 'created'`
    expect(waiting).toEqual([{ n: 3 }])
  })
})
