import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import type { Signature } from '../audit'
import { lockGatesOf } from '../gates/follow-runs'
import { lockTraces } from '../ingest/span-store'
import { announce } from '../live/changes'
import { enqueueLearning } from '../queue/enqueue'
import { noteChangedChains } from '../rollups/changed-chains'
import { startOf } from '../rollups/runs'
import { type LockedRun, lockIngestExclusive, lockIngestShared, lockRuns } from '../runs/lock'
import { recomputeRuns } from '../runs/recompute'
import { refreshReviewItems } from '../runs/review-items'
import { leaveExecutions, takeOutOfCounts } from '../runs/take-out'
import { allowErasing, recordErasure } from './audit-texts'
import { removeFailureMessages, removeFailureWords, removeGateWords } from './failure-words'
import { removeRows, tracesOf } from './remove-rows'

/** Runs deleted per transaction: their steps are read to subtract them from the counts. */
export const SLICE = 50

type Erase = {
  projectId: string
  runIds: readonly string[]
  now: Date
  by: Signature
  /** Set for deletion by age. Without it, the runs were selected explicitly and are subtracted from every count. */
  aged?: Aged
}

/**
 * `because`: for example "older than 90 days". `isCounted`: whether its counts stay. `isDropped`: whether its wide rows are dropped with
 * their month.
 */
type Aged = { because: string; isCounted: (run: LockedRun) => boolean; isDropped: (run: { id: string }) => boolean }

/**
 * Deletes runs with all their data in the caller's transaction, and subtracts them from the counts. What stays is one audit event: who,
 * when, which ids. Unknown ids are ignored; returns how many runs were deleted.
 */
export async function eraseRuns(tx: Tx, { projectId, runIds, now, by, aged }: Erase): Promise<number> {
  await allowErasing(tx)
  const known = await tx.$queryRaw<{ id: string; clientId: string }[]>`
    SELECT id, client_id AS "clientId" FROM run WHERE project_id = ${projectId}::uuid AND id = ANY(${runIds}::uuid[])`
  if (known.length === 0) return 0
  // Locks are taken in the same order as by ingestion.
  const traces = tracesOf(known.map(({ clientId }) => clientId))
  if (traces.length > 0) await lockTraces(tx, projectId, traces)
  // Runs that arrive take the same counts and groups in another order. By age, the counts mostly stay.
  await (aged ? lockIngestShared : lockIngestExclusive)(tx, projectId)
  const ids = known.map(({ id }) => id)
  const gates = await lockGatesOf(tx, projectId, ids)
  const locked = await lockRuns(tx, projectId, ids, now)
  if (locked.runs.length === 0) return 0
  const joined = await findJoinedRuns(tx, projectId, gates, ids)
  const fingerprints = await findFingerprints(tx, projectId, ids)
  const uncounted = aged ? locked.runs.filter((run) => !aged.isCounted(run)) : locked.runs
  if (uncounted.length > 0) await takeOutOfCounts(tx, projectId, uncounted)
  noteChangedChains(
    tx,
    projectId,
    locked.runs.map(({ chainId }) => chainId),
  )
  const orphanedAttempts = await leaveExecutions(tx, projectId, locked, locked.runs)
  const { subjects } = await removeRows(tx, projectId, locked.runs, { gates, now, isDropped: aged?.isDropped })
  await refreshGroups(tx, projectId, fingerprints)
  const wordless = await removeFailureWords(tx, projectId, fingerprints)
  // Those about runs past their age go by an age of their own, once they are delivered.
  if (!aged) await removeFailureMessages(tx, projectId, wordless)
  await removeGateWords(
    tx,
    projectId,
    gates.map(({ id }) => id),
  )
  await removeEmptyCounts(
    tx,
    projectId,
    uncounted.map(({ occurredAt }) => occurredAt),
  )
  const staying = orphanedAttempts.filter((id) => !ids.includes(id))
  if (staying.length > 0) await recomputeRuns(tx, { projectId, runIds: staying, now, cause: 'an attempt was deleted' })
  await refreshReviewItems(
    tx,
    projectId,
    joined.map((runId) => ({ runId })),
  )
  if (locked.runs.some((run) => run.human !== null)) await enqueueLearning(tx, projectId)
  const [only] = ids
  await recordErasure(tx, {
    projectId,
    by,
    at: now,
    action: 'run.deleted',
    subject: ids.length === 1 ? `run:${only}` : `project:${projectId}`,
    facts: { runs: ids.length, gates: gates.length, ids, ...(aged && { because: aged.because }) },
    of: subjects,
  })
  await announce(tx, { project: projectId, topic: 'runs' }, { project: projectId, topic: 'gates' })
  return locked.runs.length
}

