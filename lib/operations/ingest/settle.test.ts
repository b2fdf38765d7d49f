import { describe, expect, it } from 'vitest'
import type { Span } from '@/lib/contracts/otlp'
import { getDb } from '@/lib/db/client'
import { makeSpan } from '@/lib/ingest/testing/spans'
import { updateProject } from '../projects/projects'
import { getRun } from '../run-detail/get'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { findDisagreements } from '../testing/rollups-agree'
import { createEndpoint } from '../webhooks/endpoints'
import { ingestSpans } from './ingest-spans'
import { patchRun } from './patch-run'
import { settleQuietRuns, settleRun } from './settle'

process.env.VERITAS_ALLOW_PRIVATE_WEBHOOKS = 'true'

const MINUTE_MS = 60_000
const start = Date.now() - MINUTE_MS
const nano = (ms: number) => String(BigInt(start + ms) * 1_000_000n)
let traces = 0

/** A trace of an agent with a model call and a tool call. */
function makeTrace() {
  const traceId = (Date.now() * 1000 + ++traces).toString(16).padStart(32, '0')
  const step = (id: string, parent: string | undefined, name: string, attributes: Span['attributes']): Span => ({
    ...makeSpan({ id, ...(parent && { parent }) }),
    ...{ traceId, name, attributes, startNano: nano(Number(id)), endNano: nano(100) },
  })
  const root = step('1', undefined, 'triage', {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': 'triage',
    'output.value': 'done',
  })
  const usage = { 'gen_ai.usage.input_tokens': 10, 'gen_ai.usage.output_tokens': 5 }
  const model = step('2', '1', 'chat', { 'gen_ai.operation.name': 'chat', ...usage })
  const tool = step('3', '2', 'look up', { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'look_up' })
  return { traceId, root, model, tool }
}

const later = (minutes: number) => () => new Date(Date.now() + minutes * MINUTE_MS)
const runOf = ({ key }: TestProject, runId: string) => getRun.run(key, { runId })

async function events({ project }: TestProject) {
  const messages = await getDb().webhookMessage.findMany({ where: { projectId: project.id } })
  return messages.map(({ type, payload }) => [type, Object(Object(payload).run).chain])
}

async function listening() {
  const test = await makeProject()
  const hook = {
    name: 'hook',
    url: 'http://127.0.0.1:9/',
    events: ['run.scored' as const, 'run.needs_review' as const],
  }
  await createEndpoint.run(await test.as('admin'), hook)
  return test
}

