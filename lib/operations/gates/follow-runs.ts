import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { typedRecordset } from '@/lib/db/rows'
import { announce } from '../live/changes'

/** Locks the gates of these runs and returns them. Taken before the runs themselves, as by whoever decides a gate. */
export function lockGatesOf(tx: Tx, projectId: string, runIds: readonly string[]): Promise<{ id: string }[]> {
  return tx.$queryRaw`
    SELECT id FROM gate WHERE project_id = ${projectId}::uuid AND run_id = ANY(${[...runIds]}::uuid[]) ORDER BY id FOR UPDATE`
}

/** A run with the cause by which others that fail alike join its gate; null if it did not fail. */
type Caused = { runId: string; cause: string | null }

/**
 * Moves the gates of these runs to their present cause, and those that are pending to their present version: a trace that grew may have failed
 * otherwise, or in another chain, than its first spans told. Of two pending gates of a version that have one cause now, the first keeps it.
 */
export async function followRuns(tx: Tx, projectId: string, runs: readonly Caused[]): Promise<void> {
  if (runs.length === 0) return
  const causes = typedRecordset({ runId: 'uuid', cause: 'text' }, [...runs])
  const moved = await tx.$executeRaw`
    UPDATE gate g SET chain_id = f.chain_id, version_id = f.version_id, cause = f.cause FROM (
      SELECT id, chain_id, version_id, CASE WHEN is_named AND (state <> 'pending' OR NOT is_taken AND place = 1) THEN cause END AS cause FROM (
        SELECT g.id, g.state, m.chain_id, m.version_id, x.cause, g.cause IS NOT NULL AS is_named,
          EXISTS (
            SELECT 1 FROM gate o WHERE o.project_id = ${projectId}::uuid AND o.version_id = m.version_id AND o.kind = g.kind
              AND o.state = 'pending' AND o.cause = x.cause AND o.id <> g.id) AS is_taken,
          row_number() OVER (PARTITION BY m.version_id, g.kind, g.state, g.cause IS NULL, x.cause ORDER BY g.opened_at, g.id) AS place
        FROM ${causes} JOIN gate g ON g.project_id = ${projectId}::uuid AND g.run_id = x."runId"
        JOIN run_summary s ON s.project_id = ${projectId}::uuid AND s.id = g.run_id
        CROSS JOIN LATERAL (SELECT ${whilePending('chain_id')}, ${whilePending('version_id')}) m) n) f
    WHERE g.project_id = ${projectId}::uuid AND g.id = f.id
      AND (g.chain_id, g.version_id, g.cause) IS DISTINCT FROM (f.chain_id, f.version_id, f.cause)`
  if (moved > 0) await announce(tx, { project: projectId, topic: 'gates' })
}

/** A closed gate stays where it was decided. */
const whilePending = (column: 'chain_id' | 'version_id') =>
  Prisma.raw(`CASE WHEN g.state = 'pending' THEN s.${column} ELSE g.${column} END AS ${column}`)