/** Runs that had joined the deleted gates: they are no longer decided there. */
async function findJoinedRuns(tx: Tx, projectId: string, gates: readonly { id: string }[], ids: readonly string[]) {
  if (gates.length === 0) return []
  const rows = await tx.gateRun.findMany({
    where: { projectId, gateId: { in: gates.map(({ id }) => id) }, runId: { notIn: [...ids] } },
    select: { runId: true },
  })
  return rows.map(({ runId }) => runId)
}

async function findFingerprints(tx: Tx, projectId: string, runIds: readonly string[]): Promise<string[]> {
  const rows = await tx.$queryRaw<{ fingerprint: string }[]>`
    SELECT DISTINCT fingerprint FROM failure WHERE project_id = ${projectId}::uuid AND run_id = ANY(${runIds}::uuid[])`
  return rows.map(({ fingerprint }) => fingerprint)
}

/** Deletes failure groups that have no failures left, unless others were merged into them; the rest get an existing run as their last. */
async function refreshGroups(tx: Tx, projectId: string, fingerprints: readonly string[]): Promise<void> {
  if (fingerprints.length === 0) return
  const touched = Prisma.sql`ANY(${fingerprints}::text[])`
  const gone = await tx.$queryRaw<{ fingerprint: string }[]>`
    DELETE FROM failure_group g WHERE g.project_id = ${projectId}::uuid AND g.fingerprint = ${touched} AND g.roots = 0 AND g.cascades = 0
      AND NOT EXISTS (SELECT 1 FROM failure_group m WHERE m.project_id = ${projectId}::uuid AND m.merged_into = g.fingerprint)
    RETURNING g.fingerprint`
  const names = gone.map(({ fingerprint }) => fingerprint)
  await tx.failureGroupEvent.deleteMany({ where: { projectId, fingerprint: { in: names } } })
  await tx.failureTemplate.deleteMany({ where: { projectId, groupedAs: { in: names } } })
  await tx.$executeRaw`
    UPDATE failure_group g SET last_seen_at = f.occurred_at, last_run_id = f.run_id FROM (
      SELECT h.fingerprint, l.occurred_at, l.run_id FROM failure_group h CROSS JOIN LATERAL (
        SELECT f.occurred_at, f.run_id FROM failure f
        WHERE f.project_id = ${projectId}::uuid AND f.fingerprint IN (
          SELECT h.fingerprint UNION ALL
          SELECT m.fingerprint FROM failure_group m WHERE m.project_id = ${projectId}::uuid AND m.merged_into = h.fingerprint)
        ORDER BY f.occurred_at DESC, f.run_id LIMIT 1) l
      WHERE h.project_id = ${projectId}::uuid AND h.fingerprint IN (
        SELECT coalesce(merged_into, fingerprint) FROM failure_group WHERE project_id = ${projectId}::uuid AND fingerprint = ${touched}
        UNION SELECT fingerprint FROM failure_group WHERE project_id = ${projectId}::uuid AND fingerprint = ${touched})) f
    WHERE g.project_id = ${projectId}::uuid AND g.fingerprint = f.fingerprint`
}

/** Deletes count rows of these times that are now zero, and with them the names of steps. */
async function removeEmptyCounts(tx: Tx, projectId: string, times: readonly Date[]): Promise<void> {
  for (const [table, grain, empty] of EMPTY) {
    const starts = [...new Set(times.map((time) => startOf(grain, time)))]
    await tx.$executeRaw`
      DELETE FROM ${Prisma.raw(table)} WHERE project_id = ${projectId}::uuid AND ${Prisma.raw(grain)} = ANY(${starts}::timestamptz[])
        AND ${Prisma.raw(empty)}`
  }
}

const EMPTY = [
  ['rollup_hour', 'hour', 'runs = 0'],
  ['rollup_day', 'day', 'runs = 0'],
  ['rollup_project_hour', 'hour', 'runs = 0'],
  ['rollup_project_day', 'day', 'runs = 0'],
  ['rollup_failure', 'hour', 'roots = 0 AND cascades = 0'],
  ['rollup_failure_day', 'day', 'roots = 0 AND cascades = 0'],
  ['rollup_group_day', 'day', 'roots = 0 AND cascades = 0'],
  ['rollup_unit', 'hour', 'scored = 0'],
] as const
