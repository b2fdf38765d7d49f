import type { Span } from '@/lib/contracts/otlp'
import type { RunBody } from '@/lib/contracts/run-input'
import type { Tx } from '@/lib/db/client'
import { RUNNING } from '@/lib/engine/scoring/scored-run'
import { type Missing, unfinishedRuns } from '@/lib/ingest/otlp/pending-traces'
import { isOnlyLogged } from '@/lib/ingest/otlp/wire-span'
import { findChainRules } from '../chain-rules/rules'
import type { ProjectContext } from '../context'
import { inEngine } from '../engine-pool/ask'
import { loadRedactor } from '../redaction/load-redactor'
import { NO_LABELS } from '../signals/sent-before'
import { parseBatch } from './parse'
import { loadPatches, withPatch } from './patches'
import { storeAnew } from './replace'
import { leaveOutLabels, scoreRuns } from './score'
import { findSettings } from './version'

// The work grows only with the size of the delivery, which is bounded.
const LIMIT_MS = 15_000

/**
 * Spans of a trace that are in no run, or a run of it that was refused. A count of 0 is a warning: the run was stored without something.
 */
type TraceFault = { traceId: string; runId?: string; count: number; message: string }

/** `stored`: the client ids of the runs that were created or completed. */
export type Remade = { stored: string[]; faults: TraceFault[] }

/** The trace of a run that is made of one. */
export const traceIdOf = (runId: string): string => runId.slice(0, 32)

/**
 * Makes the runs of whole traces, in the transaction that holds their locks. A run without its end is running, unless it was
 * settled before, is in `settled`, or the project does not wait for traces.
 */
export async function remakeTraces(
  tx: Tx,
  ctx: ProjectContext,
  whole: readonly Span[],
  settled: ReadonlySet<string> = new Set(),
): Promise<Remade> {
  const spans = whole.filter((span) => !isOnlyLogged(span))
  if (spans.length === 0) return { stored: [], faults: [] }
  const rules = await findChainRules(tx, ctx.project.id)
  const mapped = await inEngine(ctx, 'spans_to_runs', { spans, rules }, LIMIT_MS)
  const runs = await settleBodies(tx, ctx, mapped.runs, { missing: unfinishedRuns(spans), settled })
  const { stored, faults } = await storeTraceRuns(tx, ctx, runs)
  return { stored, faults: [...mapped.lost, ...faults] }
}

type TraceRun = { body: RunBody; isIncomplete: boolean }

/** Sets each run's status, and applies its patches. */
async function settleBodies(
  tx: Tx,
  ctx: ProjectContext,
  bodies: readonly RunBody[],
  { missing, settled }: { missing: ReadonlyMap<string, Missing>; settled: ReadonlySet<string> },
): Promise<TraceRun[]> {
  const projectId = ctx.project.id
  const patches = await loadPatches(
    tx,
    projectId,
    bodies.map(({ id }) => id),
  )
  const open = bodies.flatMap(({ id }) => (missing.has(id) ? [id] : []))
  const isAwaited = open.length > 0 && (await loadQuietMinutes(tx, projectId)) > 0
  const before = isAwaited ? await findSettled(tx, projectId, open) : new Set(open)
  return bodies.map((mapped) => {
    const patch = patches.get(mapped.id)
    const body = withPatch(mapped, patch)
    const lacks = missing.get(body.id)
    if (lacks === undefined || patch?.end.status !== undefined) return { body, isIncomplete: false }
    if (!settled.has(body.id) && !before.has(body.id))
      return { body: { ...body, status: 'running' }, isIncomplete: false }
    // The end is unknown: the status is what the spans show so far, or cancelled when the run's own span has not ended.
    const status = lacks === 'end' && body.status === 'completed' ? 'cancelled' : body.status
    return { body: { ...body, status }, isIncomplete: true }
  })
}

async function loadQuietMinutes(tx: Tx, projectId: string): Promise<number> {
  const project = await tx.project.findUniqueOrThrow({ where: { id: projectId }, select: { quietMinutes: true } })
  return project.quietMinutes
}

/** Those of these client ids whose run exists and is not running. Such a run stays settled, whatever arrives later. */
async function findSettled(tx: Tx, projectId: string, clientIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ clientId: string }[]>`
    SELECT r.run_key AS "clientId" FROM run_key r JOIN run_summary s ON s.project_id = r.project_id AND s.id = r.run_id
    WHERE r.project_id = ${projectId}::uuid AND r.run_key = ANY(${clientIds}::text[]) AND s.status <> ${RUNNING}`
  return new Set(rows.map((row) => row.clientId))
}

/** Stores the runs of whole traces. A stored run with fewer spans is replaced and keeps its reviews and other feedback. */
async function storeTraceRuns(tx: Tx, ctx: ProjectContext, runs: readonly TraceRun[]): Promise<Remade> {
  const redactor = await loadRedactor(tx, ctx.project.id)
  const batch = await parseBatch(
    runs.map(({ body }) => body),
    redactor,
  )
  const incomplete = new Set(runs.flatMap(({ body, isIncomplete }) => (isIncomplete ? [body.id] : [])))
  const parsed = batch.parsed.map((item) => ({ ...item, isIncomplete: incomplete.has(item.run.id) }))
  const settings = await findSettings(
    tx,
    ctx.project.id,
    parsed.map((item) => item.run),
  )
  const { kept, unlabelled } = leaveOutLabels(parsed, settings)
  const measured = await scoreRuns(ctx, kept, settings, 'otlp')
  const stored = await storeAnew(tx, ctx, measured.incoming, 'fuller trace')
  const faultOf = (runId: string, count: number, message: string): TraceFault => ({
    traceId: traceIdOf(runId),
    runId,
    count,
    message: `${runId}: ${message}`,
  })
  const refused = [...batch.rejected, ...measured.rejected].map(({ index, path, reason }) =>
    faultOf(runs[index]?.body.id ?? '', 1, `${path} ${reason}`),
  )
  return { stored, faults: [...refused, ...unlabelled.map((runId) => faultOf(runId, 0, NO_LABELS))] }
}
