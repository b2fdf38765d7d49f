import type { Tx } from '@/lib/db/client'
import { insertRows, type Row, recordset } from '@/lib/db/rows'
import { spansToRuns } from '@/lib/ingest/otlp/spans-to-runs'
import type { Span } from '@/lib/contracts/otlp'
import { authorize } from '../authorize'
import { type Context, inTransaction, type ProjectContext } from '../context'
import { ensureVersions, versionKey } from '../runs/ingest/ensure-versions'
import { storeRuns } from '../runs/ingest/ingest-runs'
import { measureIncoming } from '../runs/ingest/measure-incoming'
import { parseBatch } from '../runs/ingest/parse-batch'
import { replaceRuns } from '../runs/ingest/replace-runs'
import { recomputeRuns } from '../runs/recompute-runs'

/** What became of a delivery: runs made or made fuller, and what no run could be made of. */
export type SpansResult = { runs: number; rejected: { count: number; message: string } }

/**
 * Takes in spans. All spans of a trace that ever arrived make its runs, so a trace may come in parts, in any order, and
 * twice: the same spans again change nothing.
 */
export async function ingestSpans(context: Context, spans: readonly Span[]): Promise<SpansResult> {
  const ctx = (await authorize(context, 'write')) as ProjectContext
  if (spans.length === 0) return { runs: 0, rejected: { count: 0, message: '' } }
  return inTransaction(ctx, async (tx) => {
    const traceIds = [...new Set(spans.map((span) => span.traceId))].sort()
    await lockTraces(tx, ctx.project.id, traceIds)
    await keepSpans(tx, ctx, spans)
    const mapped = spansToRuns(await loadSpans(tx, ctx.project.id, traceIds))
    const batch = parseBatch(mapped.runs)
    const settings = await ensureVersions(
      tx,
      ctx.project.id,
      batch.parsed.map((item) => item.run),
      ctx.now(),
    )
    const { incoming, rejected } = measureIncoming(
      ctx,
      batch.parsed,
      (item) => settings.get(versionKey(item.run)),
      'otlp',
    )
    const changed = await replaceRuns(tx, ctx.project.id, incoming, ctx.now())
    const { scored } = await storeRuns(tx, ctx, changed)
    await hearPeopleAgain(
      tx,
      ctx,
      scored.runs.filter((item) => item.incoming.revision > 1).map((item) => item.incoming.runId),
    )
    const refused = [...batch.rejected, ...rejected].map((run) => `${run.id ?? 'a trace'}: ${run.path} ${run.reason}`)
    return {
      runs: scored.runs.length,
      rejected: {
        count: mapped.rejected.count + refused.length,
        message: [mapped.rejected.message, ...refused].filter(Boolean).join('; ').slice(0, 2000),
      },
    }
  })
}

/** One delivery of a trace at a time, in order, so that two parts at once cannot miss each other. */
async function lockTraces(tx: Tx, projectId: string, traceIds: readonly string[]): Promise<void> {
  await tx.$queryRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(x.key, 0))::text
    FROM ${recordset(
      { key: 'text' },
      traceIds.map((traceId) => ({ key: `${projectId} ${traceId}` })),
    )}`
}

async function keepSpans(tx: Tx, ctx: ProjectContext, spans: readonly Span[]): Promise<void> {
  const latest = new Map(spans.map((span) => [`${span.traceId} ${span.spanId}`, span]))
  const rows: Row[] = [...latest.values()].map((span) => ({
    project_id: ctx.project.id,
    trace_id: span.traceId,
    span_id: span.spanId,
    span,
    received_at: ctx.now(),
  }))
  const columns = { project_id: 'uuid', trace_id: 'text', span_id: 'text', span: 'jsonb', received_at: 'timestamptz' }
  await tx.$executeRaw(
    insertRows(
      'otlp_span',
      columns,
      rows,
      'ON CONFLICT (project_id, trace_id, span_id) DO UPDATE SET span = EXCLUDED.span',
    ),
  )
}

async function loadSpans(tx: Tx, projectId: string, traceIds: readonly string[]): Promise<Span[]> {
  const rows = await tx.otlpSpan.findMany({
    where: { projectId, traceId: { in: [...traceIds] } },
    select: { span: true },
  })
  // Written above in this very shape and by nobody else.
  return rows.map((row) => row.span as Span)
}

/** A run whose facts were replaced keeps what people said of it. */
async function hearPeopleAgain(tx: Tx, ctx: ProjectContext, runIds: readonly string[]): Promise<void> {
  if (runIds.length > 0)
    await recomputeRuns(tx, { projectId: ctx.project.id, runIds, now: ctx.now(), cause: 'fuller trace' })
}
