import type { Tx } from '@/lib/db/client'
import { withPreparedStatements } from '@/lib/db/prepared-statements'
import { typedRecordset } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import type { Redactor } from '@/lib/engine/redaction/redact-run'
import type { LoggedEvaluation } from '@/lib/ingest/otlp/decode-logs'
import { readSignals, severalMeasures } from '@/lib/ingest/otlp/evaluations'
import { authorizeProject } from '../authorize'
import { checkedConfiguration, resolveRun } from '../checks/record'
import { actorName, type Context, type ProjectContext } from '../context'
import { AppError } from '../errors'
import { loadRedactor } from '../redaction/load-redactor'
import { inTurns } from '../turns'
import { addSignals, type Identified } from './send'
import { NO_LABELS, namedBy, signedBy } from './sent-before'

/** The number of evaluations that became no signal, and the reason for the first. */
type Refused = { count: number; message: string }

/**
 * Ingests evaluations sent as log records: each becomes a signal of the run of its trace and span, even if that run has not arrived yet.
 */
export async function ingestEvaluations(context: Context, logged: readonly LoggedEvaluation[]): Promise<Refused> {
  const ctx = await authorizeProject(context, 'write')
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

async function ingestOfRun(
  ctx: ProjectContext,
  runKey: string,
  group: readonly LoggedEvaluation[],
  redactor: Redactor | null,
): Promise<Refused> {
  const read = readSignals(group.map(({ evaluation, spanId }) => ({ ...evaluation, spanId })))
  const faults = read.flatMap((one) => ('fault' in one ? [one.fault] : []))
  const measured = read.flatMap((one) => ('signal' in one ? [toMeasured(ctx, one)] : []))
  if (measured.length === 0) return toRefused(faults)
  try {
    const odd = await withPreparedStatements(() =>
      inTransaction(ctx, async (tx) => {
        const refusalOf = await loadRefusals(tx, ctx.project.id, runKey, measured)
        const taken = measured.filter((item) => refusalOf(item) === null).map(({ signal }) => signal)
        if (taken.length > 0) await addSignals(tx, ctx, runKey, taken, redactor)
        return measured.flatMap((item) => refusalOf(item) ?? [])
      }),
    )
    return toRefused([...faults, ...odd])
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error
    return { count: group.length, message: error.message }
  }
}

const toRefused = (faults: readonly string[]): Refused => ({ count: faults.length, message: faults[0] ?? '' })

/** A signal, and what its annotator measured by it. */
type Measured = { signal: Identified; name: string; kind: string | undefined }
type Spoken = LoggedEvaluation['evaluation'] & Pick<LoggedEvaluation, 'spanId'>
type Read = Extract<ReturnType<typeof readSignals<Spoken>>[number], { signal: unknown }>

/** Characters of a measure in an id, which leave room for the span and the time. */
const NAMED = 120

/** Gives a signal a deterministic id, so that a repeated record is a duplicate. */
function toMeasured(ctx: ProjectContext, { evaluation, signal }: Read): Measured {
  const { evaluator, value, by, comment, at } = signal
  const via = actorName(ctx.actor)
  const name = by ?? via
  const id = `otlp ${evaluator} ${name.slice(0, NAMED)} ${evaluation.spanId ?? ''} ${at ?? ''}`
  const source = signedBy(evaluator, by, via)
  return {
    signal: { evaluator, value, id, source, ...(comment && { comment }), ...(at && { at }) },
    name,
    kind: evaluation.kind,
  }
}

/** Returns why a signal of a run is refused, or null: labels that are not taken, and a second measure of the same annotator. */
async function loadRefusals(tx: Tx, projectId: string, runKey: string, measured: readonly Measured[]) {
  const names = await findMeasures(tx, projectId, (await resolveRun(tx, projectId, runKey)).runKey)
  const hasLabels = measured.some(({ signal }) => signal.evaluator === 'human')
  const takesLabels = !hasLabels || (await checkedConfiguration(tx, projectId, { runId: runKey })).review.sent_labels
  return ({ signal: { evaluator }, name, kind }: Measured): string | null => {
    if (evaluator === 'human' && !takesLabels) return NO_LABELS
    const former = names.get(evaluator) ?? name
    return former === name ? null : severalMeasures(kind, [former, name])
  }
}

/** Returns the measure of each evaluator of a run, as known from earlier log records. */
async function findMeasures(tx: Tx, projectId: string, runKey: string): Promise<Map<string, string>> {
  const rows = await tx.sentSignal.findMany({
    where: { projectId, runKey, id: { startsWith: 'otlp ' } },
    select: { evaluator: true, by: true },
    distinct: ['evaluator', 'by'],
  })
  return new Map(rows.map(({ evaluator, by }) => [evaluator, evaluator === 'human' ? namedBy(by) : by]))
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
