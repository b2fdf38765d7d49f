import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { getRun } from '../run-detail/get'
import { makeProject } from '../testing/factories'
import { type ExecutorWay, type FakeExecutor, startFakeExecutor } from '../testing/fake-executor'
import { at, clock, forgetTrials, GOOD, publishTried, runDue, runsOf, trialsOf } from '../testing/published-trials'
import { addTrials } from './queue'
import { runNextTrial } from './run-next'

process.env.VERITAS_ALLOW_PRIVATE_WEBHOOKS = 'true'

let executor: FakeExecutor
beforeAll(async () => {
  executor = await startFakeExecutor()
})
beforeEach(async () => {
  executor.seen.length = 0
  executor.behave({ run: GOOD })
  await forgetTrials()
})
afterAll(() => executor.close())

/** The ways of an executor that lead to a time-out. */
const NEVER_ANSWERS: readonly ExecutorWay[] = ['hang', 'hang in the body', 'drip']

async function runOne(...ways: [ExecutorWay, ...ExecutorWay[]]) {
  const test = await makeProject()
  // A short time-out only for executors that never answer: a busy machine may take long for the rest.
  const timeoutSeconds = ways.some((way) => NEVER_ANSWERS.includes(way)) ? 1 : 60
  await publishTried(test, executor.url, { dryRuns: 0, executor: { kind: 'http', url: executor.url, timeoutSeconds } })
  executor.behave(...ways)
  await runNextTrial(getDb(), clock)
  return { test, ...(await firstOf(test)) }
}

/** The trial that was queued first, with its run and failure. */
async function firstOf(test: Awaited<ReturnType<typeof makeProject>>) {
  const trial = (await trialsOf(test)).trials.at(-1)
  const [run] = await runsOf(test)
  const failure = run && (await getDb().failure.findFirst({ where: { projectId: test.project.id } }))
  return { trial, run, failure }
}

const later = () => new Date(Date.now() + 10_000)

