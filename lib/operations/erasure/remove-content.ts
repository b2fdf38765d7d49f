import { DAY_MS } from '@/lib/contracts/durations'
import { isRecord } from '@/lib/contracts/is-record'
import { CONTENT_REMOVED } from '@/lib/contracts/vocabulary'
import type { Tx } from '@/lib/db/client'
import { isEmptyJson } from '@/lib/db/empty-json'
import { Prisma } from '@/lib/db/generated/client'
import { jsonRecordset, setFrom } from '@/lib/db/rows'
import { CONTRADICTED } from '@/lib/engine/scoring/scored-run'
import { lockTraces } from '../ingest/span-store'
import { releasePayloads } from '../payloads/release'
import { lockSummaries } from '../runs/lock'
import { removeFailureWords } from './failure-words'
import { tracesOf } from './remove-rows'

/**
 * Removes texts and payloads from runs: requests, answers, calls and error messages. Scores, counts, verdicts and derived values stay. The
 * runs of a project are processed oldest first, by their searchable text; returns how many.
 */
export async function removeContent(
  tx: Tx,
  { projectId, days, limit, now }: { projectId: string; days: number; limit: number; now: Date },
): Promise<number> {
  const before = new Date(now.getTime() - days * DAY_MS)
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
        WHEN output IS NULL OR output::text = 'null' OR ${isEmptyJson(Prisma.raw('output'))}
        THEN output ELSE ${JSON.stringify(CONTENT_REMOVED)}::json END AS output
      FROM node_run LEFT JOIN LATERAL (
        SELECT json_agg(json_build_object('name', call -> 'name') ORDER BY place) AS calls FROM json_array_elements(
          CASE WHEN json_typeof(tool_calls) = 'array' THEN tool_calls END) WITH ORDINALITY AS e(call, place)) c ON true
      WHERE ${ofRuns}) kept
    WHERE n.project_id = ${projectId}::uuid AND n.run_id = kept.run_id AND n.node_id = kept.node_id`
  const failures = await tx.$queryRaw<{ fingerprint: string }[]>`
    UPDATE failure SET message = ${CONTENT_REMOVED}, matched = NULL WHERE ${ofRuns} RETURNING fingerprint`
  await tx.$executeRaw`UPDATE issue SET message = ${CONTENT_REMOVED} WHERE ${ofRuns}`
  await tx.$executeRaw`UPDATE signal SET comment = NULL WHERE ${ofRuns} AND origin NOT IN ('review', 'gate')`
  const keys = due.map(({ clientId }) => clientId)
  await tx.runPatch.deleteMany({ where: { projectId, runKey: { in: keys } } })
  await tx.sentSignal.updateMany({ where: { projectId, runKey: { in: keys } }, data: { comment: null } })
  await tx.trial.updateMany({
    where: { projectId, runKey: { in: keys }, status: 'failed', error: { not: null } },
    data: { error: CONTENT_REMOVED },
  })
  await removeFromBlockers(tx, projectId, ids)
  await removeFromChecks(tx, projectId, keys)
  await removeFromAttributions(tx, projectId, ids)
  await tx.$executeRaw`UPDATE comment SET quote = NULL, quote_start = NULL WHERE ${ofRuns}`
  await tx.$executeRaw`DELETE FROM run_text WHERE ${ofRuns}`
  await removeFailureWords(
    tx,
    projectId,
    failures.map(({ fingerprint }) => fingerprint),
  )
  await releasePayloads(tx, projectId, ids, now)
  return ids.length
}

/** Blockers start with their field and end with an error or a quote; reasons of decisions repeat them. */
async function removeFromBlockers(tx: Tx, projectId: string, runIds: readonly string[]): Promise<void> {
  await lockSummaries(tx, projectId, runIds)
  const runs = await tx.runSummary.findMany({
    where: { projectId, id: { in: [...runIds] }, blockers: { isEmpty: false } },
    select: { id: true, blockers: true, reason: true },
  })
  const rows = runs.map(({ id, blockers, reason }) => ({
    id,
    blockers: blockers.map(withoutMessage),
    reason: blockers.reduce((text, blocker) => text.replaceAll(blocker, () => withoutMessage(blocker)), reason),
  }))
  if (rows.length > 0)
    await tx.$executeRaw`
      UPDATE run_summary s SET ${setFrom('runSummary', ['blockers', 'reason'])}
      FROM ${jsonRecordset('runSummary', ['id', 'blockers', 'reason'], rows)} WHERE s.project_id = ${projectId}::uuid AND s.id = x.id`
}

function withoutMessage(blocker: string): string {
  const start = blocker.startsWith(CONTRADICTED) ? CONTRADICTED.length : 0
  const end = blocker.indexOf(': ', start)
  return `${blocker.slice(0, end < 0 ? start : end + 2)}${CONTENT_REMOVED}`
}

/** Free texts in results of checks: tasks, answers and quotes of them. */
const TEXTS = new Set(['description', 'detail', 'error', 'feedback', 'message', 'nudge', 'reason', 'title'])

/** Checks keep their outcome and their numbers. */
async function removeFromChecks(tx: Tx, projectId: string, runKeys: readonly string[]): Promise<void> {
  const checks = await tx.runCheck.findMany({
    where: { projectId, runKey: { in: [...runKeys] } },
    select: { id: true, result: true },
  })
  const rows = checks.map(({ id, result }) => ({ id, input: {}, result: withoutTexts(result) }))
  if (rows.length > 0)
    await tx.$executeRaw`
      UPDATE run_check c SET ${setFrom('runCheck', ['input', 'result'])}
      FROM ${jsonRecordset('runCheck', ['id', 'input', 'result'], rows)} WHERE c.project_id = ${projectId}::uuid AND c.id = x.id`
}

/** What a cause was suggested by quotes errors of the steps. */
async function removeFromAttributions(tx: Tx, projectId: string, runIds: readonly string[]): Promise<void> {
  const attributions = await tx.attribution.findMany({
    where: { projectId, runId: { in: [...runIds] } },
    select: { id: true, suggested: true },
  })
  const rows = attributions.map(({ id, suggested }) => ({ id, suggested: withoutTexts(suggested) }))
  if (rows.length > 0)
    await tx.$executeRaw`
      UPDATE attribution a SET ${setFrom('attribution', ['suggested'])}
      FROM ${jsonRecordset('attribution', ['id', 'suggested'], rows)} WHERE a.project_id = ${projectId}::uuid AND a.id = x.id`
}

function withoutTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTexts)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      TEXTS.has(key) && typeof item === 'string' ? CONTENT_REMOVED : withoutTexts(item),
    ]),
  )
}
