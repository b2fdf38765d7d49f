import { type InputIssue, parseInput } from '@/lib/contracts/input-issues'
import { type RunBody, runInput } from '@/lib/contracts/run-input'
import type { Tx } from '@/lib/db/client'
import { countRedacted } from '@/lib/engine/redaction/redact-run'
import { RUNNING } from '@/lib/engine/scoring/scored-run'
import type { ProjectContext } from '../context'
import { invalidInput } from '../errors'
import { endedBy, keepPatch, type RunEnd } from './patches'
import { remakeTraces } from './remake-traces'
import { storeAnew } from './replace'
import { scoreRuns } from './score'
import { hasArrived, loadSpans } from './span-store'
import { loadStoredBody, type StoredBody } from './stored-body'
import { findSettings, type MeasuredIncoming } from './version'

const TRACE_RUN = /^([0-9a-f]{32})(?:-[0-9a-f]{16})?$/

/** Finds the traces that these runs are made of, by the client ids of the runs; leaves out runs that were sent whole. */
export async function findTraceIds(
  tx: Tx,
  projectId: string,
  clientIds: readonly string[],
): Promise<Map<string, string>> {
  const named = clientIds.flatMap((clientId) => {
    const traceId = TRACE_RUN.exec(clientId)?.[1]
    return traceId === undefined ? [] : [[clientId, traceId] as const]
  })
  if (named.length === 0) return new Map()
  const rows = await tx.$queryRaw<{ traceId: string }[]>`
    SELECT t.id AS "traceId" FROM unnest(${named.map(([, traceId]) => traceId)}::text[]) AS t(id) WHERE EXISTS (
      SELECT 1 FROM otlp_span o WHERE o.project_id = ${projectId}::uuid AND o.trace_id = t.id AND ${hasArrived})`
  const known = new Set(rows.map(({ traceId }) => traceId))
  return new Map(named.filter(([, traceId]) => known.has(traceId)))
}

type Named = { runId: string; clientId: string; traceId: string | undefined }

/** Settles a running run without its end, then scores and decides it. Its locks must be held. */
export async function settleRunning(tx: Tx, ctx: ProjectContext, { runId, clientId, traceId }: Named): Promise<void> {
  if (traceId !== undefined) return endTrace(tx, ctx, { clientId, traceId, end: null })
  const stored = await loadStoredBody(tx, ctx.project.id, runId)
  const { incoming, refused } = await measureEnds(tx, ctx, [{ stored, end: null }])
  const [issues] = refused.values()
  if (issues) throw invalidInput(issues)
  await storeAnew(tx, ctx, incoming, 'settled')
}

/** Sets the end of a run made of a trace, or settles it without one, then scores and decides it again. */
export async function endTrace(
  tx: Tx,
  ctx: ProjectContext,
  { clientId, traceId, end }: { clientId: string; traceId: string; end: RunEnd | null },
): Promise<void> {
  if (end) await keepPatch(tx, ctx.project.id, clientId, { metadata: {}, end })
  const whole = await loadSpans(tx, ctx.project.id, [traceId])
  const { faults } = await remakeTraces(tx, ctx, whole, new Set(end ? [] : [clientId]))
  const refused = faults.find(({ runId, count }) => runId === clientId && count > 0)
  if (refused) throw new Error(`the trace cannot be made a run: ${refused.message}`)
}

/** A run that was sent whole, with its end and what else changes in it. Without an end it is cancelled. */
export type EndOfWhole = { stored: StoredBody; end: RunEnd | null; metadata?: Record<string, unknown> | undefined }

/**
 * Measures runs that were sent whole with their ends, ready to be stored anew. One that was settled before is incomplete until its status is
 * reported. `refused`: what is wrong with a run as it would be, by client id.
 */
export async function measureEnds(
  tx: Tx,
  ctx: ProjectContext,
  ends: readonly EndOfWhole[],
): Promise<{ incoming: MeasuredIncoming[]; refused: Map<string, readonly InputIssue[]> }> {
  const refused = new Map<string, readonly InputIssue[]>()
  const ended = ends.flatMap(({ stored: { run, hash }, end, metadata }, index) => {
    const changes: Partial<RunBody> = end ? endedBy(end, run.startedAt) : { status: 'cancelled' }
    const changed = parseInput(runInput, { ...run, ...(metadata && { metadata }), ...changes })
    if (changed.issues) {
      refused.set(run.id, changed.issues)
      return []
    }
    const isIncomplete = end === null || (end.status === undefined && run.status !== RUNNING)
    return { index, run: changed.data, hash, redactions: countRedacted(changed.data), isAnew: true, isIncomplete }
  })
  const named = ended.map(({ run }) => run)
  const measured = await scoreRuns(ctx, ended, await findSettings(tx, ctx.project.id, named), AS_BEFORE)
  for (const { id, issues } of measured.rejected) if (id !== null) refused.set(id, issues)
  const arrivals = new Map(ends.map(({ stored: { run, ...arrival } }) => [run.id, arrival]))
  return { incoming: measured.incoming.map((item) => ({ ...item, ...arrivals.get(item.run.id) })), refused }
}

/** Replaced by how each run was submitted first, like the times of its arrival. */
const AS_BEFORE = ''
