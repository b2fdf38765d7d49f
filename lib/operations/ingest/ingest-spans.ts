import type { Span } from '@/lib/contracts/otlp'
import type { RunBody } from '@/lib/contracts/run-input'
import type { Tx } from '@/lib/db/client'
import { monthOf } from '@/lib/db/run-months'
import { inTransaction } from '@/lib/db/transaction'
import { redactSpan } from '@/lib/engine/redaction/redact-run'
import { RUNNING } from '@/lib/engine/scoring/scored-run'
import { type Missing, sliceTraces, unfinishedRuns } from '@/lib/ingest/otlp/pending-traces'
import { isOnlyLogged, mergeSpans } from '@/lib/ingest/otlp/wire-span'
import { authorizeProject } from '../authorize'
import { findChainRules } from '../chain-rules/rules'
import type { Context, ProjectContext } from '../context'
import { askerOf, inEngine } from '../engine-pool/ask'
import { transactionTurns } from '../engine-pool/pool'
import { countRuns } from '../metrics'
import { ensureMonths } from '../months/make-months'
import { loadRedactor } from '../redaction/load-redactor'
import { NO_LABELS } from '../signals/sent-before'
import { parseBatch } from './parse'
import { loadPatches, withPatch } from './patches'
import { storeAnew } from './replace'
import { leaveOutLabels, scoreRuns } from './score'
import { keepSpans, loadSpans, lockTraces } from './span-store'
import { findSettings } from './version'

/** Result of a delivery: the number of runs created or completed, and the spans that could not become runs, or not with all they hold. */
type SpansResult = { runs: number; rejected: { count: number; message: string } }
type Remade = SpansResult & { warnings: string[] }

const MAX_MESSAGE = 2000
// The work grows only with the size of the delivery, which is bounded.
const LIMIT_MS = 15_000

/**
 * Ingests spans, and what was logged of them. A run is made of all spans of a trace that ever arrived, so a trace may arrive in parts, in
 * any order and repeatedly; repeated spans change nothing. The run is running until its root and all parents have arrived.
 */
export async function ingestSpans(context: Context, spans: readonly Span[]): Promise<SpansResult> {
  const ctx = await authorizeProject(context, 'write')
  const total = { runs: 0, count: 0, messages: new Set<string>() }
  const redactor = await loadRedactor(ctx.db, ctx.project.id)
  const kept = redactor === null ? spans : spans.map((span) => redactSpan(redactor, span))
  for (const slice of sliceTraces(kept)) {
    // A span batch holds a database connection while it waits for an engine thread, so these transactions take turns.
    const { runs, rejected, warnings } = await transactionTurns().run(askerOf(ctx), () => ingestTraces(ctx, slice))
    total.runs += runs
    total.count += rejected.count
    for (const message of [rejected.message, ...warnings]) if (message) total.messages.add(message)
  }
  const message = [...total.messages].join('; ').slice(0, MAX_MESSAGE)
  return { runs: total.runs, rejected: { count: total.count, message } }
}

/** Stores the spans of a few traces and remakes their runs, in one transaction. */
async function ingestTraces(ctx: ProjectContext, spans: readonly Span[]): Promise<Remade> {
  await ensureMonths(ctx.db, startsOf(spans), ctx.now())
  const result = await inTransaction(ctx, async (tx) => {
    const traceIds = [...new Set(spans.map((span) => span.traceId))].sort()
    await lockTraces(tx, ctx.project.id, traceIds)
    const whole = mergeSpans(await loadSpans(tx, ctx.project.id, traceIds), spans)
    await keepSpans(tx, ctx, whole, spans)
    return remakeTraces(tx, ctx, whole)
  })
  countRuns('accepted', result.runs)
  return result
}

/** One start time for each month in which spans began. */
function startsOf(spans: readonly Span[]): Date[] {
  const starts = spans.flatMap(({ startNano }) => (startNano === null ? [] : [new Date(Number(startNano) / 1e6)]))
  return [...new Map(starts.map((start) => [monthOf(start), start])).values()]
}

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
  if (spans.length === 0) return { runs: 0, rejected: { count: 0, message: '' }, warnings: [] }
  const rules = await findChainRules(tx, ctx.project.id)
  const mapped = await inEngine(ctx, 'spans_to_runs', { spans, rules }, LIMIT_MS)
  const runs = await settleBodies(tx, ctx, mapped.runs, { missing: unfinishedRuns(spans), settled })
  const stored = await storeTraceRuns(tx, ctx, runs)
  const reasons = [mapped.rejected.message, ...stored.refused].filter(Boolean)
  const count = mapped.rejected.count + stored.refused.length
  const message = reasons.join('; ').slice(0, MAX_MESSAGE)
  return { runs: stored.runs, rejected: { count, message }, warnings: stored.warnings }
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
async function storeTraceRuns(tx: Tx, ctx: ProjectContext, runs: readonly TraceRun[]) {
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
  const rejected = [...batch.rejected, ...measured.rejected]
  return {
    runs: stored,
    refused: rejected.map((run) => `${run.id ?? 'a trace'}: ${run.path} ${run.reason}`),
    warnings: unlabelled.map((id) => `${id}: ${NO_LABELS}`),
  }
}
