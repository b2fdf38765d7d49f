import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '../context'
import { announce } from '../live/announce'
import { TRIAL_RUN } from '../queue/boss'
import { enqueueTrials } from '../queue/enqueue'
import { type HeldTrial, loadTrials, type TrialKey } from './store'

/** A trial that was cut off this often, by a crash or a worker that went away, is given up. */
const MAX_ATTEMPTS = 3

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

const MAX_TIMEOUT_MS = 300_000
/** Longer than any executor may take and its answer needs to be stored. */
const LEASE_MS = MAX_TIMEOUT_MS + 60_000

/**
 * Leases the next trial that is due for the desk, of whatever project; null where none is. Projects take turns: first whichever
 * has the fewest under way, then whichever has waited longest since its last one began. Within a project live ones go first.
 */
export function leaseNextTrial(db: Db, now: Date): Promise<HeldTrial | null> {
  return inTransaction({ db }, async (tx) => {
    // One instance chooses at a time, so that each turn sees the one before it.
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('trial turns', 0))::text`
    for (;;) {
      const next = await findNext(tx, now)
      if (!next) return null
      // Whoever holds the row, to cancel it, ends first.
      await tx.$queryRaw`
        SELECT 1 FROM trial WHERE project_id = ${next.projectId}::uuid AND id = ${next.trialId}::uuid FOR UPDATE`
      const until = new Date(now.getTime() + LEASE_MS)
      const where = Prisma.sql`t.id = ${next.trialId}::uuid`
      const [held] = await leaseTrials(tx, { projectId: next.projectId, where, limit: 1, by: 'desk', now, until })
      if (held) return held
    }
  })
}

/** A few index look-ups a project, however many trials wait. */
async function findNext(tx: Tx, now: Date): Promise<TrialKey | null> {
  const [next] = await tx.$queryRaw<TrialKey[]>`
    SELECT p.id AS "projectId", due.id AS "trialId" FROM project p
    CROSS JOIN LATERAL (
      SELECT t.id FROM trial t WHERE t.project_id = p.id AND t.status = 'queued' AND t.due_at <= ${now}
      ORDER BY t.kind DESC, t.due_at, t.id LIMIT 1) due
    CROSS JOIN LATERAL (
      SELECT count(*) AS n FROM trial t WHERE t.project_id = p.id AND t.status = 'running' AND t.lease_until > ${now}) running
    LEFT JOIN LATERAL (
      SELECT t.started_at FROM trial t WHERE t.project_id = p.id AND t.started_at IS NOT NULL
      ORDER BY t.started_at DESC LIMIT 1) latest ON true
    ORDER BY running.n, latest.started_at NULLS FIRST, p.id LIMIT 1`
  return next ?? null
}

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
