import { otlpSpan, type Span } from '@/lib/contracts/otlp'
import type { Tx } from '@/lib/db/client'
import { insertRows, type Row, recordset } from '@/lib/db/rows'
import type { ProjectContext } from '../context'

/** One delivery of a trace at a time, in order, so that two parts at once cannot miss each other. */
export async function lockTraces(tx: Tx, projectId: string, traceIds: readonly string[]): Promise<void> {
  const keys = traceIds.map((traceId) => ({ key: `${projectId} ${traceId}` }))
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(x.key, 0))::text FROM ${recordset({ key: 'text' }, keys)}`
}

/** Every span of these traces that ever arrived. */
export async function loadSpans(tx: Tx, projectId: string, traceIds: readonly string[]): Promise<Span[]> {
  const rows = await tx.otlpSpan.findMany({
    where: { projectId, traceId: { in: [...traceIds] } },
    select: { span: true },
  })
  return rows.map((row) => otlpSpan.parse(row.span))
}

/** Keeps, of the whole traces, the spans that this delivery brought. */
export async function keepSpans(
  tx: Tx,
  ctx: ProjectContext,
  whole: readonly Span[],
  brought: readonly Span[],
): Promise<void> {
  const keyOf = (span: Span) => `${span.traceId} ${span.spanId}`
  const keys = new Set(brought.map(keyOf))
  const rows: Row[] = whole
    .filter((span) => keys.has(keyOf(span)))
    .map((span) => ({
      project_id: ctx.project.id,
      trace_id: span.traceId,
      span_id: span.spanId,
      span,
      received_at: ctx.now(),
    }))
  const columns = { project_id: 'uuid', trace_id: 'text', span_id: 'text', span: 'jsonb', received_at: 'timestamptz' }
  const upsert = 'ON CONFLICT (project_id, trace_id, span_id) DO UPDATE SET span = EXCLUDED.span'
  await tx.$executeRaw(insertRows('otlp_span', columns, rows, upsert))
}
