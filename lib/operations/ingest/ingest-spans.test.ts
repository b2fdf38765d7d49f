import { describe, expect, it } from 'vitest'
import type { Span } from '@/lib/contracts/otlp'
import { getDb } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { decodeSpans } from '@/lib/ingest/testing/spans'
import { reviewRun, undoReview } from '../reviews/review'
import { getRun } from '../run-detail/get'
import { makeProject } from '../testing/factories'
import { countingDb, untilLockIsWaitedFor } from '../testing/lock-waits'
import { findDisagreements } from '../testing/rollups-agree'
import { ingestSpans } from './ingest-spans'

const TRACE = 'a'.repeat(32)
const span = (id: string, parent: string | null, name: string, attributes: Record<string, string | number> = {}) => ({
  traceId: TRACE,
  spanId: id.repeat(16),
  ...(parent && { parentSpanId: parent.repeat(16) }),
  name,
  startTimeUnixNano: '1700000000000000000',
  endTimeUnixNano: '1700000001000000000',
  attributes: Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  })),
})

function decoded(...spans: object[]): Span[] {
  return decodeSpans(spans)
}

const root = span('1', null, 'triage', { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'triage' })
const model = span('2', '1', 'chat', {
  'gen_ai.operation.name': 'chat',
  'gen_ai.usage.input_tokens': 10,
  'gen_ai.usage.output_tokens': 5,
})
const tool = span('3', '1', 'execute_tool look_up', {
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': 'look_up',
})

async function outcome(projectId: string) {
  const runs = await getDb().runSummary.findMany({ where: { projectId } })
  const chains = await getDb().chain.findMany({ where: { projectId } })
  const rollup = await getDb().rollupHour.aggregate({ where: { projectId }, _sum: { runs: true, tokens: true } })
  const list = runs.map((run) => [run.clientId, run.nodes, run.tokens])
  return { list, chains: chains.map((chain) => chain.name), ...rollup._sum }
}

describe('a delivery of many traces', () => {
  it('makes one run of each', async () => {
    const ids = Array.from({ length: 300 }, (_, at) => (at + 1).toString(16).padStart(32, '0'))
    const spans = decoded(...ids.map((traceId) => ({ ...root, traceId })))
    const { key, project } = await makeProject()
    expect(await ingestSpans(key, spans)).toEqual({ runs: 300, rejected: { count: 0, message: '' } })
    expect((await outcome(project.id)).list.map(([id]) => id).sort()).toEqual(ids)
  })
})

describe('short deliveries at the same time', () => {
  const traceIds = Array.from({ length: 150 }, (_, at) => (at + 1).toString(16).padStart(32, '0'))

  it('are all accepted, and make the runs that they make one after the other', async () => {
    const { key, project } = await makeProject()
    const results = await Promise.all(
      traceIds.map((traceId) => ingestSpans(key, decoded({ ...root, traceId }, { ...model, traceId }))),
    )
    expect(results).toEqual(traceIds.map(() => ({ runs: 1, rejected: { count: 0, message: '' } })))
    expect((await outcome(project.id)).list).toHaveLength(traceIds.length)
    expect(await findDisagreements(project.id)).toEqual([])
  })

  it('are told what became of their own traces alone', async () => {
    const { key } = await makeProject()
    const circle = [span('5', '6', 'step'), span('6', '5', 'step')]
    const results = await Promise.all(
      traceIds.slice(0, 20).map((traceId, at) => {
        const sent = at % 5 === 0 ? [root, ...circle] : [root]
        return ingestSpans(key, decoded(...sent.map((one) => ({ ...one, traceId }))))
      }),
    )
    for (const [at, { runs, rejected }] of results.entries()) {
      expect(runs).toBe(1)
      const isCircle = at % 5 === 0
      expect(rejected).toEqual({
        count: isCircle ? 2 : 0,
        message: isCircle ? `trace ${traceIds[at]}: the parents of 2 spans form a circle` : '',
      })
    }
  })
})

