import type { Span } from '@/lib/contracts/otlp'
import type { Tx } from '@/lib/db/client'
import { withPreparedStatements } from '@/lib/db/prepared-statements'
import { monthOf } from '@/lib/db/run-months'
import { inTransaction } from '@/lib/db/transaction'
import { redactSpan } from '@/lib/engine/redaction/redact-run'
import { sliceTraces } from '@/lib/ingest/otlp/pending-traces'
import { mergeSpans } from '@/lib/ingest/otlp/wire-span'
import { authorizeProject } from '../authorize'
import type { Context, ProjectContext } from '../context'
import { askerOf } from '../engine-pool/ask'
import { transactionTurns } from '../engine-pool/pool'
import { AppError } from '../errors'
import { countRuns } from '../metrics'
import { ensureMonths } from '../months/make-months'
import { loadRedactor } from '../redaction/load-redactor'
import { isGathered, makeGatherer } from './gather'
import { findAltered, findJudgedRuns } from './judged-traces'
import { type Remade, remakeTraces, traceIdOf } from './remake-traces'
import { findLongTraces, keepSpans, loadSpans, lockTraces } from './span-store'

/** Result of a delivery: the number of runs created or completed, and the spans that could not become runs, or not with all they hold. */
type SpansResult = { runs: number; rejected: { count: number; message: string } }

type Delivery = { ctx: ProjectContext; spans: readonly Span[] }

const MAX_MESSAGE = 2000

const gather = makeGatherer(ingestDeliveries)

/**
 * Ingests spans, and what was logged of them. A run is made of all spans of a trace that ever arrived, so a trace may arrive in parts, in
 * any order and repeatedly; repeated spans change nothing. The run is running until its root and all parents have arrived. Short deliveries
 * of one caller that arrive at the same time share commits.
 */
export async function ingestSpans(context: Context, spans: readonly Span[]): Promise<SpansResult> {
  const ctx = await authorizeProject(context, 'write')
  const delivery = { ctx, spans }
  if (isGathered(spans)) return gather(askerOf(ctx).caller, delivery)
  return toResult(delivery, await ingestAll(ctx, spans))
}

/** Ingests deliveries of one caller as if they were one, and returns the result of each; null for one to a long trace, to be tried alone. */
async function ingestDeliveries(deliveries: readonly Delivery[]): Promise<(SpansResult | null)[]> {
  const [first] = deliveries
  if (!first) return []
  const { ctx } = first
  const traceIds = [...new Set(deliveries.flatMap(({ spans }) => spans.map(({ traceId }) => traceId)))]
  const long = deliveries.length > 1 ? await findLongTraces(ctx.db, ctx.project.id, traceIds) : new Set()
  const isShort = ({ spans }: Delivery) => !spans.some(({ traceId }) => long.has(traceId))
  const remade = await ingestAll(
    ctx,
    deliveries.filter(isShort).flatMap(({ spans }) => spans),
  )
  return deliveries.map((delivery) => (isShort(delivery) ? toResult(delivery, remade) : null))
}

/** What became of the traces of one delivery. */
function toResult({ spans }: Delivery, { stored, faults }: Remade): SpansResult {
  const own = new Set(spans.map(({ traceId }) => traceId))
  const told = faults.filter(({ traceId }) => own.has(traceId))
  const message = [...new Set(told.map((fault) => fault.message))].join('; ').slice(0, MAX_MESSAGE)
  return {
    runs: stored.filter((runId) => own.has(traceIdOf(runId))).length,
    rejected: { count: told.reduce((sum, { count }) => sum + count, 0), message },
  }
}

async function ingestAll(ctx: ProjectContext, spans: readonly Span[]): Promise<Remade> {
  const all: Remade = { stored: [], faults: [] }
  if (spans.length === 0) return all
  const redactor = await loadRedactor(ctx.db, ctx.project.id)
  const kept = redactor === null ? spans : spans.map((span) => redactSpan(redactor, span))
  for (const slice of sliceTraces(kept)) {
    // A span batch holds a database connection while it waits for an engine thread, so these transactions take turns.
    const { stored, faults } = await transactionTurns().run(askerOf(ctx), () => ingestTraces(ctx, slice))
    all.stored.push(...stored)
    all.faults.push(...faults)
  }
  return all
}

/** Stores the spans of a few traces and remakes their runs, in one transaction. */
async function ingestTraces(ctx: ProjectContext, spans: readonly Span[]): Promise<Remade> {
  await ensureMonths(ctx.db, startsOf(spans), ctx.now())
  const remade = await withPreparedStatements(() =>
    inTransaction(ctx, async (tx) => {
      const traceIds = [...new Set(spans.map((span) => span.traceId))].sort()
      await lockTraces(tx, ctx.project.id, traceIds)
      const known = await loadSpans(tx, ctx.project.id, traceIds)
      return remakeUnlessJudged(tx, ctx, spans, { known, whole: mergeSpans(known, spans) })
    }),
  )
  countRuns('accepted', remade.stored.length)
  return remade
}

const JUDGED = 'a person has judged this run, and what was sent would change what they judged: it stays as it was'

/** Keeps the spans and remakes the runs, except of traces of which a run would no longer be what a person judged. */
async function remakeUnlessJudged(
  tx: Tx,
  ctx: ProjectContext,
  spans: readonly Span[],
  traces: { known: readonly Span[]; whole: readonly Span[] },
): Promise<Remade> {
  const { known, whole } = traces
  const judged = await findJudgedRuns(tx, ctx.project.id, known)
  const altered = judged.size === 0 ? [] : await findAltered(tx, ctx, judged, traces)
  const held = new Set(altered.map(traceIdOf))
  const isTaken = ({ traceId }: Span) => !held.has(traceId)
  const taken = whole.filter(isTaken)
  await keepSpans(tx, ctx, taken, spans.filter(isTaken))
  const { stored, faults } = await remakeTraces(tx, ctx, taken)
  // A verdict that was given while its run was made again is on the run as it was before.
  if ((await findJudgedRuns(tx, ctx.project.id, known)).size > judged.size)
    throw new AppError('unavailable', 'a person judged a run of this delivery at this moment: send it again', [], 1)
  const refused = altered.map((runId) => {
    const traceId = traceIdOf(runId)
    const count = spans.filter((span) => span.traceId === traceId).length
    return { traceId, runId, count, message: `${runId}: ${JUDGED}` }
  })
  return { stored, faults: [...faults, ...refused] }
}

/** One start time for each month in which spans began. */
function startsOf(spans: readonly Span[]): Date[] {
  const starts = spans.flatMap(({ startNano }) => (startNano === null ? [] : [new Date(Number(startNano) / 1e6)]))
  return [...new Map(starts.map((start) => [monthOf(start), start])).values()]
}
