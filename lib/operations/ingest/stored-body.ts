import { nodeInput, type RunInput, runInput } from '@/lib/contracts/run-input'
import type { Tx } from '@/lib/db/client'
import { fieldsOf } from '@/lib/db/rows'
import { notFound } from '../errors'
import { fillPayloads } from '../payloads/fill'
import { findSentNulls, type SentNulls } from '../runs/rows'

/** A stored run in the shape it was sent in, with what was noted at ingestion. */
type StoredBody = {
  run: RunInput
  hash: string
  via: string
  receivedAt: Date
  occurredAt: Date
}

/** Loads everything that was sent with a run, without separately sent signals. @throws not_found */
export async function loadStoredBody(tx: Tx, projectId: string, runId: string): Promise<StoredBody> {
  const body = await findStoredBody(tx, projectId, runId)
  if (!body) throw notFound('run')
  return body
}

/** Like {@link loadStoredBody}; null if there is no such run. */
export async function findStoredBody(tx: Tx, projectId: string, runId: string): Promise<StoredBody | null> {
  const key = { projectId_id: { projectId, id: runId } }
  const run = await tx.run.findUnique({ where: key })
  const summary = await tx.runSummary.findUnique({ where: key, select: { occurredAt: true } })
  if (!run || !summary) return null
  const version = await tx.chainVersion.findUniqueOrThrow({
    where: { projectId_id: { projectId, id: run.versionId } },
    select: { version: true, chain: { select: { name: true } } },
  })
  const nodes = await tx.nodeRun.findMany({ where: { projectId, runId }, orderBy: { ordinal: 'asc' } })
  await fillPayloads(tx, projectId, { runs: [run], nodes })
  const nulls = (await findSentNulls(tx, projectId, [runId]))(runId)
  const body = {
    ...toSent(run, RUN_FIELDS, nulls.fields),
    id: run.clientId,
    chain: version.chain.name,
    version: version.version,
    nodes: nodes.map((node) => ({ ...toSent(node, NODE_FIELDS, outputOf(nulls, node.nodeId)), id: node.nodeId })),
    signals: await loadOwnSignals(tx, projectId, runId, run.clientId),
  }
  const { bodyHash: hash, submittedVia: via, receivedAt } = run
  return { run: runInput.parse(body), hash, via, receivedAt, occurredAt: summary.occurredAt }
}

async function loadOwnSignals(tx: Tx, projectId: string, runId: string, runKey: string) {
  const sent = await tx.sentSignal.findMany({ where: { projectId, runKey }, select: { signalId: true } })
  const own = await tx.signal.findMany({
    where: { projectId, runId, origin: 'ingest', id: { notIn: sent.map(({ signalId }) => signalId) } },
    orderBy: [{ recordedAt: 'asc' }, { id: 'asc' }],
  })
  return own.map(({ evaluator, value, raw, by, comment, recordedAt }) => ({
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
