import type { Tx } from '@/lib/db/client'
import { isEmptyJson } from '@/lib/db/empty-json'
import { Prisma } from '@/lib/db/generated/client'
import { lockTraces } from '../ingest/span-store'
import { releasePayloads } from '../payloads/release'
import { tracesOf } from './remove-rows'

/** Replaces a text that a score was measured on, so that its presence still counts. */
const REMOVED = '[content removed]'

/**
 * Removes texts and payloads from runs: requests, answers, calls and error messages. Scores, counts, verdicts and derived values stay. The
 * runs of a project are processed oldest first, by their searchable text; returns how many.
 */
export async function removeContent(
  tx: Tx,
  { projectId, days, limit, now }: { projectId: string; days: number; limit: number; now: Date },
): Promise<number> {
  const before = new Date(now.getTime() - days * 86_400_000)
  const due = await tx.$queryRaw<{ id: string; clientId: string }[]>`
    SELECT r.id, r.client_id AS "clientId" FROM (
      SELECT run_id FROM run_text WHERE project_id = ${projectId}::uuid AND occurred_at < ${before}
      ORDER BY occurred_at, run_id LIMIT ${limit} FOR UPDATE SKIP LOCKED) t
    JOIN run r ON r.project_id = ${projectId}::uuid AND r.id = t.run_id`
  if (due.length === 0) return 0
  const traces = tracesOf(due.map(({ clientId }) => clientId))
  if (traces.length > 0) {
    await lockTraces(tx, projectId, traces)
    await tx.otlpSpan.deleteMany({ where: { projectId, traceId: { in: traces } } })
  }
  const ids = due.map(({ id }) => id)
  const ofRuns = Prisma.sql`project_id = ${projectId}::uuid AND run_id = ANY(${ids}::uuid[])`
  await tx.$executeRaw`
    UPDATE run SET request = NULL, output = NULL, error = NULL, sources = NULL, metadata = NULL, content_removed_at = ${now},
      content_days = ${days}
    WHERE project_id = ${projectId}::uuid AND id = ANY(${ids}::uuid[])`
  // Whether a step has a non-empty output is part of its score and of the counts. The JSON functions are outside of the CASE because Citus
  // refuses functions in a CASE that are not immutable.
  await tx.$executeRaw`
    UPDATE node_run n SET error = NULL, files = NULL, input = NULL, system_prompt = NULL, attributes = NULL,
      tool_calls = coalesce(kept.calls, n.tool_calls), output = kept.output
    FROM (
      SELECT run_id, node_id, c.calls, CASE
        WHEN output IS NULL OR output = 'null' OR ${isEmptyJson(Prisma.raw('output'))}
        THEN output ELSE ${JSON.stringify(REMOVED)}::jsonb END AS output
      FROM node_run LEFT JOIN LATERAL (
        SELECT jsonb_agg(jsonb_build_object('name', call -> 'name') ORDER BY place) AS calls FROM jsonb_array_elements(
          CASE WHEN jsonb_typeof(tool_calls) = 'array' THEN tool_calls END) WITH ORDINALITY AS e(call, place)) c ON true
      WHERE ${ofRuns}) kept
    WHERE n.project_id = ${projectId}::uuid AND n.run_id = kept.run_id AND n.node_id = kept.node_id`
  await tx.$executeRaw`UPDATE failure SET message = ${REMOVED}, matched = NULL WHERE ${ofRuns}`
  await tx.$executeRaw`UPDATE issue SET message = ${REMOVED} WHERE ${ofRuns}`
  await tx.$executeRaw`UPDATE signal SET comment = NULL WHERE ${ofRuns} AND origin NOT IN ('review', 'gate')`
  const keys = due.map(({ clientId }) => clientId)
  await tx.runPatch.deleteMany({ where: { projectId, runKey: { in: keys } } })
  await tx.sentSignal.updateMany({ where: { projectId, runKey: { in: keys } }, data: { comment: null } })
  await tx.$executeRaw`UPDATE comment SET quote = NULL, quote_start = NULL WHERE ${ofRuns}`
  await tx.$executeRaw`DELETE FROM run_text WHERE ${ofRuns}`
  await releasePayloads(tx, projectId, ids, now)
  return ids.length
}