describe('a trace that is still arriving', () => {
  it('is running until its root and every parent arrived, and emits one event, under its final chain', async () => {
    const test = await listening()
    const { traceId, root, model, tool } = makeTrace()
    await ingestSpans(test.key, [tool])
    expect((await runOf(test, traceId)).run).toMatchObject({ status: 'running', decision: 'insufficient_evidence' })
    await ingestSpans(test.key, [root])
    expect((await runOf(test, traceId)).run.status).toBe('running')
    expect(await events(test)).toEqual([])
    await ingestSpans(test.key, [model])
    expect((await runOf(test, traceId)).run).toMatchObject({
      status: 'completed',
      chain: 'triage',
      isIncomplete: false,
    })
    const step = { ...model, spanId: 'b'.repeat(16), name: 'one more' }
    await ingestSpans(test.key, [step])
    expect(await events(test)).toEqual([['run.scored', 'triage']])
    expect(await getDb().unfinishedRun.count({ where: { projectId: test.project.id } })).toBe(0)
    expect(await findDisagreements(test.project.id)).toEqual([])
  })

  it('asks for a review once, however it grows afterwards', async () => {
    const test = await listening()
    const { root, model, tool } = makeTrace()
    await ingestSpans(test.key, [{ ...root, status: { code: 'error', message: 'out of memory' } }, model, tool])
    const asked = [
      ['run.scored', 'triage'],
      ['run.needs_review', 'triage'],
    ]
    expect(await events(test)).toEqual(asked)
    await ingestSpans(test.key, [{ ...tool, spanId: 'b'.repeat(16), name: 'one more' }])
    expect(await events(test)).toEqual(asked)
  })

  it("is settled as incomplete after its project's quiet time, once by two concurrent instances", async () => {
    const test = await listening()
    const { traceId, model, tool, root } = makeTrace()
    await ingestSpans(test.key, [model, tool])
    const { run } = await runOf(test, traceId)
    const item = { projectId: test.project.id, id: run.id }
    expect(await settleRun(getDb(), item, later(9))).toBe(false)
    const both = await Promise.all([settleRun(getDb(), item, later(11)), settleRun(getDb(), item, later(11))])
    expect(both.toSorted()).toEqual([false, true])
    const settled = await runOf(test, traceId)
    expect(settled.run).toMatchObject({ status: 'completed', isIncomplete: true, tokens: 15, nodes: 2 })
    expect(await events(test)).toHaveLength(1)
    expect(await settleRun(getDb(), item, later(60))).toBe(false)

    await ingestSpans(test.key, [{ ...tool, spanId: 'c'.repeat(16) }])
    expect((await runOf(test, traceId)).run).toMatchObject({ status: 'completed', isIncomplete: true })
    await ingestSpans(test.key, [root])
    expect((await runOf(test, traceId)).run).toMatchObject({ chain: 'triage', isIncomplete: false })
    expect(await events(test)).toHaveLength(1)
    expect(await findDisagreements(test.project.id)).toEqual([])
  })

  it('is cancelled, not completed, when its own span never ended', async () => {
    const test = await makeProject()
    const { traceId, root, model } = makeTrace()
    await ingestSpans(test.key, [{ ...root, endNano: null }, model])
    expect((await runOf(test, traceId)).run.status).toBe('running')
    await settleQuietRuns(getDb(), later(11))
    expect((await runOf(test, traceId)).run).toMatchObject({ status: 'cancelled', isIncomplete: true, quality: null })
  })

  it('is settled without those of its spans whose parents form a circle', async () => {
    const test = await makeProject()
    const { traceId, root, model, tool } = makeTrace()
    const circle = [
      { ...model, parentSpanId: tool.spanId },
      { ...tool, parentSpanId: model.spanId },
    ]
    await ingestSpans(test.key, [{ ...root, endNano: null }, ...circle])
    await settleQuietRuns(getDb(), later(11))
    expect((await runOf(test, traceId)).run).toMatchObject({ status: 'cancelled', isIncomplete: true })
  })

  it('is settled immediately in a project without a quiet time', async () => {
    const test = await makeProject()
    await updateProject.run(await test.as('admin'), { quietMinutes: 0 })
    const { traceId, model } = makeTrace()
    await ingestSpans(test.key, [model])
    expect((await runOf(test, traceId)).run).toMatchObject({ status: 'completed', isIncomplete: true })
  })

  it('keeps patched metadata, tags and end as it grows', async () => {
    const test = await makeProject()
    const { traceId, root, model, tool } = makeTrace()
    await ingestSpans(test.key, [model])
    await patchRun.run(test.key, { runId: traceId, metadata: { ticket: 7, models: null }, tags: ['kept'] })
    await patchRun.run(test.key, { runId: traceId, status: 'failed', error: 'the agent was stopped' })
    expect((await runOf(test, traceId)).run).toMatchObject({ status: 'failed', isIncomplete: false })
    await ingestSpans(test.key, [root, tool])
    const { run, metadata, error } = await runOf(test, traceId)
    expect(run).toMatchObject({ chain: 'triage', status: 'failed', tags: ['kept'] })
    expect(metadata).toMatchObject({ ticket: 7, otlp: { hasRoot: true } })
    expect(error).toMatchObject({ message: 'the agent was stopped' })
    expect(await findDisagreements(test.project.id)).toEqual([])
  })
})

describe('a run whose client never ended it', () => {
  it('is cancelled after a day, and still accepts its end afterwards', async () => {
    const test = await makeProject()
    await ingest(test.key, [runBody({ id: 'run-1', status: 'running' })])
    await settleQuietRuns(getDb(), later(23 * 60))
    expect((await runOf(test, 'run-1')).run.status).toBe('running')
    await settleQuietRuns(getDb(), later(25 * 60))
    expect((await runOf(test, 'run-1')).run).toMatchObject({ status: 'cancelled', isIncomplete: true })
    await patchRun.run(test.key, { runId: 'run-1', output: { answer: 'late' } })
    expect((await runOf(test, 'run-1')).run).toMatchObject({ status: 'cancelled', isIncomplete: true })
    await patchRun.run(test.key, { runId: 'run-1', status: 'completed' })
    expect((await runOf(test, 'run-1')).run).toMatchObject({ status: 'completed', isIncomplete: false })
    expect(await findDisagreements(test.project.id)).toEqual([])
  })
})
