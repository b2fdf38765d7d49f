import type { Tx } from '@/lib/db/client'
import type { Prisma } from '@/lib/db/generated/client'
import { announce } from '../live/announce'
import { type HeldTrial, loadTrials } from './trial-row'

/** A trial that was cut off this often, by a crash or a worker that went away, is given up. */
export const MAX_ATTEMPTS = 3

type Lease = {
  projectId: string
  /** Which of the project's trials `t`. */
  where: Prisma.Sql
  limit: number
  by: string
  now: Date
  until: Date
}

/** Leases queued trials, and those whose lease ran out, to one worker: live ones first. No two ever hold the same. */
export async function leaseTrials(tx: Tx, lease: Lease): Promise<HeldTrial[]> {
  const { projectId, where, limit, by, now, until } = lease
  // Materialised, since a subquery that a join runs again would lock and lease further rows each time.
  const held = await tx.$queryRaw<{ id: string; versionId: string }[]>`
    WITH due AS MATERIALIZED (
      SELECT t.id FROM trial t
      WHERE t.project_id = ${projectId}::uuid AND ${where} AND t.attempts < ${MAX_ATTEMPTS}
        AND (t.status = 'queued' OR (t.status = 'running' AND t.lease_until <= ${now}))
      ORDER BY t.kind DESC, t.id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    UPDATE trial SET status = 'running', attempts = attempts + 1, lease_until = ${until}, leased_by = ${by},
      started_at = ${now}, error = NULL, due_at = NULL
    FROM due WHERE trial.project_id = ${projectId}::uuid AND trial.id = due.id
    RETURNING trial.id, version_id AS "versionId"`
  const [first] = held
  if (!first) return []
  await announce(tx, { project: projectId, topic: 'trials', id: first.versionId })
  return loadTrials(
    tx,
    projectId,
    held.map(({ id }) => id),
  )
}