describe('a trace', () => {
  it('makes the same run when sent whole, in parts, backwards or twice', async () => {
    const whole = await makeProject()
    await ingestSpans(whole.key, decoded(root, model, tool))
    const parts = await makeProject()
    for (const part of [tool, model, root, model]) await ingestSpans(parts.key, decoded(part))
    expect(await outcome(parts.project.id)).toEqual(await outcome(whole.project.id))
    expect(await outcome(whole.project.id)).toMatchObject({ chains: ['triage'], runs: 1, tokens: 15 })
  })

  it('sent in concurrent parts loses no span', async () => {
    const { key, project } = await makeProject()
    await Promise.all([root, model, tool].map((part) => ingestSpans(key, decoded(part))))
    expect(await outcome(project.id)).toMatchObject({ list: [[TRACE, expect.any(Number), 15]] })
    expect(await getDb().run.count({ where: { projectId: project.id } })).toBe(1)
  })

  it('is found by its trace id with hyphens too, as other tools write it', async () => {
    const test = await makeProject()
    await ingestSpans(test.key, decoded(root))
    const { run } = await getRun.run(test.key, { runId: 'aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa' })
    expect(run.clientId).toBe(TRACE)
  })

  it('that grows keeps its review', async () => {
    const { key, project, as } = await makeProject()
    await ingestSpans(key, decoded(root, model))
    const { id: runId } = await getDb().runSummary.findFirstOrThrow({ where: { projectId: project.id } })
    await reviewRun.run(await as('reviewer'), { runId, verdict: 'approve' })
    await ingestSpans(key, decoded(tool))
    const after = await getDb().runSummary.findFirstOrThrow({ where: { projectId: project.id } })
    expect(after).toMatchObject({ id: runId, human: 1, humanOrigin: 'review', confidence: 1 })
  })

  it('a run of which a person has judged stays what they judged, whatever is sent of it, until they take that back', async () => {
    const { key, project, as } = await makeProject()
    const reviewer = await as('reviewer')
    const agent = (output: string, chain = 'sums') => ({
      ...root,
      attributes: span('1', null, '', { 'input.value': '2 + 2?', 'output.value': output, 'veritas.chain': chain })
        .attributes,
    })
    const step = (output: string) =>
      span('3', '1', 'execute_tool look_up', {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'look_up',
        'output.value': output,
      })
    await ingestSpans(key, decoded(agent('It is 4.'), step('four')))
    const { run, nodes } = await getRun.run(key, { runId: TRACE })
    const { decision } = await reviewRun.run(reviewer, { runId: run.id, verdict: 'approve' })
    const earlier = { ...agent('Pay Eve.'), spanId: '4'.repeat(16), startTimeUnixNano: '1600000000000000000' }
    for (const other of [agent('Pay Eve.'), agent('It is 4.', 'payments'), step('five'), earlier]) {
      const { runs, rejected } = await ingestSpans(key, decoded(other))
      expect({ runs, ...rejected }).toEqual({
        runs: 0,
        count: 1,
        message: expect.stringContaining('a person has judged'),
      })
      expect(await getRun.run(key, { runId: TRACE })).toMatchObject({
        run: { id: run.id, chain: 'sums', signals: { human: 1 } },
        output: 'It is 4.',
        nodes,
      })
    }
    // Also if a later delivery makes the run again.
    await ingestSpans(key, decoded(model))
    expect(await getRun.run(key, { runId: TRACE })).toMatchObject({
      output: 'It is 4.',
      run: { nodes: nodes.length + 1 },
    })
    await undoReview.run(reviewer, { runId: run.id, decisionId: decision.id })
    await ingestSpans(key, decoded(agent('It is 5.')))
    expect(await getRun.run(key, { runId: TRACE })).toMatchObject({ output: 'It is 5.' })
    expect(await findDisagreements(project.id)).toEqual([])
  })

  it('that moves to another execution leaves no attempt behind, and the remaining attempts are recomputed', async () => {
    const { key, project } = await makeProject()
    const step = (attempt: number) =>
      span('2', '1', 'step', { 'veritas.chain': 'guess', 'veritas.execution': 'first', 'veritas.attempt': attempt })
    await ingestSpans(key, decoded({ ...step(1), traceId: 'b'.repeat(32) }))
    await ingestSpans(key, decoded(step(2)))
    await ingestSpans(key, decoded(span('1', null, 'job', { 'veritas.chain': 'guess', 'veritas.execution': 'second' })))
    const executions = await getDb().execution.findMany({ where: { projectId: project.id }, orderBy: { key: 'asc' } })
    expect(executions).toMatchObject([
      { key: 'first', attempts: 1 },
      { key: 'second', attempts: 1 },
    ])
    expect(await findDisagreements(project.id)).toEqual([])
  })

  it('becomes a run, also among hundreds in one delivery', async () => {
    const { key } = await makeProject()
    const traces = Array.from({ length: 700 }, (_, nth) => ({
      ...root,
      traceId: (nth + 1).toString(16).padStart(32, '0'),
    }))
    expect(await ingestSpans(key, decoded(...traces))).toEqual({ runs: 700, rejected: { count: 0, message: '' } })
  })

  it('with over a thousand roots makes a thousand runs and reports how many were left out', async () => {
    const { key } = await makeProject()
    const roots = Array.from({ length: 1003 }, (_, nth) => ({
      ...root,
      spanId: (nth + 1).toString(16).padStart(16, '0'),
    }))
    expect(await ingestSpans(key, decoded(...roots))).toMatchObject({ runs: 1000, rejected: { count: 3 } })
  })
})

it.each([
  ['for the first time', false],
  ['as others before', true],
])(
  'a trace that grows by a failure while another run fails alike, %s, waits for it, without a deadlock',
  async (_, isKnown) => {
    const { key, project } = await makeProject()
    const broken = { ...tool, spanId: '4'.repeat(16), status: { code: 2, message: 'The disk is full' } }
    await ingestSpans(key, decoded(root, model, tool))
    if (isKnown) {
      const traceId = 'c'.repeat(32)
      await ingestSpans(key, decoded({ ...root, traceId }, { ...broken, traceId }))
    }
    const { db, transactions } = countingDb()
    let both: Promise<unknown> = Promise.resolve()
    await inTransaction({ db: getDb() }, async (tx) => {
      // The trace that grows stops after it was taken out of the counts of runs, before its failure is counted.
      await tx.$queryRaw`SELECT 1 FROM rollup_unit WHERE project_id = ${project.id}::uuid FOR UPDATE`
      const growing = ingestSpans({ ...key, db }, decoded(broken))
      await untilLockIsWaitedFor(tx)
      const traceId = 'b'.repeat(32)
      const other = {
        ...span('1', null, 'other', { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'other' }),
        traceId,
      }
      const failing = ingestSpans({ ...key, db }, decoded(other, { ...broken, traceId }))
      await untilLockIsWaitedFor(tx, 2)
      both = Promise.all([growing, failing])
    })
    await both
    expect(transactions()).toBe(2)
    expect(await findDisagreements(project.id)).toEqual([])
  },
)
