import { beforeAll, expect, inject, it } from 'vitest'
import type { Span } from '@/lib/contracts/otlp'
import { type Db, getDb, type Tx } from '@/lib/db/client'
import { monthlyTables } from '@/lib/db/run-months'
import type { ProjectContext } from '../context'
import { ingestBatch } from '../ingest/ingest-batch'
import { ingestSpans } from '../ingest/ingest-spans'
import { reviewRun } from '../reviews/review'
import { getRun } from '../run-detail/get'
import { withoutShard } from '../testing/database'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'

const NOTHING = Symbol('rolled back')
let test: TestProject
let runId: string
const body = (days: number) =>
  runBody({
    id: `run-${days}`,
    status: 'failed',
    execution: `of ${days}`,
    startedAt: new Date(Date.now() - days * 86_400_000).toISOString(),
    nodes: [{ id: 'a', status: 'failed', error: 'connect ECONNREFUSED' }],
    signals: { peer: 0.4 },
  })

beforeAll(async () => {
  test = await makeProject()
  const ids = await ingest(test.key, [0, 70, 140].map(body))
  runId = ids.get('run-140') ?? ''
})

async function locksOf(tx: Tx): Promise<string[]> {
  const rows = await tx.$queryRaw<{ name: string }[]>`
    SELECT c.relname AS name FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
    WHERE l.pid = pg_backend_pid() AND c.relispartition AND c.relkind = 'r'`
  return rows.map(({ name }) => name)
}

/** On Citus the coordinator locks every partition, which costs nothing; the rows are on the workers, where only this test runs. */
async function locksOfWorkers(tx: Tx): Promise<string[]> {
  const held = `SELECT coalesce(string_agg(c.relname, ' '), '') FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
    WHERE l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND c.relispartition AND c.relkind = 'r'`
  const rows = await tx.$queryRaw<{ names: string }[]>`SELECT result AS names FROM run_command_on_workers(${held})`
  return rows.flatMap(({ names }) => names.split(' ').filter(Boolean)).map(withoutShard)
}

/** Returns the months that some work touches: a statement locks every partition that its plan did not prune until the transaction ends. */
async function monthsTouched(work: (ctx: ProjectContext, db: Db) => Promise<unknown>): Promise<string[]> {
  const touched = new Set<string>()
  await getDb()
    .$transaction(async (tx) => {
      const db = new Proxy(tx, {
        get: (target, name) =>
          name === '$transaction' ? (inner: (db: unknown) => unknown) => inner(target) : Reflect.get(target, name),
      }) as Db
      await work({ ...test.key, db }, db)
      for (const name of await (inject('isDistributed') ? locksOfWorkers(tx) : locksOf(tx))) touched.add(name)
      throw NOTHING
    })
    .catch((error: unknown) => {
      if (error !== NOTHING) throw error
    })
  const suffixes = [...touched].flatMap((name) => {
    const table = monthlyTables.filter((one) => name.startsWith(`${one}_`)).sort((a, b) => b.length - a.length)[0]
    return table === undefined ? [] : [name.slice(table.length + 1)]
  })
  return [...new Set(suffixes)]
}

/** A failed span of a trace of 140 days ago. */
function span(id: string, parent: string | null): Span {
  const start = `${Date.now() - 140 * 86_400_000}000000`
  return {
    traceId: 'c'.repeat(32),
    spanId: id.repeat(16),
    parentSpanId: parent?.repeat(16) ?? null,
    name: 'triage',
    startNano: start,
    endNano: start,
    status: { code: 'error', message: 'HTTP 503' },
    attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'agent' },
    events: [],
    links: [],
    logged: [],
    resource: {},
    scope: { name: null, version: null },
  }
}

it.each<[string, (ctx: ProjectContext, db: Db) => Promise<unknown>]>([
  ['taking in a run', (ctx) => ingestBatch(ctx, [{ ...body(140), id: 'another', execution: 'f' }], 'test')],
  [
    'taking in one run after the other, with plans that are kept',
    async (ctx) => {
      for (let time = 0; time < 15; time++)
        await ingestBatch(ctx, [{ ...body(140), id: `one-${time}`, execution: `f${time}` }], 'test')
    },
  ],
  ['taking in a run again', (ctx) => ingestBatch(ctx, [body(140)], 'test')],
  ['a page of a run', (ctx) => getRun.run(ctx, { runId })],
  ['a run by the id of its client', (ctx) => getRun.run(ctx, { runId: 'run-140' })],
  [
    'a verdict',
    async (_ctx, db) => reviewRun.run({ ...(await test.as('reviewer')), db }, { runId, verdict: 'rate', rating: 0.5 }),
  ],
  [
    'a trace that grows',
    async (ctx) => {
      await ingestSpans(ctx, [span('d', null)])
      await ingestSpans(ctx, [span('e', 'd')])
    },
  ],
])('%s touches one month', async (_, work) => {
  const months = await monthsTouched(work)
  expect(months).toHaveLength(1)
})
