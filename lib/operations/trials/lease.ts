import { type TrialOrder, type TrialStatus, trialKind } from '@/lib/contracts/trials'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { EVERY_PROJECT } from '../every-project'
import { notifyKeptFault } from '../kept-scenarios/notify'
import { announce } from '../live/changes'
import { enqueue } from '../queue/enqueue'
import { readExecutor, type StoredExecutor } from '../versions/executor'
import { leaseRows, settleRows, type WorkTable } from '../work/lease'

/** Maximum leases of a trial; one interrupted this often, by a crash or a lost worker, is given up. */
const MAX_ATTEMPTS = 3

const TRIALS: WorkTable<'trial'> = { model: 'trial', key: 'id', open: ['queued', 'running'], held: 'running' }

type LeaseInput = {
  projectId: string
  /** Condition on the project's trials `w`. */
  where: Prisma.Sql
  limit: number
  by: string
  now: Date
  until: Date
}

/** Leases queued trials, and those whose lease expired, to one worker; live ones first. */
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

/** Final outcome of a trial. */
export type Settled = { status: Extract<TrialStatus, 'done' | 'failed'>; runId: string | null; error: string | null }

type Held = Pick<HeldTrial, 'projectId' | 'trialId' | 'versionId' | 'attempt' | 'leaseUntil'>

/** Ends a trial if this attempt still holds it, and notifies people if a known fault came back in it. Resolves to whether it did end. */
export async function settleTrial(tx: Tx, trial: Held, { status, error, runId }: Settled, now: Date): Promise<boolean> {
  const isSettled = await settle(tx, trial, { status, error, endedAt: now, nextAt: null })
  if (isSettled && runId !== null) await notifyKeptFault(tx, { ...trial, runId }, now)
  return isSettled
}

/** Requeues a trial for one more attempt, if this attempt still holds it. */
export async function retryTrial(tx: Tx, trial: Held, error: string, at: Date): Promise<void> {
  const isHeld = await settle(tx, trial, { status: 'queued', error, endedAt: null, nextAt: at })
  if (isHeld) await enqueue(tx, [{ name: 'trial-run', data: {}, at }])
}

type Row = { status: TrialStatus; error: string | null; endedAt: Date | null; nextAt: Date | null }

async function settle(tx: Tx, { projectId, trialId, versionId, attempt, leaseUntil }: Held, row: Row) {
  // A trial cancelled while it ran keeps its lease until its holder reports, but can no longer be settled.
  const scope = Prisma.sql`w.status = ${TRIALS.held}`
  const settled = await settleRows(tx, TRIALS, { projectId, scope }, [{ id: trialId, attempt, leaseUntil, ...row }])
  if (settled.size > 0) await announce(tx, { project: projectId, topic: 'trials', id: versionId })
  return settled.size > 0
}

const MAX_TIMEOUT_MS = 300_000
/** Longer than any executor may take, including storing its answer. */
const LEASE_MS = MAX_TIMEOUT_MS + 60_000

/** Trials that one server runs at a time. */
export const TRIAL_WORKERS = 16

/**
 * Leases the next due trial of any project to this server; null if none is due. Projects take turns: the one with the fewest
 * running trials first, then the one whose last trial started longest ago. A project takes at most half of the workers that others leave
 * it, and always one, so that several with slow executors do not hold up another. Within a project live trials go first.
 */
