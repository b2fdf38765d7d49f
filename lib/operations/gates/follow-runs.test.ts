import { expect, it } from 'vitest'
import type { Span } from '@/lib/contracts/otlp'
import { getDb } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { decodeSpans } from '@/lib/ingest/testing/spans'
import { listChains } from '../chains/list'
import type { Context, ProjectContext } from '../context'
import { deleteRuns } from '../erasure/delete-runs'
import { ingestSpans } from '../ingest/ingest-spans'
import { sendSignals } from '../signals/send'
import { makeProject } from '../testing/factories'
import { untilLockIsWaitedFor } from '../testing/lock-waits'
import { listGates } from './list'

const FAILED = { code: 2, message: 'the step failed' }

/** Spans of traces that end now; `agent` names the chain of a root. */
function spans(...given: { trace: string; id: string; parent?: string; agent?: string; error?: string }[]): Span[] {
  const now = BigInt(Date.now()) * 1_000_000n
  const sent = given.map(({ trace, id, parent, agent, error }) => ({
    traceId: trace.repeat(32),
    spanId: id.repeat(16),
    ...(parent && { parentSpanId: parent.repeat(16) }),
    name: agent ?? 'execute_tool look_up',
    startTimeUnixNano: String(now - 1_000_000_000n),
    endTimeUnixNano: String(now),
    status: error === undefined ? FAILED : { code: 2, message: error },
    attributes: Object.entries(
      agent
        ? { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': agent }
        : { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'look_up' },
    ).map(([key, value]) => ({ key, value: { stringValue: value } })),
  }))
  return decodeSpans(sent)
}

/** Low ratings of these traces, before they arrive: a failed run that nothing else is known of asks nobody. */
const rateLow = async (key: ProjectContext, ...traces: string[]) => {
  for (const trace of traces)
    await sendSignals.run(key, { runId: trace.repeat(32), signals: [{ evaluator: 'peer', value: 0.1 }] })
}

it('the gate of a trace is joined by those that fail as the trace does once all of its spans are there', async () => {
  const { key } = await makeProject()
  await rateLow(key, 'a', 'b', 'c')
  const pending = async () => (await listGates.run(key, { state: ['pending'] })).gates
  await ingestSpans(key, spans({ trace: 'a', id: '1', agent: 'triage' }))
  const [gate] = await pending()
  const late = { id: '2', parent: '1', error: 'HTTP 429 Too Many Requests' }
  await ingestSpans(key, spans({ trace: 'a', ...late }))
  await ingestSpans(key, spans({ trace: 'b', id: '1', agent: 'triage' }, { trace: 'b', ...late }))
  expect(await pending()).toMatchObject([{ id: gate?.id, runs: 2 }])
  await ingestSpans(key, spans({ trace: 'c', id: '1', agent: 'triage' }))
  expect(await pending()).toHaveLength(2)
})

it('the pending gate of a trace moves with it to the chain that its root names later', async () => {
  const { key } = await makeProject()
  await rateLow(key, 'a')
  await ingestSpans(key, spans({ trace: 'a', id: '1', agent: 'triage' }))
  await ingestSpans(key, spans({ trace: 'a', id: '1', agent: 'router' }))
  expect((await listGates.run(key, {})).gates).toMatchObject([{ chain: 'router', state: 'pending' }])
  expect((await listChains.run(key, {})).chains.map(({ name }) => name)).toEqual(['router'])
})

it.each([
  ['growth', (key: ProjectContext) => ingestSpans(key, spans({ trace: 'a', id: '2', parent: '1' }))],
  ['deletion', (_: ProjectContext, admin: Context, runId: string) => deleteRuns.run(admin, { runIds: [runId] })],
] as const)(
  'whoever decides the gate of a trace gets its run while the %s of the trace waits for the gate',
  async (_, begin) => {
    const { key, project, as } = await makeProject()
    const admin = await as('admin')
    await rateLow(key, 'a')
    await ingestSpans(key, spans({ trace: 'a', id: '1', agent: 'triage' }))
    const { id, runId } = await getDb().gate.findFirstOrThrow({ where: { projectId: project.id } })
    const { waiting } = await inTransaction(key, async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM gate WHERE project_id = ${project.id}::uuid AND id = ${id}::uuid FOR UPDATE`
      const waiting = begin(key, admin, runId ?? '')
      await untilLockIsWaitedFor(tx)
      await tx.$queryRaw`
      SELECT 1 FROM run_summary WHERE project_id = ${project.id}::uuid AND id = ${runId}::uuid FOR UPDATE NOWAIT`
      return { waiting }
    })
    await waiting
  },
)