describe('a trial', () => {
  it('is sent signed, with the stored headers, and becomes a run of its kind and scenario', async () => {
    const test = await makeProject()
    const headers = { authorization: 'Bearer t0ps3cret' }
    const { signingSecret } = await publishTried(test, null, {
      executor: { kind: 'http', url: executor.url, headers },
    })
    expect(await runDue()).toBe(5)
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
    expect((await trialsOf(test)).live).toEqual({ queued: 0, running: 0, done: 3, failed: 0, cancelled: 0 })
  })

  it.each<[string, ExecutorWay, string, string]>([
    ['hangs', 'hang', 'no answer within 1 s', 'timeout'],
    ['hangs in the body', 'hang in the body', 'no answer within 1 s', 'timeout'],
    ['drips its answer', 'drip', 'no answer within 1 s', 'timeout'],
    ['answers 500', { status: 500, text: 'out of order' }, 'answered 500: out of order', 'provider_transient'],
    ['answers 429', { status: 429 }, 'answered 429', 'rate_limited'],
    ['answers 401', { status: 401 }, 'answered 401', 'provider_auth'],
    ['redirects', 'redirect', 'redirects are not followed', 'unknown'],
    ['answers garbage', 'garbage', '<html>Welcome</html>', 'unknown'],
    ['answers nothing', { status: 204 }, 'the body is empty', 'unknown'],
    ['answers a list', 'a list', 'no JSON object', 'unknown'],
    ['nests too deeply', 'deep', 'nested deeper than', 'unknown'],
    ['answers too much', 'huge', 'larger than 20 MB', 'unknown'],
    ['answers for another kind', { run: { ...GOOD, kind: 'dry_run' } }, 'answered for kind "dry_run"', 'unknown'],
    ['answers for another version', { run: { ...GOOD, version: '9.9.9' } }, 'answered for version', 'unknown'],
    ['answers no run', { run: { output: 1, tokens: 'many' } }, 'tokens: ', 'invalid_tool_args'],
  ])('of an executor that %s becomes a failed run with the reason', async (_words, way, message, failureClass) => {
    const { trial, run, failure } = await runOne(way)
    expect(trial).toMatchObject({ status: 'failed', error: expect.stringContaining(message), attempts: 1 })
    expect(run).toMatchObject({ status: 'failed', kind: 'live', scenario: 'one', title: 'one', id: trial?.runId })
    expect(failure).toMatchObject({ failureClass, message: expect.stringContaining(message) })
  })

  it('keeps whole numbers beyond 2^53 with all their digits', async () => {
    const { test, run } = await runOne({ status: 200, text: '{"output": {"order": 1234567890123456789}}' })
    const { output } = await getRun.run(test.key, { runId: run?.id ?? '' })
    expect(output).toEqual({ order: '1234567890123456789' })
  })

  it('keeps the times that its executor measured, and else those of the call', async () => {
    const own = { startedAt: '2026-01-05T08:00:00.000Z', endedAt: '2026-01-05T08:00:03.000Z' }
    const timesOf = async (run: object) => {
      const { run: stored } = await runOne({ run: { ...GOOD, ...run } })
      return { at: stored?.occurredAt.toISOString().slice(0, 10), durationMs: stored?.durationMs }
    }
    expect(await timesOf(own)).toEqual({ at: '2026-01-05', durationMs: 3000 })
    const [called, timed] = [await timesOf({}), await timesOf({ durationMs: 12_000 })]
    expect(called).toEqual({ at: clock().toISOString().slice(0, 10), durationMs: expect.any(Number) })
    expect(timed).toMatchObject({ at: called.at, durationMs: 12_000 })
  })

  it('shows no header of its executor that the answer repeats', async () => {
    const test = await makeProject()
    const headers = { authorization: 'Bearer t0ps3cret', 'x-key': 'an0therS3cret' }
    await publishTried(test, null, { dryRuns: 0, executor: { kind: 'http', url: executor.url, headers } })
    const text = `no "Bearer t0ps3cret" here: t0ps3cret and ${'x'.repeat(240)} an0therS3cret`
    executor.behave({ status: 401, text })
    await runNextTrial(getDb(), clock)
    const { trial, failure } = await firstOf(test)
    for (const shown of [trial?.error, failure?.message]) {
      expect(shown).toContain('no "[header]" here: [header] and xxx')
      expect(shown).not.toMatch(/t0ps|an0th/)
    }
  })

  it('is retried once after a failed connection, then becomes a failed run', async () => {
    const { test, trial, run } = await runOne('reset')
    expect(trial).toMatchObject({ status: 'queued', attempts: 1 })
    expect(run).toBeUndefined()
    await runDue()
    expect((await firstOf(test)).trial).toMatchObject({ status: 'queued', attempts: 1 })
    await runNextTrial(getDb(), later)
    const again = await firstOf(test)
    expect(again.trial).toMatchObject({
      status: 'failed',
      attempts: 2,
      error: expect.stringContaining('the connection was closed before an answer came'),
    })
    expect(again.run?.failureClass).toBe('provider_transient')
  })

  it('succeeds on the retry after a failed connection', async () => {
    const { test } = await runOne('reset', { run: GOOD })
    await runDue()
    await runNextTrial(getDb(), later)
    expect((await firstOf(test)).trial).toMatchObject({ status: 'done', attempts: 2 })
    expect(await runsOf(test)).toHaveLength(3)
  })

  it('that was added later is run as well', async () => {
    const test = await makeProject()
    await publishTried(test, executor.url, { dryRuns: 0 })
    expect(await runDue()).toBe(3)
    await addTrials.run(test.key, { ...at, count: 2 })
    expect(await runDue()).toBe(2)
  })

  it.each([
    ['an unknown host name', 'http://executor.invalid/run', 'the name executor.invalid cannot be resolved'],
    ['a port where nothing listens', 'http://127.0.0.1:1/run', 'nothing listens at this address'],
    ['a plain HTTP port with https', null, 'no TLS is spoken there'],
  ])('sent to %s fails with a clear error', async (_words, given, message) => {
    const test = await makeProject()
    const url = given ?? executor.url.replace('http:', 'https:')
    await publishTried(test, url, { dryRuns: 0 })
    await runNextTrial(getDb(), clock)
    await getDb().trial.updateMany({ where: { status: 'queued', attempts: 0 }, data: { nextAt: null } })
    await runNextTrial(getDb(), later)
    expect((await firstOf(test)).trial).toMatchObject({ status: 'failed', error: expect.stringContaining(message) })
  })
})
