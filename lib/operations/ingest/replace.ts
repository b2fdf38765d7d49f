import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { type Table, tableOf } from '@/lib/db/rows'
import { RUNNING } from '@/lib/engine/scoring/scored-run'
import type { ProjectContext } from '../context'
import { lockGatesOf } from '../gates/follow-runs'
import { holdJoinableGates } from '../gates/joined-runs'
import { releasePayloads } from '../payloads/release'
import { type LockedRun, lockIngestShared, lockRuns } from '../runs/lock'
import { removePredictions } from '../runs/predictions'
import { recomputeRuns } from '../runs/recompute'
import { type ReviewNews, refreshReviewItems } from '../runs/review-items'
import { leaveExecutions, takeOutOfCounts } from '../runs/take-out'
import { dropEmptyVersions } from './empty-versions'
import { failedVersions, storeRuns } from './ingest-batch'
import { findKnownRuns, type KnownRun } from './rows'
import { type IncomingRun, type MeasuredIncoming, placeRuns } from './version'

/**
 * Stores runs, some of which may be stored with fewer facts: those are replaced, and keep the feedback on them. Returns the
 * client ids of those stored.
 */
export async function storeAnew(
  tx: Tx,
  ctx: ProjectContext,
  incoming: readonly MeasuredIncoming[],
  cause: string,
): Promise<string[]> {
  const projectId = ctx.project.id
  await holdJoinableGates(tx, projectId, failedVersions(incoming))
  // Must precede any row lock: recording an override locks in this order too.
  await lockIngestShared(tx, projectId)
  const { placed, made } = await placeRuns(tx, projectId, incoming, ctx.now())
  const { changed, leftVersionIds, orphanedAttempts, judged } = await replaceRuns(tx, projectId, placed, ctx.now())
  const { scored } = await storeRuns(tx, ctx, changed, made)
  const runIds = [...judged, ...orphanedAttempts]
  if (runIds.length > 0) await recomputeRuns(tx, { projectId, runIds, now: ctx.now(), cause, leavesItems: true })
  const grown = changed.filter(({ revision }) => revision > 1).map(toNews)
  await refreshReviewItems(tx, projectId, [...grown, ...orphanedAttempts.map((runId) => ({ runId }))])
  await dropEmptyVersions(tx, projectId, leftVersionIds)
  return scored.runs.map(({ incoming: { run } }) => run.id)
}

const toNews = ({ runId, settings }: IncomingRun): ReviewNews => ({
  runId,
  auditShare: settings.configuration.review.audit_share,
})

/**
 * Removes the stored rows of runs that arrive again with more facts, and subtracts them from every rollup; the incoming runs
 * get the old ids and the next revision. Feedback on the runs is kept. Runs with an unchanged body are skipped.
 * `leftVersionIds`: versions that a run moved away from. `orphanedAttempts`: attempts of executions that a run moved away from, which
 * must be recomputed. `judged`: runs with people's verdicts, which storing them does not count.
 */
async function replaceRuns(
  tx: Tx,
  projectId: string,
  incoming: readonly IncomingRun[],
  now: Date,
): Promise<Record<'leftVersionIds' | 'orphanedAttempts' | 'judged', string[]> & { changed: IncomingRun[] }> {
  const known = await findKnownRuns(
    tx,
    projectId,
    incoming.map((item) => item.run.id),
  )
  const changed = incoming.filter((item) => item.isAnew || known.get(item.run.id)?.hash !== item.hash)
  const made = changed.flatMap((item) => known.get(item.run.id) ?? [])
  const replaced = made.map(({ runId }) => runId)
  await lockGatesOf(tx, projectId, replaced)
  const locked = await lockRuns(tx, projectId, replaced, now, incoming.flatMap(toExecution))
  const { runs } = locked
  await takeOutOfCounts(tx, projectId, runs)
  const judged = await removeFacts(tx, projectId, made)
  await removePredictions(tx, projectId, runs)
  await releasePayloads(tx, projectId, replaced, now)
  const moved = runs.filter(
    (run) => !changed.some((item) => item.run.id === run.clientId && isSameExecution(item, run)),
  )
  const orphanedAttempts = await leaveExecutions(tx, projectId, locked, moved)
  const formerById = new Map(runs.map((run) => [run.id, run]))
  const staying = new Set(incoming.map((item) => item.settings.versionId))
  return {
    changed: changed.map((item) => {
      const runId = known.get(item.run.id)?.runId
      const former = runId === undefined ? undefined : formerById.get(runId)
      if (runId === undefined) return item
      const before = former && { isSettled: former.status !== RUNNING, flag: former.flag }
      return { ...item, runId, before, revision: (former?.revision ?? 0) + 1 }
    }),
    orphanedAttempts,
    judged,
    leftVersionIds: runs.map((run) => run.versionId).filter((id) => !staying.has(id)),
  }
}

const toExecution = ({ run: { execution: key }, settings: { chainId, versionId } }: IncomingRun) =>
  key === undefined ? [] : [{ chainId, versionId, key }]

function isSameExecution({ run, settings }: IncomingRun, stored: LockedRun): boolean {
  return (run.execution ?? null) === stored.execution && settings.chainId === stored.chainId
}

/** Returns the runs of which signals remain. */
async function removeFacts(tx: Tx, projectId: string, runs: readonly KnownRun[]): Promise<string[]> {
  if (runs.length === 0) return []
  const runIds = runs.map(({ runId }) => runId)
  const keys = runs.map(({ clientId }) => clientId)
  const remove = (table: Table, id: 'id' | 'run_id') => tx.$executeRaw`
    DELETE FROM ${tableOf(table)} WHERE project_id = ${projectId}::uuid AND ${Prisma.raw(id)} = ANY(${runIds}::uuid[])`
  const [kept] = await Promise.all([
    tx.$queryRaw<{ id: string }[]>`
      SELECT DISTINCT run_id AS id FROM signal
      WHERE project_id = ${projectId}::uuid AND run_id = ANY(${runIds}::uuid[]) AND origin <> 'ingest'`,
    tx.$executeRaw`
      DELETE FROM signal WHERE project_id = ${projectId}::uuid AND run_id = ANY(${runIds}::uuid[]) AND origin = 'ingest'`,
    ...(['nodeRun', 'issue', 'failure', 'runText', 'traceFacts'] as const).map((table) => remove(table, 'run_id')),
    remove('runSummary', 'id'),
    remove('run', 'id'),
    tx.$executeRaw`DELETE FROM run_key WHERE project_id = ${projectId}::uuid AND run_key = ANY(${keys}::text[])`,
  ])
  return kept.map(({ id }) => id)
}
