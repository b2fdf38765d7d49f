import { nodeInput, type RunInput, runInput } from '@/lib/contracts/run-input'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { columnNamed, fieldsOf } from '@/lib/db/rows'
import { notFound } from '../errors'
import { fillPayloads } from '../payloads/fill'
import { MOVED_FIELDS, type MovedTable } from '../payloads/value'
import { findSentNulls, type SentNulls } from '../runs/rows'

/** A stored run in the shape it was sent in, with what was noted at ingestion. */
export type StoredBody = {
  run: RunInput
  hash: string
  via: string
  receivedAt: Date
  occurredAt: Date
}

/** Loads everything that was sent with a run, without separately sent signals. @throws not_found */
export async function loadStoredBody(tx: Tx, projectId: string, runId: string): Promise<StoredBody> {
  const body = (await findStoredBodies(tx, projectId, [runId])).get(runId)
  if (!body) throw notFound('run')
  return body
}

/** Like {@link loadStoredBody}, for several runs by their internal ids; leaves out those that do not exist. */
export async function findStoredBodies(
  tx: Tx,
  projectId: string,
  runIds: readonly string[],
): Promise<Map<string, StoredBody>> {
  if (runIds.length === 0) return new Map()
  const ids = [...runIds]
  const [runs, summaries, nodes, nullsOf] = await Promise.all([
    tx.run.findMany({ where: { projectId, id: { in: ids } } }),
    tx.runSummary.findMany({ where: { projectId, id: { in: ids } }, select: { id: true, occurredAt: true } }),
    tx.nodeRun.findMany({ where: { projectId, runId: { in: ids } }, orderBy: { ordinal: 'asc' } }),
    findSentNulls(tx, projectId, ids),
  ])
  const [versionOf, signalsOf] = await Promise.all([
    loadVersionNames(tx, projectId, runs),
    loadOwnSignals(tx, projectId, runs),
    fillPayloads(tx, projectId, { runs, nodes }),
  ])
  const occurredAtOf = new Map(summaries.map(({ id, occurredAt }) => [id, occurredAt]))
  const nodesOf = Map.groupBy(nodes, (node) => node.runId)
  return new Map(
    runs.flatMap((run) => {
      const [version, occurredAt, nulls] = [versionOf.get(run.versionId), occurredAtOf.get(run.id), nullsOf(run.id)]
      if (!version || !occurredAt) return []
      const body = {
        ...toSent(run, RUN_FIELDS, nulls.fields),
        id: run.clientId,
        ...version,
        nodes: (nodesOf.get(run.id) ?? []).map((node) => ({
          ...toSent(node, NODE_FIELDS, outputOf(nulls, node.nodeId)),
          id: node.nodeId,
        })),
        signals: signalsOf(run.id),
      }
      const { bodyHash: hash, submittedVia: via, receivedAt } = run
      return [[run.id, { run: runInput.parse(body), hash, via, receivedAt, occurredAt }] as const]
    }),
  )
}

/** Bytes as stored, which the database compresses, of what is loaded together with others. */
export const TOGETHER_BYTES = 100_000

/** Finds those of these runs that hold too much to be loaded together with others. */
export async function findLongRuns(tx: Tx, projectId: string, runIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT r.id FROM run r WHERE r.project_id = ${projectId}::uuid AND r.id = ANY(${runIds}::uuid[])
      AND (${bytesOf('run', 'r')} + coalesce((SELECT sum(${bytesOf('nodeRun', 'n')}) FROM node_run n
        WHERE n.project_id = ${projectId}::uuid AND n.run_id = r.id), 0) > ${TOGETHER_BYTES}
        OR EXISTS (SELECT 1 FROM payload p WHERE p.project_id = ${projectId}::uuid AND p.run_id = r.id AND p.gone_at IS NULL))`
  return new Set(rows.map(({ id }) => id))
}

/** The bytes that the long values of a row occupy. */
function bytesOf(table: MovedTable, alias: string): Prisma.Sql {
  const sizes = MOVED_FIELDS[table].map((field) => `coalesce(pg_column_size(${alias}.${columnNamed(table, field)}), 0)`)
  return Prisma.raw(sizes.join(' + '))
}

type Stored = { id: string; clientId: string; versionId: string }

async function loadVersionNames(tx: Tx, projectId: string, runs: readonly Stored[]) {
  const rows = await tx.chainVersion.findMany({
    where: { projectId, id: { in: [...new Set(runs.map(({ versionId }) => versionId))] } },
    select: { id: true, version: true, chain: { select: { name: true } } },
  })
  return new Map(rows.map(({ id, version, chain }) => [id, { chain: chain.name, version }]))
}

async function loadOwnSignals(tx: Tx, projectId: string, runs: readonly Stored[]) {
  const sent = await tx.sentSignal.findMany({
    where: { projectId, runKey: { in: runs.map(({ clientId }) => clientId) } },
    select: { signalId: true },
  })
  const own = await tx.signal.findMany({
    where: {
      projectId,
      runId: { in: runs.map(({ id }) => id) },
      origin: 'ingest',
      id: { notIn: sent.map(({ signalId }) => signalId) },
    },
    orderBy: [{ recordedAt: 'asc' }, { id: 'asc' }],
  })
  const byRun = Map.groupBy(own, ({ runId }) => runId)
  return (runId: string) =>
    (byRun.get(runId) ?? []).map(({ evaluator, value, raw, by, comment, recordedAt }) => ({
      evaluator,
      value: raw ?? value,
      ...(by !== null && { by }),
      ...(comment !== null && { comment }),
      at: recordedAt.toISOString(),
    }))
}

const outputOf = (nulls: SentNulls, nodeId: string): ReadonlySet<string> =>
  new Set(nulls.nodes.has(nodeId) ? ['output'] : [])

/** What clients send and a column keeps under the same name. */
const RUN_FIELDS = fieldsOf('run').filter((field) => field in runInput.shape)
const NODE_FIELDS = fieldsOf('nodeRun').filter((field) => field in nodeInput.shape)

type Timed = { startedAt: Date | null; endedAt: Date | null; durationMs: number | null }

/** Picks these fields as sent. A NULL column was not sent, except for the listed nulls. */
function toSent(row: Timed, fields: readonly string[], nulls: ReadonlySet<string>): Record<string, unknown> {
  const { startedAt, endedAt, durationMs } = row
  // A duration between start and end is derived again: it may be longer than one that can be sent.
  const isDerived = startedAt && endedAt && durationMs === endedAt.getTime() - startedAt.getTime()
  const values = new Map<string, unknown>(Object.entries({ ...row, durationMs: isDerived ? null : durationMs }))
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = values.get(field)
      if (value === null && !nulls.has(field)) return []
      return [[field, value instanceof Date ? value.toISOString() : value]]
    }),
  )
}
