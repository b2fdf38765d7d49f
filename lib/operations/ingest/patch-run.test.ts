import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { makeSpan } from '@/lib/ingest/testing/spans'
import { putRedaction } from '../data/policy'
import { reviewRun } from '../reviews/review'
import { getRun } from '../run-detail/get'
import { sendSignals } from '../signals/send'
import { ingest, makeProject, runBody } from '../testing/factories'
import { findDisagreements } from '../testing/rollups-agree'
import { ingestSpans } from './ingest-spans'
import { patchRun } from './patch-run'

const startedAt = new Date(Date.now() - 60_000).toISOString()
const running = () =>
  runBody({
    ...{ id: 'run-1', status: 'running', startedAt, output: undefined, tags: ['slow'], metadata: { ticket: 7 } },
    nodes: [{ id: 'look', status: 'failed', error: 'timed out' }],
    signals: [{ evaluator: 'self', value: 0.9, at: startedAt }],
  })

describe('a running run', () => {
  it('is not decided, counted or queued for review', async () => {
    const test = await makeProject()
    const runId = (await ingest(test.key, [running()])).get('run-1') ?? ''
    const { run, issues, nodes } = await getRun.run(test.key, { runId })
    expect(run).toMatchObject({
      ...{ status: 'running', quality: null, grade: null, band: null, decision: 'insufficient_evidence', flag: null },
      reason: expect.stringContaining('Still running'),
    })
    expect({ issues, failure: nodes[0]?.failure }).toEqual({ issues: [], failure: null })
    const where = { projectId: test.project.id }
    expect(await getDb().rollupHour.aggregate({ where, _sum: { runs: true } })).toEqual({ _sum: { runs: null } })
    expect(await getDb().reviewItem.count({ where })).toBe(0)
    await expect(reviewRun.run(await test.as('reviewer'), { runId, verdict: 'approve' })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  it('is scored and decided when its end arrives, with everything sent before', async () => {
    const { key, project } = await makeProject()
    const runId = (await ingest(key, [running()])).get('run-1') ?? ''
    await patchRun.run(key, { runId: 'run-1', output: { answer: 'half' } })
    await patchRun.run(key, { runId, metadata: { city: 'Oslo' } })
    await sendSignals.run(key, { runId, signals: [{ evaluator: 'peer', value: 0.95 }] })
    expect((await getRun.run(key, { runId })).run).toMatchObject({ status: 'running', confidence: expect.any(Number) })
    const endedAt = new Date().toISOString()
    const { run } = await patchRun.run(key, { runId, status: 'completed', output: { answer: 'forty-two' }, endedAt })
    expect(run).toMatchObject({
      ...{ id: runId, status: 'completed', quality: expect.any(Number), tags: ['slow'], isIncomplete: false },
      ...{ signals: { self: 0.9, peer: 0.95 }, durationMs: Date.parse(endedAt) - Date.parse(startedAt) },
    })
    const after = await getRun.run(key, { runId })
    expect(after.output).toEqual({ answer: 'forty-two' })
    expect(after.metadata).toEqual({ ticket: 7, city: 'Oslo' })
    expect(after.nodes).toMatchObject([{ id: 'look', status: 'failed', failure: { role: 'root' } }])
    expect(await getDb().unfinishedRun.count({ where: { projectId: project.id } })).toBe(0)
    expect(await findDisagreements(project.id)).toEqual([])
  })

  it('ends beside many others that end at the same time', async () => {
    const { key, project } = await makeProject()
    const ids = Array.from({ length: 70 }, (_, at) => `run-${at}`)
    await ingest(
      key,
      ids.map((id) => ({ ...running(), id })),
    )
    const ended = await Promise.all(ids.map((runId) => patchRun.run(key, { runId, status: 'completed', output: 'ok' })))
    expect(ended.map(({ run }) => run.status)).toEqual(ids.map(() => 'completed'))
    expect(await findDisagreements(project.id)).toEqual([])
  })

  it('gets among many the result that it would have had alone', async () => {
    const { key, project } = await makeProject()
    const long = { text: Array.from({ length: 6_000 }, () => randomUUID()).join(' ') }
    await ingest(key, [
      ...['plain', 'noted', 'twice', 'wrong'].map((id) => ({ ...running(), id })),
      { ...running(), id: 'long', request: long },
      runBody({ id: 'ended' }),
    ])
    const traceId = 'c'.repeat(32)
    await ingestSpans(key, [makeSpan({ id: 'b', parent: 'a', traceId })])
    const end = { status: 'completed', output: { answer: 'forty-two' } } as const
    const patch = (runId: string, more: object = {}) => patchRun.run(key, { runId, ...end, ...more })
    const wrong = { endedAt: '2290-01-01T00:00:00Z', metadata: { late: true } }
    const results = await Promise.allSettled([
      patch('plain'),
      patch('noted', { metadata: { city: 'Oslo' } }),
      patch('twice'),
      patch('twice'),
      patch('wrong', wrong),
      patch('long'),
      patch('ended', { output: 'another' }),
      patch('missing'),
      patch(traceId),
    ])
    const outcomes = results.map((result) =>
      result.status === 'fulfilled' ? result.value.run.status : result.reason.code,
    )
    const [done, refused] = [Array(4).fill('completed'), ['conflict', 'not_found']]
    expect(outcomes).toEqual([...done, 'invalid_input', 'completed', ...refused, 'completed'])
    expect(await getRun.run(key, { runId: 'wrong' })).toMatchObject({
      ...{ run: { status: 'running' }, metadata: { ticket: 7 } },
    })
    expect((await getRun.run(key, { runId: 'noted' })).metadata).toEqual({ ticket: 7, city: 'Oslo' })
    expect(await getRun.run(key, { runId: 'long' })).toMatchObject({ request: long, output: end.output })
    const where = { projectId: project.id, action: 'run.patched' }
    expect(await getDb().auditEvent.count({ where })).toBe(5)
    expect(await findDisagreements(project.id)).toEqual([])
  })

  it('stays ended when its first body is sent again', async () => {
    const { key } = await makeProject()
    const body = running()
    await ingest(key, [body])
    await patchRun.run(key, { runId: 'run-1', status: 'failed', error: 'out of money' })
    await ingest(key, [body])
    expect((await getRun.run(key, { runId: 'run-1' })).run).toMatchObject({ status: 'failed' })
  })
})

it('ends a run whose clock was not set when it started', async () => {
  const { key } = await makeProject()
  const times = { startedAt: '1970-01-01T00:00:00Z', endedAt: '2026-01-01T00:00:00Z' }
  await ingest(key, [{ ...running(), ...times, nodes: [{ id: 'look', ...times }] }])
  const { run } = await patchRun.run(key, { runId: 'run-1', status: 'completed' })
  expect(run).toMatchObject({ status: 'completed', durationMs: Date.parse(times.endedAt) })
})

it('ends a run that was sent whole although messages were logged of a trace with its id', async () => {
  const { key } = await makeProject()
  const id = 'a'.repeat(32)
  await ingest(key, [{ ...running(), id }])
  const logged = [{ name: 'gen_ai.user.message', timeNano: null, attributes: {} }]
  await ingestSpans(key, [makeSpan({ id: 'b', traceId: id, logged })])
  await patchRun.run(key, { runId: id, status: 'completed', output: { answer: 'whole' } })
  expect(await getRun.run(key, { runId: id })).toMatchObject({
    run: { status: 'completed' },
    output: { answer: 'whole' },
  })
})

it('a repeated end changes nothing, so that a lost answer can be retried', async () => {
  const { key, project } = await makeProject()
  await ingest(key, [running()])
  const end = {
    status: 'failed',
    error: 'out of money',
    output: { b: 1, a: [null] },
    endedAt: '2027-01-01T02:00:00+02:00',
  }
  const first = await patchRun.run(key, { runId: 'run-1', ...end } as never)
  expect(await patchRun.run(key, { runId: 'run-1', ...end } as never)).toEqual(first)
  expect(await getDb().auditEvent.count({ where: { projectId: project.id, action: 'run.patched' } })).toBe(1)
  const { metadata } = await patchRun.run(key, { runId: 'run-1', ...end, metadata: { late: true } } as never)
  expect(metadata).toMatchObject({ late: true })
  for (const other of [
    { endedAt: '2027-01-01T01:00:00Z' },
    { error: 'no' },
    { output: { b: 1 } },
    { status: 'completed' },
  ])
    await expect(patchRun.run(key, { runId: 'run-1', ...end, ...other } as never)).rejects.toMatchObject({
      code: 'conflict',
    })
})

it('a run that has ended refuses another end, with a reason', async () => {
  const { key } = await makeProject()
  await ingest(key, [runBody({ id: 'run-1' })])
  await expect(patchRun.run(key, { runId: 'run-1', status: 'failed', output: 'x' })).rejects.toMatchObject({
    ...{ code: 'conflict', message: expect.stringContaining('has ended (completed)') },
    issues: [{ path: 'status' }, { path: 'output' }],
  })
  await expect(patchRun.run(key, { runId: 'run-1', status: 'running' as never })).rejects.toMatchObject({
    ...{ code: 'invalid_input', issues: [{ path: 'status' }] },
  })
  expect((await patchRun.run(key, { runId: 'run-1', tags: ['kept'] })).run.tags).toEqual(['kept'])
})

it('redacts tags that are set later like those that come with the run', async () => {
  const { key, as } = await makeProject()
  const patterns = [{ name: 'case', pattern: 'CASE-\\d+' }]
  await putRedaction.run(await as('admin'), { patterns, expected: 0 })
  await ingest(key, [runBody({ id: 'run-1', tags: ['CASE-1'] })])
  expect((await getRun.run(key, { runId: 'run-1' })).run.tags).toEqual(['[redacted: case]'])
  const { run } = await patchRun.run(key, { runId: 'run-1', tags: ['CASE-2', 'late'] })
  expect(run.tags.toSorted()).toEqual(['[redacted: case]', 'late'])
})

it('loses nothing when metadata and tags are patched concurrently', async () => {
  const { key } = await makeProject()
  await ingest(key, [runBody({ id: 'run-1' })])
  const names = Array.from({ length: 10 }, (_, at) => `k${at}`)
  await Promise.all(names.map((name) => patchRun.run(key, { runId: 'run-1', metadata: { [name]: 1 }, tags: [name] })))
  const { metadata, run } = await getRun.run(key, { runId: 'run-1' })
  expect(Object.keys(metadata ?? {}).sort()).toEqual(names)
  expect(run.tags).toHaveLength(1)
})
