import type { Db, Tx } from '@/lib/db/client'
import { inTransaction } from '../context'
import { enqueueTrials } from '../jobs/enqueue-trials'
import { TRIAL_RUN } from '../jobs/queues'
import { announce } from '../live/announce'
import { MAX_ATTEMPTS } from './lease-trials'

const LIMIT = 200
const GIVEN_UP = `given up: cut off ${MAX_ATTEMPTS} times before an outcome was known`

type Stuck = { projectId: string; versionId: string }

/**
 * Puts trials back in the queue whose worker went away, and sees that there are jobs for all that the desk is to run; gives up
 * what was cut off too often, without a run, since nobody knows what it would have been. Safe with several instances and to
 * repeat.
 */
export async function sweepTrials(db: Db, now: Date): Promise<void> {
  await inTransaction({ db }, async (tx) => {
    const stuck = await releaseStuck(tx, now)
    await enqueueTrials(tx, await countJobless(tx), now)
    const versions = new Map(stuck.map(({ projectId, versionId }) => [versionId, projectId]))
    for (const [id, project] of versions) await announce(tx, { project, topic: 'trials', id })
  })
}

function releaseStuck(tx: Tx, now: Date): Promise<Stuck[]> {
  return tx.$queryRaw<Stuck[]>`
    WITH stuck AS MATERIALIZED (
      SELECT t.project_id, t.id, t.attempts >= ${MAX_ATTEMPTS} AS is_lost,
        CASE WHEN v.executor->>'kind' = 'http' THEN ${now}::timestamptz END AS due_at
      FROM trial t JOIN chain_version v ON v.project_id = t.project_id AND v.id = t.version_id
      WHERE t.status = 'running' AND t.lease_until <= ${now}
      ORDER BY t.project_id, t.id LIMIT ${LIMIT} FOR UPDATE OF t SKIP LOCKED)
    UPDATE trial t SET lease_until = NULL, status = CASE WHEN s.is_lost THEN 'failed' ELSE 'queued' END,
      error = CASE WHEN s.is_lost THEN ${GIVEN_UP} END, ended_at = CASE WHEN s.is_lost THEN ${now}::timestamptz END,
      due_at = CASE WHEN s.is_lost THEN NULL ELSE s.due_at END
    FROM stuck s WHERE t.project_id = s.project_id AND t.id = s.id
    RETURNING t.project_id AS "projectId", t.version_id AS "versionId"`
}

/** How many jobs are missing for what waits for the desk, up to a batch. */
async function countJobless(tx: Tx): Promise<number> {
  const [row] = await tx.$queryRaw<{ missing: number }[]>`
    SELECT (coalesce(sum(w.n), 0) - (
      SELECT count(*) FROM pgboss.job j WHERE j.name = ${TRIAL_RUN} AND j.state < 'completed'))::int AS missing
    FROM project p CROSS JOIN LATERAL (
      SELECT count(*) AS n FROM trial t WHERE t.project_id = p.id AND t.status = 'queued' AND t.due_at IS NOT NULL) w`
  return Math.min(LIMIT, Math.max(0, row?.missing ?? 0))
}
