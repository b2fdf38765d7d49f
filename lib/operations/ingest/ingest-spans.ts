import type { Span } from '@/lib/contracts/otlp'
import type { RunBody } from '@/lib/contracts/run-input'
import type { Tx } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { type Redactor, redactSpan } from '@/lib/engine/redaction/redact-run'
import { sliceTraces } from '@/lib/ingest/otlp/slice-traces'
import { mergeSpans } from '@/lib/ingest/otlp/wire-span'
import { authorize } from '../authorize'
import type { Context, ProjectContext } from '../context'
import { askerOf, inEngine } from '../engine-pool/ask'
import { transactionTurns } from '../engine-pool/pool'
import { countRuns } from '../metrics'
import { loadRedactor } from '../redaction/load-redactor'
import { lockOverridesShared } from '../runs/overrides'
import { recomputeRuns } from '../runs/recompute'
import { storeRuns } from './ingest-batch'
import { parseBatch } from './parse'
import { replaceRuns } from './replace'
import { scoreRuns } from './score'
import { keepSpans, loadSpans, lockTraces } from './span-store'
import { dropEmptyVersions, findSettings, placeRuns } from './version'

/** What became of a delivery: runs made or made fuller, and what no run could be made of. */
export type SpansResult = { runs: number; rejected: { count: number; message: string } }

const MAX_MESSAGE = 2000
// The work grows with the size of a delivery alone, and that is bounded.
const LIMIT_MS = 15_000

/**
 * Takes in spans. All spans of a trace that ever arrived make its runs, so a trace may come in parts, in any order, and
 * twice: the same spans again change nothing.
 */
export async function ingestSpans(context: Context, spans: readonly Span[]): Promise<SpansResult> {
  const ctx = (await authorize(context, 'write')) as ProjectContext
  const total = { runs: 0, count: 0, messages: new Set<string>() }
  const redactor = await loadRedactor(ctx.db, ctx.project.id)
  const kept = redactor === null ? spans : spans.map((span) => redactSpan(redactor, span))
  for (const slice of sliceTraces(kept)) {
    // Whoever waits for a thread holds a connection to the database meanwhile.
    const { runs, rejected } = await transactionTurns().run(askerOf(ctx), () => ingestTraces(ctx, slice, redactor))
    total.runs += runs
    total.count += rejected.count
    if (rejected.message) total.messages.add(rejected.message)
  }
  const message = [...total.messages].join('; ').slice(0, MAX_MESSAGE)
  return { runs: total.runs, rejected: { count: total.count, message } }
}

/** Takes in all spans that arrived of a few traces, in one transaction. */
async function ingestTraces(
  ctx: ProjectContext,
  spans: readonly Span[],
  redactor: Redactor | null,
): Promise<SpansResult> {
  const result = await inTransaction(ctx, async (tx) => {
    const traceIds = [...new Set(spans.map((span) => span.traceId))].sort()
    await lockTraces(tx, ctx.project.id, traceIds)
    const whole = mergeSpans(await loadSpans(tx, ctx.project.id, traceIds), spans)
    await keepSpans(tx, ctx, whole, spans)
    const mapped = await inEngine(ctx, 'spans_to_runs', whole, LIMIT_MS)
    const stored = await storeTraceRuns(tx, ctx, mapped.runs, redactor)
    const reasons = [mapped.rejected.message, ...stored.refused].filter(Boolean)
    const count = mapped.rejected.count + stored.refused.length
    return { runs: stored.runs, rejected: { count, message: reasons.join('; ').slice(0, MAX_MESSAGE) } }
  })
  countRuns('accepted', result.runs)
  return result
}

/** Stores the runs of whole traces; one that is there already with fewer spans makes way, and keeps what people said of it. */
async function storeTraceRuns(tx: Tx, ctx: ProjectContext, bodies: readonly RunBody[], redactor: Redactor | null) {
  const projectId = ctx.project.id
  const batch = await parseBatch(bodies, redactor)
  const named = batch.parsed.map((item) => item.run)
  const settings = await findSettings(tx, projectId, named)
  const measured = await scoreRuns(ctx, batch.parsed, settings, 'otlp')
  // Before any row is locked: who records an override takes its locks in this order too.
  await lockOverridesShared(tx, projectId)
  const { placed, made } = await placeRuns(tx, projectId, measured.incoming, ctx.now())
  const { changed, leftVersionIds, leftBehind } = await replaceRuns(tx, projectId, placed, ctx.now())
  const { scored } = await storeRuns(tx, ctx, changed, made)
  const runIds = [...changed.filter((item) => item.revision > 1).map((item) => item.runId), ...leftBehind]
  if (runIds.length > 0) await recomputeRuns(tx, { projectId, runIds, now: ctx.now(), cause: 'fuller trace' })
  await dropEmptyVersions(tx, projectId, leftVersionIds)
  const rejected = [...batch.rejected, ...measured.rejected]
  return {
    runs: scored.runs.length,
    refused: rejected.map((run) => `${run.id ?? 'a trace'}: ${run.path} ${run.reason}`),
  }
}
