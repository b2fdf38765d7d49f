import { otlpSpan, type Span } from '@/lib/contracts/otlp'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { insertRows } from '@/lib/db/rows'
import type { ProjectContext } from '../context'
import { TOGETHER_BYTES } from './stored-body'

// A server has few locks while a delivery may name thousands of traces, so traces share lock buckets.
const LOCKS = 256
// Arbitrary; must differ from the class of other advisory locks.
const LOCK_CLASS = 73_026

/** Serializes deliveries of a trace, so that concurrent parts see each other's spans. Buckets are locked in order. */
export async function lockTraces(tx: Tx, projectId: string, traceIds: readonly string[]): Promise<void> {
  const keys = traceIds.map((traceId) => `${projectId} ${traceId}`)
  await tx.$queryRaw`
    SELECT pg_advisory_xact_lock(${LOCK_CLASS}::int, bucket)::text FROM (
      SELECT DISTINCT (hashtextextended(key, 0) & ${LOCKS - 1}::bigint)::int AS bucket FROM unnest(${keys}::text[]) AS key ORDER BY 1) b`
}

/** Whether a row `o` is a span rather than only log records of one. */
export const hasArrived = Prisma.sql`(o.span ->> 'startNano' IS NULL AND o.span ->> 'logged' <> '[]') IS NOT TRUE`

/** Loads every span of these traces that ever arrived. */
export async function loadSpans(tx: Tx, projectId: string, traceIds: readonly string[]): Promise<Span[]> {
  const rows = await tx.$queryRaw<{ span: unknown }[]>`
    SELECT span FROM otlp_span WHERE project_id = ${projectId}::uuid AND trace_id = ANY(${traceIds}::text[])`
  return rows.map((row) => otlpSpan.parse(row.span))
}

/** Finds those of these traces of which too much is stored to be loaded together with others. */
export async function findLongTraces(db: Db, projectId: string, traceIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ traceId: string }[]>`
    SELECT trace_id AS "traceId" FROM otlp_span WHERE project_id = ${projectId}::uuid AND trace_id = ANY(${traceIds}::text[])
    GROUP BY trace_id HAVING sum(pg_column_size(span)) > ${TOGETHER_BYTES}`
  return new Set(rows.map(({ traceId }) => traceId))
}

/** Stores those spans of the whole traces that this delivery contained. */
export async function keepSpans(
  tx: Tx,
  ctx: ProjectContext,
  whole: readonly Span[],
  brought: readonly Span[],
): Promise<void> {
  const keyOf = (span: Span) => `${span.traceId} ${span.spanId}`
  const keys = new Set(brought.map(keyOf))
  const common = { projectId: ctx.project.id, receivedAt: ctx.now() }
  const rows = whole
    .filter((span) => keys.has(keyOf(span)))
    .map((span) => ({ ...common, traceId: span.traceId, spanId: span.spanId, span }))
  const upsert = 'ON CONFLICT (project_id, trace_id, span_id) DO UPDATE SET span = EXCLUDED.span'
  await tx.$executeRaw(insertRows('otlpSpan', rows, upsert))
}
