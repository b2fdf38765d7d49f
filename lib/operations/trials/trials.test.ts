import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { InputOf } from '@/lib/contracts/contract'
import type { publishVersion as publishContract } from '@/lib/contracts/versions'
import { getDb } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { decideGate } from '../gates/decide-gate'
import { openGate } from '../gates/open-gate'
import { type Jobs, startJobs } from '../jobs/start-jobs'
import { makeProject, type TestProject } from '../testing/factories'
import { see } from '../testing/regressed-chain'
import { type ExecutorWay, type StandInExecutor, startStandInExecutor } from '../testing/stand-in-executor'
import { getServedVersion } from '../versions/get-served-version'
import { publishVersion } from '../versions/publish-version'
import { addTrials } from './add-trials'
import { claimTrials } from './claim-trials'
import { leaseTrials } from './lease-trials'
import { listTrials } from './list-trials'
import { reportTrial } from './report-trial'
import { runTrial } from './run-trial'
import { sweepTrials } from './sweep-trials'

vi.hoisted(() => {
  process.env.VERITAS_ALLOW_PRIVATE_WEBHOOKS = 'true'
})

let executor: StandInExecutor
beforeAll(async () => {
  executor = await startStandInExecutor()
})
beforeEach(() => {
  executor.seen.length = 0
  executor.behave({ run: GOOD })
})
afterAll(() => executor.close())

const GOOD = { output: { answer: 'forty-two' }, tokens: { input: 100, output: 900 } }
const POOR = { output: { answer: '' }, tokens: { input: 100, output: 900 } }
const clock = () => new Date()
const at = { chain: 'answers', version: '1.0.0' }
const scenarios = ['one', 'two'].map((name) => ({ name, request: { question: name } }))

type Body = InputOf<typeof publishContract>

function publish(test: TestProject, overrides: Partial<Body> = {}) {
  const body = { ...at, contract: { requiredOutputs: ['answer'] }, scenarios, ...overrides }
  return publishVersion.run(test.key, { executor: { kind: 'http', url: executor.url, timeoutSeconds: 1 }, ...body })
}

const trialsOf = (test: TestProject) => listTrials.run(test.key, { ...at, limit: 200 })
const runsOf = (test: TestProject) =>
  getDb().runSummary.findMany({ where: { projectId: test.project.id }, orderBy: { clientId: 'asc' } })

/** A version whose one trial has been run once, or as often as is said. */
async function runOne(way: ExecutorWay, times = 1) {
  const test = await makeProject()
  await publish(test, { dryRuns: 0 })
  const [trialId = ''] = (await trialsOf(test)).trials.map(({ id }) => id)
  executor.behave(way)
  for (let time = 0; time < times; time++) await runTrial(getDb(), { projectId: test.project.id, trialId }, clock)
  const trial = (await trialsOf(test)).trials.find(({ id }) => id === trialId)
  const [run] = await runsOf(test)
  const failure = run && (await getDb().failure.findFirst({ where: { projectId: test.project.id } }))
  return { test, trialId, trial, run, failure }
}

