import type { TrialStatus } from '@/lib/contracts/trials'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { EVERY_PROJECT } from '../every-project'
import { announce } from '../live/announce'
import { enqueue } from '../queue/enqueue'
import { leaseRows, settleRows, type WorkTable } from '../work/lease'
import { type HeldTrial, loadTrials, type TrialKey } from './store'

/** A trial that was cut off this often, by a crash or a worker that went away, is given up. */
const MAX_ATTEMPTS = 3

const TRIALS: WorkTable<'trial'> = { model: 'trial', key: 'id', open: ['queued', 'running'], held: 'running' }

type LeaseInput = {
  projectId: string
  /** Which of the project's trials `w`. */
  where: Prisma.Sql
  limit: number
  by: string
  now: Date
  until: Date
}

/** Leases queued trials, and those whose lease ran out, to one worker: live ones first. */
export async function leaseTrials(tx: Tx, { where, ...input }: LeaseInput): Promise<HeldTrial[]> {
  const leases = await leaseRows(tx, TRIALS, {
    ...input,
    where: Prisma.sql`${where} AND w.attempts < ${MAX_ATTEMPTS}`,
    orderBy: Prisma.sql`w.kind DESC, w.id`,
    set: Prisma.sql`started_at = ${input.now}, error = NULL`,
  })
  if (leases.length === 0) return []
  const held = await loadTrials(
    tx,
    input.projectId,
    leases.map(({ id }) => id),
  )
  const [first] = held
  if (first) await announce(tx, { project: input.projectId, topic: 'trials', id: first.versionId })
  return held
}

/** What became of a trial that its holder ended. */
export type Settled = { status: Extract<TrialStatus, 'done' | 'failed'>; runId: string | null; error: string | null }

type Held = Pick<HeldTrial, 'projectId' | 'trialId' | 'versionId' | 'attempt' | 'leaseUntil'>

/** Ends a trial, if this attempt still holds it. Resolves to whether it did. */
export function settleTrial(tx: Tx, trial: Held, { status, error }: Settled, now: Date): Promise<boolean> {
  return settle(tx, trial, { status, error, endedAt: now, nextAt: null })
}

/** Puts a trial back into the queue for one more attempt, if this attempt still holds it. */
export async function retryTrial(tx: Tx, trial: Held, error: string, at: Date): Promise<void> {
  const isHeld = await settle(tx, trial, { status: 'queued', error, endedAt: null, nextAt: at })
  if (isHeld) await enqueue(tx, [{ name: 'trial-run', data: {}, at }])
}

type Row = { status: TrialStatus; error: string | null; endedAt: Date | null; nextAt: Date | null }

async function settle(tx: Tx, { projectId, trialId, versionId, attempt, leaseUntil }: Held, row: Row) {
  // One that was cancelled while it ran keeps its lease until its holder has told of it, and is no longer settled.
  const scope = Prisma.sql`w.status = ${TRIALS.held}`
  const settled = await settleRows(tx, TRIALS, { projectId, scope }, [{ id: trialId, attempt, leaseUntil, ...row }])
  if (settled.size > 0) await announce(tx, { project: projectId, topic: 'trials', id: versionId })
  return settled.size > 0
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
      const where = Prisma.sql`w.id = ${next.trialId}::uuid`
      const [held] = await leaseTrials(tx, { projectId: next.projectId, where, limit: 1, by: 'desk', now, until })
      if (held) return held
    }
  })
}

/** A few index look-ups a project, however many trials wait. */
async function findNext(tx: Tx, now: Date): Promise<TrialKey | null> {
  const [next] = await tx.$queryRaw<TrialKey[]>`
    SELECT p.project_id AS "projectId", due.id AS "trialId" FROM ${EVERY_PROJECT}
    CROSS JOIN LATERAL (
      SELECT t.id FROM trial t WHERE t.project_id = p.project_id AND t.status = 'queued' AND t.next_at <= ${now}
      ORDER BY t.kind DESC, t.next_at, t.id LIMIT 1) due
    CROSS JOIN LATERAL (
      SELECT count(*) AS n FROM trial t WHERE t.project_id = p.project_id AND t.status = 'running' AND t.lease_until > ${now}) running
    LEFT JOIN LATERAL (
      SELECT t.started_at FROM trial t WHERE t.project_id = p.project_id AND t.started_at IS NOT NULL
      ORDER BY t.started_at DESC LIMIT 1) latest ON true
    ORDER BY running.n, latest.started_at NULLS FIRST, p.project_id LIMIT 1`
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
    await enqueue(tx, trialJobs(await countJobless(tx), now))
    const versions = new Map(stuck.map(({ projectId, versionId }) => [versionId, projectId]))
    for (const [id, project] of versions) await announce(tx, { project, topic: 'trials', id })
  })
}

async function releaseStuck(tx: Tx, now: Date): Promise<Stuck[]> {
  const projects = await tx.$queryRaw<{ projectId: string }[]>`
    SELECT DISTINCT project_id AS "projectId" FROM trial WHERE status = 'running' AND lease_until <= ${now} ORDER BY 1 LIMIT ${LIMIT}`
  const released: Stuck[] = []
  for (const { projectId } of projects) released.push(...(await releaseOf(tx, projectId, now)))
  return released
}

function releaseOf(tx: Tx, projectId: string, now: Date): Promise<Stuck[]> {
  return tx.$queryRaw<Stuck[]>`
    WITH stuck AS MATERIALIZED (
      SELECT t.id, t.attempts >= ${MAX_ATTEMPTS} AS is_lost,
        CASE WHEN v.executor->>'kind' = 'http' THEN ${now}::timestamptz END AS next_at
      FROM trial t JOIN chain_version v ON v.project_id = ${projectId}::uuid AND v.id = t.version_id
      WHERE t.project_id = ${projectId}::uuid AND t.status = 'running' AND t.lease_until <= ${now}
      ORDER BY t.id LIMIT ${LIMIT} FOR UPDATE OF t SKIP LOCKED)
    UPDATE trial t SET lease_until = NULL, status = CASE WHEN s.is_lost THEN 'failed' ELSE 'queued' END,
      error = CASE WHEN s.is_lost THEN ${GIVEN_UP} END, ended_at = CASE WHEN s.is_lost THEN ${now}::timestamptz END,
      leased_by = NULL, next_at = CASE WHEN s.is_lost THEN NULL ELSE s.next_at END
    FROM stuck s WHERE t.project_id = ${projectId}::uuid AND t.id = s.id
    RETURNING t.project_id AS "projectId", t.version_id AS "versionId"`
}

/** How many jobs are missing for what waits for the desk, up to a batch. */
async function countJobless(tx: Tx): Promise<number> {
  const [row] = await tx.$queryRaw<{ missing: number }[]>`
    SELECT (coalesce((SELECT sum(w.n) FROM ${EVERY_PROJECT} CROSS JOIN LATERAL (
      SELECT count(*) AS n FROM trial t WHERE t.project_id = p.project_id AND t.status = 'queued' AND t.next_at IS NOT NULL) w), 0) - (
      SELECT count(*) FROM pgboss.job j WHERE j.name = 'trial-run' AND j.state < 'completed'))::int AS missing`
  return Math.min(LIMIT, Math.max(0, row?.missing ?? 0))
}

/** So many jobs that each run a trial, whichever is next by then. */
export function trialJobs(count: number, at: Date) {
  return Array.from({ length: count }, () => ({ name: 'trial-run' as const, data: {}, at }))
}