export function leaseNextTrial(db: Db, now: Date): Promise<HeldTrial | null> {
  return inTransaction({ db }, async (tx) => {
    // Serializes the choice across instances, so that each turn sees the previous one.
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended('trial turns', 0))::text`
    for (;;) {
      const next = await findNext(tx, now)
      if (!next) return null
      // Waits for a transaction that has locked the row to cancel it.
      await tx.$queryRaw`
        SELECT 1 FROM trial WHERE project_id = ${next.projectId}::uuid AND id = ${next.trialId}::uuid FOR UPDATE`
      const until = new Date(now.getTime() + LEASE_MS)
      const where = Prisma.sql`w.id = ${next.trialId}::uuid`
      const [held] = await leaseTrials(tx, { projectId: next.projectId, where, limit: 1, by: 'desk', now, until })
      if (held) return held
    }
  })
}

/** Leaves out projects `p` that will be deleted: they are read-only, and their trials wait in case they are restored. */
const NOT_DELETED = Prisma.sql`JOIN project o ON o.id = p.project_id AND o.deletes_at IS NULL`

/** A few index look-ups per project, independent of the number of waiting trials. */
async function findNext(tx: Tx, now: Date): Promise<TrialKey | null> {
  const [next] = await tx.$queryRaw<TrialKey[]>`
    SELECT p.project_id AS "projectId", due.id AS "trialId" FROM ${EVERY_PROJECT} ${NOT_DELETED}
    CROSS JOIN LATERAL (
      SELECT t.id FROM trial t WHERE t.project_id = p.project_id AND t.status = 'queued' AND t.next_at <= ${now}
      ORDER BY t.kind DESC, t.next_at, t.id LIMIT 1) due
    CROSS JOIN LATERAL (
      SELECT count(*) AS n, count(*) FILTER (WHERE t.leased_by = 'desk') AS own FROM ${runningTrials(now)}) running
    LEFT JOIN LATERAL (
      SELECT t.started_at FROM trial t WHERE t.project_id = p.project_id AND t.started_at IS NOT NULL
      ORDER BY t.started_at DESC LIMIT 1) latest ON true
    WHERE running.own < greatest(1, (${TRIAL_WORKERS} + running.own - (
      SELECT count(*) FROM ${EVERY_PROJECT} CROSS JOIN LATERAL (
        SELECT 1 FROM ${runningTrials(now)} AND t.leased_by = 'desk') called)) / 2.0)
    ORDER BY running.n, latest.started_at NULLS FIRST, p.project_id LIMIT 1`
  return next ?? null
}

/** The running trials `t` of the project of `p`. */
const runningTrials = (now: Date) =>
  Prisma.sql`trial t WHERE t.project_id = p.project_id AND t.status = 'running' AND t.lease_until > ${now}`

const LIMIT = 200
const GIVEN_UP = `given up: cut off ${MAX_ATTEMPTS} times before an outcome was known`

type Stuck = { projectId: string; versionId: string }

/**
 * Requeues trials whose worker disappeared and enqueues missing jobs for those this server runs. Fails trials that were
 * interrupted too often, without a run, since their outcome is unknown. Idempotent, also across instances.
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

/**
 * Number of jobs missing for trials that wait for this server, up to a batch. Only jobs that wait count: an active one has taken
 * its trial, or belongs to a server that was killed.
 */
async function countJobless(tx: Tx): Promise<number> {
  const [row] = await tx.$queryRaw<{ missing: number }[]>`
    SELECT (coalesce((SELECT sum(w.n) FROM ${EVERY_PROJECT} ${NOT_DELETED} CROSS JOIN LATERAL (
      SELECT count(*) AS n FROM trial t WHERE t.project_id = p.project_id AND t.status = 'queued' AND t.next_at IS NOT NULL) w), 0) - (
      SELECT count(*) FROM pgboss.job j WHERE j.name = 'trial-run' AND j.state < 'active'))::int AS missing`
  return Math.min(LIMIT, Math.max(0, row?.missing ?? 0))
}

/** Makes this many jobs; each runs whichever trial is next by then. */
export function trialJobs(count: number, at: Date) {
  return Array.from({ length: count }, () => ({ name: 'trial-run' as const, data: {}, at }))
}

/** A leased trial: its request, executor and attempt. */
export type HeldTrial = Omit<TrialOrder, 'trialId'> & {
  projectId: string
  trialId: string
  chainId: string
  versionId: string
  runKey: string
  attempt: number
  leaseUntil: Date | null
  executor: StoredExecutor | null
}

type TrialKey = { projectId: string; trialId: string }

type StoredTrial = Omit<HeldTrial, 'kind' | 'executor'> & { kind: string; executor: unknown }

/** Loads these trials with their versions, in the order they were queued. */
export async function loadTrials(db: Db | Tx, projectId: string, ids: readonly string[]): Promise<HeldTrial[]> {
  const rows = await db.$queryRaw<StoredTrial[]>`
    SELECT t.project_id AS "projectId", t.id AS "trialId", t.version_id AS "versionId", v.chain_id AS "chainId",
      c.name AS chain, v.version, t.kind, t.scenario, t.request, t.run_key AS "runKey", t.attempts AS attempt,
      t.lease_until AS "leaseUntil", v.executor
    FROM trial t
    JOIN chain_version v ON v.project_id = t.project_id AND v.id = t.version_id
    JOIN chain c ON c.project_id = v.project_id AND c.id = v.chain_id
    WHERE t.project_id = ${projectId}::uuid AND t.id = ANY(${ids}::uuid[]) ORDER BY t.id`
  return rows.map((row) => ({ ...row, kind: trialKind.parse(row.kind), executor: readExecutor(row.executor) }))
}

/** The part of a trial that is sent to its executor. */
export function toOrder({ trialId, chain, version, kind, scenario, request }: HeldTrial): TrialOrder {
  return { trialId, chain, version, kind, scenario, request }
}