describe('publishing with an executor', () => {
  it('queues three live runs and a dry one for each scenario, over the scenarios in turn', async () => {
    const test = await makeProject()
    expect((await publish(test)).trials).toBe(5)
    const { live, dryRun, trials, executor: kind } = await trialsOf(test)
    expect({ live: live.queued, dryRun: dryRun.queued, kind }).toEqual({ live: 3, dryRun: 2, kind: 'http' })
    const named = (of: string) => trials.flatMap((row) => (row.kind === of ? [row.scenario] : [])).toReversed()
    expect(named('live')).toEqual(['one', 'two', 'one'])
    expect(named('dry_run')).toEqual(['one', 'two'])
  })

  it('rolls its trials back with the publication', async () => {
    const test = await makeProject()
    await expect(publish(test, { profile: 'gaff', version: '1.0.0' })).resolves.toBeDefined()
    await expect(publish(test, { profile: 'stratt', version: '1.0.1' })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    expect(await getDb().trial.count({ where: { projectId: test.project.id } })).toBe(5)
  })
})

describe('a trial', () => {
  it('is sent signed, with the headers that were stored, and becomes a run of its kind and scenario', async () => {
    const test = await makeProject()
    const headers = { authorization: 'Bearer t0ps3cret' }
    const { signingSecret } = await publish(test, { executor: { kind: 'http', url: executor.url, headers } })
    const { trials } = await trialsOf(test)
    for (const { id } of trials) await runTrial(getDb(), { projectId: test.project.id, trialId: id }, clock)
    const [seen] = executor.seen
    if (!seen) throw new Error('nothing was sent')
    expect(seen.headers.authorization).toBe(headers.authorization)
    const content = `${seen.order.trialId}.${seen.headers['webhook-timestamp']}.${seen.body}`
    const key = Buffer.from((signingSecret ?? '').slice('whsec_'.length), 'base64')
    const signature = createHmac('sha256', key).update(content).digest('base64')
    expect(seen.headers['webhook-signature']).toBe(`v1,${signature}`)
    const runs = await runsOf(test)
    const kinds = (rows: { kind: string; scenario: string | null }[]) =>
      rows.map((row) => `${row.kind} ${row.scenario}`)
    expect(kinds(runs).sort()).toEqual(kinds(executor.seen.map(({ order }) => order)).sort())
    expect(runs.every(({ status, quality }) => status === 'completed' && quality !== null && quality > 0.9)).toBe(true)
    expect((await trialsOf(test)).live).toEqual({ queued: 0, running: 0, done: 3, failed: 0 })
  })

  it.each<[string, ExecutorWay, string, string]>([
    ['hangs', 'hang', 'no answer within 1 s', 'timeout'],
    ['hangs in the body', 'hang in the body', 'no answer within 1 s', 'timeout'],
    ['answers 500', { status: 500, text: 'out of order' }, 'answered 500: out of order', 'provider_transient'],
    ['answers 429', { status: 429 }, 'answered 429', 'rate_limited'],
    ['answers 401', { status: 401 }, 'answered 401', 'provider_auth'],
    ['redirects', 'redirect', 'redirects are not followed', 'unknown'],
    ['answers garbage', 'garbage', '<html>Welcome</html>', 'unknown'],
    ['answers a list', 'a list', 'no JSON object', 'unknown'],
    ['nests too deeply', 'deep', 'nested deeper than', 'unknown'],
    ['answers too much', 'huge', 'larger than', 'unknown'],
    ['answers for another kind', { run: { ...GOOD, kind: 'dry_run' } }, 'answered for kind "dry_run"', 'unknown'],
    ['answers for another version', { run: { ...GOOD, version: '9.9.9' } }, 'answered for version', 'unknown'],
    ['answers no run', { run: { output: 1, tokens: 'many' } }, 'tokens: ', 'invalid_tool_args'],
  ])('of an executor that %s is a failed run that says so', async (_words, way, message, failureClass) => {
    const { trial, run, failure } = await runOne(way)
    expect(trial).toMatchObject({ status: 'failed', error: expect.stringContaining(message), attempts: 1 })
    expect(run).toMatchObject({ status: 'failed', kind: 'live', scenario: 'one', id: trial?.runId })
    expect(failure).toMatchObject({ failureClass, message: expect.stringContaining(message) })
  })

  it('of an executor whose connection fails is tried once more, then a failed run', async () => {
    const first = await runOne('reset')
    expect(first.trial).toMatchObject({ status: 'queued', attempts: 1 })
    expect(first.run).toBeUndefined()
    executor.behave('reset')
    const { trial, run } = await runOne('reset', 2)
    expect(trial).toMatchObject({ status: 'failed', attempts: 2, error: expect.stringContaining('cannot be reached') })
    expect(run?.failureClass).toBe('provider_transient')
  })

  it('that failed to connect may succeed the second time', async () => {
    const test = await makeProject()
    await publish(test, { dryRuns: 0 })
    const [trialId = ''] = (await trialsOf(test)).trials.map(({ id }) => id)
    executor.behave('reset', { run: GOOD })
    for (let time = 0; time < 2; time++) await runTrial(getDb(), { projectId: test.project.id, trialId }, clock)
    expect((await trialsOf(test)).trials.find(({ id }) => id === trialId)?.status).toBe('done')
    expect(await runsOf(test)).toHaveLength(1)
  })

  it('is run once, however many instances take its job', async () => {
    const test = await makeProject()
    await publish(test)
    const jobs = (await trialsOf(test)).trials.map(({ id }) => ({ projectId: test.project.id, trialId: id }))
    await Promise.all([...jobs, ...jobs, ...jobs].map((job) => runTrial(getDb(), job, clock)))
    expect(executor.seen).toHaveLength(jobs.length)
    expect(await runsOf(test)).toHaveLength(jobs.length)
  })

  it('whose instance was killed is found when its lease ends, and its run counts once', async () => {
    const { test, trialId, run } = await runOne({ run: GOOD })
    const projectId = test.project.id
    const lost = { status: 'running', leaseUntil: new Date(Date.now() - 1), endedAt: null }
    await getDb().trial.update({ where: { projectId_id: { projectId, id: trialId } }, data: lost })
    executor.seen.length = 0
    await Promise.all([sweepTrials(getDb(), clock()), sweepTrials(getDb(), clock())])
    await runTrial(getDb(), { projectId, trialId }, clock)
    expect(executor.seen).toEqual([])
    expect((await trialsOf(test)).trials.find(({ id }) => id === trialId)).toMatchObject({
      status: 'done',
      runId: run?.id,
    })
    expect(await runsOf(test)).toHaveLength(1)
  })

  it('that is cut off three times is given up, without an invented run', async () => {
    const test = await makeProject()
    await publish(test, { dryRuns: 0 })
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

  it('that waits without a job gets one again', async () => {
    const test = await makeProject()
    await publish(test, { dryRuns: 0 })
    const jobs = () => getDb().$queryRaw<{ n: number }[]>`
      SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'trial-run' AND data->>'projectId' = ${test.project.id}`
    await getDb().$executeRaw`DELETE FROM pgboss.job WHERE data->>'projectId' = ${test.project.id}`
    await sweepTrials(getDb(), new Date(Date.now() + 3_600_000))
    expect(await jobs()).toEqual([{ n: 3 }])
    await sweepTrials(getDb(), new Date(Date.now() + 7_200_000))
    expect(await jobs()).toEqual([{ n: 3 }])
  })
})

describe('the queue', () => {
  const running: Jobs[] = []

  it('runs a worse version on two instances until the gate opens; rejected, the version before it serves', async () => {
    const test = await makeProject()
    running.push(startJobs(), startJobs())
    try {
      await publish(test)
      await vi.waitFor(async () => expect((await trialsOf(test)).live.done).toBe(3), { timeout: 15_000, interval: 100 })
      executor.behave({ run: POOR })
      await publish(test, { version: '1.1.0' })
      const gate = await vi.waitFor(
        () => getDb().gate.findFirstOrThrow({ where: { projectId: test.project.id, kind: 'regression' } }),
        { timeout: 15_000, interval: 100 },
      )
      const reviewer = await test.as('reviewer')
      const { evidenceDigest } = await see(reviewer, gate.id)
      await decideGate.run(reviewer, { gateId: gate.id, verdict: 'rejected', evidenceDigest, reason: 'Empty.' })
      expect((await getServedVersion.run(test.key, { chain: 'answers' })).version).toBe('1.0.0')
    } finally {
      await Promise.all(running.splice(0).map((jobs) => jobs.stop()))
    }
  })
})

describe('more trials', () => {
  it('go on with the scenarios where the last ones stopped', async () => {
    const test = await makeProject()
    await publish(test, { dryRuns: 0 })
    expect(await addTrials.run(test.key, { ...at, count: 2 })).toEqual({ added: 2 })
    const { trials, live } = await trialsOf(test)
    expect(live.queued).toBe(5)
    expect(trials.map(({ scenario }) => scenario)).toEqual(['one', 'two', 'one', 'two', 'one'])
  })

  it('are refused where nobody would run them', async () => {
    const test = await makeProject()
    await publishVersion.run(test.key, { ...at, scenarios })
    await expect(addTrials.run(test.key, { ...at, count: 1 })).rejects.toMatchObject({ code: 'conflict' })
    await expect(addTrials.run(test.key, { ...at, version: '3.0.0', count: 1 })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('decide nothing: a pending gate stays pending', async () => {
    const test = await makeProject()
    await publish(test, { dryRuns: 0 })
    const { gate } = await openGate.run(test.key, { ...at, question: 'Good?' })
    await addTrials.run(test.key, { ...at, count: 1 })
    expect((await see(test.key, gate.id)).gate.state).toBe('pending')
  })
})

describe('a local executor', () => {
  async function publishLocal() {
    const test = await makeProject()
    await publish(test, { executor: { kind: 'local' }, dryRuns: 0 })
    return test
  }

  it('claims live trials that nobody else gets, and its report becomes the run', async () => {
    const test = await publishLocal()
    const claims = await Promise.all(
      Array.from({ length: 6 }, () => claimTrials.run(test.key, { ...at, worker: 'laptop' })),
    )
    const claimed = claims.flatMap((claim) => claim.claimed)
    expect(new Set(claimed.map(({ trialId }) => trialId)).size).toBe(3)
    expect(claimed).toHaveLength(3)
    const first = claimed.find(({ scenario }) => scenario === 'one')
    if (!first) throw new Error('nothing was claimed')
    expect(first).toMatchObject({ kind: 'live', scenario: 'one', request: { question: 'one' }, attempt: 1 })
    const report = { trialId: first.trialId, attempt: 1 }
    expect(await reportTrial.run(test.key, { ...report, run: GOOD })).toMatchObject({ status: 'done', error: null })
    expect(await runsOf(test)).toMatchObject([{ kind: 'live', scenario: 'one', status: 'completed' }])
    await expect(reportTrial.run(test.key, { ...report, run: GOOD })).rejects.toMatchObject({ code: 'conflict' })
  })

  it('leases no more than asked, however the database joins', async () => {
    const test = await publishLocal()
    const held = await getDb().$transaction(async (tx) => {
      for (const way of ['hashagg', 'hashjoin', 'mergejoin', 'material', 'sort'])
        await tx.$executeRawUnsafe(`SET LOCAL enable_${way} = off`)
      const now = clock()
      const where = Prisma.sql`t.status = 'queued'`
      return leaseTrials(tx, { projectId: test.project.id, where, limit: 1, by: 'worker', now, until: now })
    })
    expect(held).toHaveLength(1)
    expect((await trialsOf(test)).live).toMatchObject({ queued: 2, running: 1 })
  })

  it('reports why it has no run, as a failed one with its class', async () => {
    const test = await publishLocal()
    const { claimed } = await claimTrials.run(test.key, at)
    const report = { trialId: claimed[0]?.trialId ?? '', attempt: 1 }
    const error = { message: 'the command gave nothing within 60 s', code: 'ETIMEDOUT' }
    expect(await reportTrial.run(test.key, { ...report, error })).toMatchObject({ status: 'failed' })
    expect(await runsOf(test)).toMatchObject([{ status: 'failed', failureClass: 'timeout' }])
  })

  it('loses the trial with its lease, and another worker gets it', async () => {
    const test = await publishLocal()
    const { claimed } = await claimTrials.run(test.at(new Date(Date.now() - 3_600_000)), { ...at, limit: 3 })
    expect((await claimTrials.run(test.key, { ...at, limit: 3 })).claimed).toMatchObject([
      { attempt: 2 },
      { attempt: 2 },
      { attempt: 2 },
    ])
    const late = { trialId: claimed[0]?.trialId ?? '', attempt: 1, run: GOOD }
    await expect(reportTrial.run(test.key, late)).rejects.toMatchObject({ code: 'conflict' })
    expect(await runsOf(test)).toEqual([])
  })

  it('is not for a version with an HTTP executor, nor for the trials of another project', async () => {
    const test = await makeProject()
    await publish(test)
    await expect(claimTrials.run(test.key, at)).rejects.toMatchObject({ code: 'conflict' })
    const other = await makeProject()
    const [trial] = (await trialsOf(test)).trials
    const report = { trialId: trial?.id ?? '', attempt: 1, run: GOOD }
    await expect(reportTrial.run(other.key, report)).rejects.toMatchObject({ code: 'not_found' })
  })
})
