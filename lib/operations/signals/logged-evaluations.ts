import { evaluators } from '@/lib/contracts/evaluators'
import type { SentSignal } from '@/lib/contracts/sent-signals'
import type { Tx } from '@/lib/db/client'
import { typedRecordset } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import type { Redactor } from '@/lib/engine/redaction/redact-run'
import type { LoggedEvaluation } from '@/lib/ingest/otlp/decode-logs'
import { countingEvaluations } from '@/lib/ingest/otlp/evaluations'
import { authorize } from '../authorize'
import type { Context, ProjectContext } from '../context'
import { AppError } from '../errors'
import { loadRedactor } from '../redaction/load-redactor'
import { inTurns } from '../turns'
import { addSignals } from './send'

/** The number of evaluations that became no signal, and the reason for the first. */
type Refused = { count: number; message: string }

/**
 * Ingests evaluations sent as log records: each becomes a signal of the run of its trace and span, even if that run has not arrived yet.
 */
export async function ingestEvaluations(context: Context, logged: readonly LoggedEvaluation[]): Promise<Refused> {
  const ctx = (await authorize(context, 'write')) as ProjectContext
  const turn = inTurns()
  const refused: Refused = { count: 0, message: '' }
  const keyOf = await findRunKeys(ctx, logged)
  const redactor = await loadRedactor(ctx.db, ctx.project.id)
  for (const [runKey, group] of Map.groupBy(logged, keyOf)) {
    await turn()
    const { count, message } = await ingestOfRun(ctx, runKey, group, redactor)
    refused.count += count
    refused.message ||= message
  }
  return refused
}

type IdentifiedSignal = SentSignal & { id: string }

async function ingestOfRun(
  ctx: ProjectContext,
  runKey: string,
  group: readonly LoggedEvaluation[],
  redactor: Redactor | null,
): Promise<Refused> {
  const signals = toSentSignals(group)
  const none = { count: group.length - signals.length, message: NO_SIGNAL }
  if (signals.length === 0) return none
  try {
    const odd = await inTransaction(ctx, async (tx) => {
      const measured = await findMeasures(tx, ctx.project.id, runKey)
      const isOne = ({ evaluator, source }: IdentifiedSignal) => (measured.get(evaluator) ?? source) === source
      const taken = signals.filter(isOne)
      if (taken.length > 0) await addSignals(tx, ctx, runKey, taken, redactor)
      return signals.length - taken.length
    })
    return none.count + odd > 0 ? { count: none.count + odd, message: odd > 0 ? TWO_MEASURES : NO_SIGNAL } : noneLeft
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error
    return { count: group.length, message: error.message }
  }
}

const noneLeft: Refused = { count: 0, message: '' }
const NO_SIGNAL =
  'an evaluation is a signal if its score is between 0 and 1 and its annotator has a single measure (HUMAN verdicts are given in the app)'
const TWO_MEASURES = 'this annotator has another measure already: two measures are not one quality'

/** Characters of an annotator in an id, which leave room for the span and the time. */
const NAMED = 120

/**
 * Converts evaluations to signals with deterministic ids, so that a repeated record is a duplicate. Without an annotator it evaluates the
 * outcome, which is downstream.
 */
function toSentSignals(group: readonly LoggedEvaluation[]): IdentifiedSignal[] {
  const machines = group.map(({ evaluation, spanId }) => ({ ...evaluation, kind: evaluation.kind ?? 'CODE', spanId }))
  return countingEvaluations(machines).flatMap(({ evaluation: { spanId }, signal }) => {
    const { evaluator, value, by, comment, at } = signal
    const machine = evaluators.find((known) => known === evaluator)
    if (machine === undefined || machine === 'human' || typeof value !== 'number') return []
    const id = `otlp ${machine} ${by?.slice(0, NAMED) ?? ''} ${spanId ?? ''} ${at ?? ''}`
    return [
      { evaluator: machine, value, id, ...(by && { source: by }), ...(comment && { comment }), ...(at && { at }) },
    ]
  })
}

/** Returns the measure of each evaluator of a run, as known from earlier log records. */
async function findMeasures(tx: Tx, projectId: string, runKey: string): Promise<Map<string, string>> {
  const rows = await tx.sentSignal.findMany({
    where: { projectId, runKey, id: { startsWith: 'otlp ' } },
    select: { evaluator: true, by: true },
    distinct: ['evaluator', 'by'],
  })
  return new Map(rows.map(({ evaluator, by }) => [evaluator, by]))
}

/**
 * Returns each evaluation's run key: the run of the nearest known root above its span if the trace has several runs, else the trace's first
 * run.
 */
async function findRunKeys(
  ctx: ProjectContext,
  logged: readonly LoggedEvaluation[],
): Promise<(logged: LoggedEvaluation) => string> {
  const spans = logged.flatMap(({ traceId, spanId }) => (spanId === null ? [] : [{ traceId, spanId }]))
  if (spans.length === 0) return ({ traceId }) => traceId
  const projectId = ctx.project.id
  const rows = await ctx.db.$queryRaw<{ traceId: string; spanId: string; runKey: string }[]>`
    WITH RECURSIVE up AS (
      SELECT x."traceId", x."spanId", x."spanId" AS at, 0 AS depth
      FROM ${typedRecordset({ traceId: 'text', spanId: 'text' }, spans)}
      UNION ALL
      SELECT up."traceId", up."spanId", o.span ->> 'parentSpanId', depth + 1 FROM up JOIN otlp_span o
        ON o.project_id = ${projectId}::uuid AND o.trace_id = up."traceId" AND o.span_id = up.at
      WHERE o.span ->> 'parentSpanId' IS NOT NULL AND depth < ${MAX_DEPTH})
    SELECT DISTINCT up."traceId", up."spanId", r.run_key AS "runKey" FROM up
    JOIN run_key r ON r.project_id = ${projectId}::uuid AND r.run_key = up."traceId" || '-' || up.at`
  const known = new Map(rows.map(({ traceId, spanId, runKey }) => [`${traceId} ${spanId}`, runKey]))
  return ({ traceId, spanId }) => known.get(`${traceId} ${spanId}`) ?? traceId
}

/** Spans are not nested deeper than this in practice. */
const MAX_DEPTH = 200
