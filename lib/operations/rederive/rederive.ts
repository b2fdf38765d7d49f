import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { holdRelease } from '@/lib/db/release'
import { insertRows, jsonRecordset, typedRecordset } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import { measureFailures } from '@/lib/engine/scoring/measure-run'
import type { ScoredFailure } from '@/lib/engine/scoring/scored-run'
import { threadOf } from '@/lib/ingest/thread'
import { log } from '@/lib/log'
import { loadSystemContext, type ProjectContext } from '../context'
import { findGrouped, joinGroups, noteGroupsOfRuns } from '../failures/arrivals'
import { followRuns, lockGatesOf } from '../gates/follow-runs'
import { toFailureRows, toTextRow } from '../ingest/rows'
import { announce } from '../live/changes'
import { checkCounts } from '../rollups/check'
import { countFailures, decrementFailureRollups, findHeads } from '../rollups/failures'
import { executionGains } from '../runs/executions'
import { lockRuns } from '../runs/lock'
import { refreshReviewItems } from '../runs/review-items'
import { loadStoredRuns, type StoredRun } from '../runs/stored-runs'
import { insertRunTexts } from '../runs/text'
import { inTurns } from '../turns'
import { processDue } from '../work/process-each'
import { findPlaced, followGroups } from './follow-groups'

// Runs may be large: a page is held in memory as a whole, and locked while it is written.
const PAGE = 200

/**
 * Recomputes derived data of the stored runs of every project for which a migration requested it: search text, threads, failures with their
 * groups, review items, expected gains, and the counts that a changed rule leaves wrong. Works in pages with separate transactions that record the progress, so it can be interrupted
 * and resumed. Safe to run concurrently with everything else and on several instances.
 */
export function rederiveRuns(db: Db, clock: () => Date): Promise<unknown> {
  const due = Prisma.sql`SELECT project_id, project_id AS id, now() AS at FROM rederivation`
  return processDue({ db, kind: 'rederivation', now: clock() }, due, async ({ projectId }) => {
    const ctx = await loadSystemContext(db, projectId, 'Upgrade', clock)
    const turn = inTurns()
    let derived = 0
    for (let page = await derivePage(ctx); page > 0; page = await derivePage(ctx)) {
      derived += page
      log.info({ project: ctx.project.slug, runs: derived }, 'recomputed stored runs')
      await turn()
    }
  })
}

/** Processes the next page of runs and returns their number. Removes the request when none are left. */
async function derivePage(ctx: ProjectContext): Promise<number> {
  const projectId = ctx.project.id
  const asked = await ctx.db.rederivation.findUnique({ where: { projectId } })
  if (!asked) return 0
  const ids = await findIds(ctx.db, projectId, asked.afterId)
  if (ids.length === 0 && (await inTransaction(ctx, holdRelease))) await repairCounts(ctx)
  const runs = await loadNamedRuns(ctx.db, projectId, ids)
  return inTransaction(ctx, async (tx) => {
    // A newer release asks for what only its own instances can derive.
    if (!(await holdRelease(tx))) return 0
    const [still] = await tx.$queryRaw<{ afterId: string | null }[]>`
      SELECT after_id AS "afterId" FROM rederivation WHERE project_id = ${projectId}::uuid FOR UPDATE`
    // Another instance processed this page first.
    if (!still || still.afterId !== asked.afterId) return still ? ids.length : 0
    const last = ids.at(-1)
    if (last === undefined) {
      await dropEmptyGroups(tx, projectId)
      await tx.rederivation.delete({ where: { projectId } })
      for (const topic of ['runs', 'gates'] as const) await announce(tx, { project: projectId, topic })
      return 0
    }
    await deriveRuns(tx, ctx, runs)
    await tx.rederivation.update({ where: { projectId }, data: { afterId: last } })
    return ids.length
  })
}

/**
 * Recounts what charts show. The counts of steps are made of their scores, which no run keeps: an older release may have scored otherwise.
 * What cannot be counted in time is left to `doctor`, so that the upgrade ends.
 */
async function repairCounts({ db, project: { id, slug } }: ProjectContext): Promise<void> {
  try {
    const { wrong, rebuilt } = await checkCounts(db, id, { repairs: true })
    if (wrong.length > 0) log.info({ project: slug, days: rebuilt }, 'rebuilt counts')
  } catch (error) {
    log.warn({ err: error, project: slug }, 'the counts could not be checked after the upgrade: run the doctor')
  }
}

async function findIds(db: Db, projectId: string, after: string | null): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM run_summary WHERE project_id = ${projectId}::uuid
      ${after === null ? Prisma.empty : Prisma.sql`AND id > ${after}::uuid`}
    ORDER BY id LIMIT ${PAGE}`
  return rows.map((row) => row.id)
}

/** Loads stored runs with their title and the names of chain, version and execution, which scoring does not read. */
async function loadNamedRuns(db: Db, projectId: string, ids: readonly string[]): Promise<StoredRun[]> {
  const stored = await loadStoredRuns(db, projectId, ids)
  const versions = await db.chainVersion.findMany({
    where: { projectId, id: { in: [...new Set(stored.map(({ summary }) => summary.versionId))] } },
    select: { id: true, version: true, chain: { select: { name: true } } },
  })
  const named = new Map(versions.map(({ id, version, chain }) => [id, { version, chain: chain.name }]))
  return stored.map(({ run, summary, ...promised }) => {
    const [title, execution] = [summary.title ?? undefined, summary.execution ?? undefined]
    return { ...promised, summary, run: { ...run, ...named.get(summary.versionId), title, execution } }
  })
}

/**
 * Recomputes what is derived from these runs apart from their scores. Runs that changed since they were read are skipped, as their change
 * derived it already.
 */
async function deriveRuns(tx: Tx, ctx: ProjectContext, read: readonly StoredRun[]): Promise<void> {
  const projectId = ctx.project.id
  const ids = read.map(({ summary }) => summary.id)
  await lockGatesOf(tx, projectId, ids)
  const locked = await lockRuns(tx, projectId, ids, ctx.now())
  const revisions = new Map(locked.runs.map(({ id, revision }) => [id, revision]))
  const runs = read.filter(({ summary }) => revisions.get(summary.id) === summary.revision)
  if (runs.length > 0) {
    await deriveTexts(tx, projectId, runs)
    await deriveFailures(tx, ctx, runs)
    await deriveReviewItems(tx, projectId, runs)
  }
  await deriveGains(tx, projectId, [...locked.executions.values()])
}

async function deriveTexts(tx: Tx, projectId: string, runs: readonly StoredRun[]): Promise<void> {
  const rows = runs.map(({ run, summary }) => toTextRow({ run, runId: summary.id, occurredAt: summary.occurredAt }))
  await tx.runText.deleteMany({ where: { projectId, runId: { in: rows.map(({ runId }) => runId) } } })
  await tx.$executeRaw(insertRunTexts(projectId, rows))
  const threads = runs.map(({ run, summary }) => ({ id: summary.id, thread: threadOf(run) ?? null }))
  await tx.$executeRaw`
    UPDATE run_summary s SET thread = x.thread FROM ${jsonRecordset('runSummary', ['id', 'thread'], threads)}
    WHERE s.project_id = ${projectId}::uuid AND s.id = x.id AND s.thread IS DISTINCT FROM x.thread`
}

/** Removes the failures from their groups and adds them again under the current grouping rule. */
async function deriveFailures(tx: Tx, ctx: ProjectContext, runs: readonly StoredRun[]): Promise<void> {
  const projectId = ctx.project.id
  const ids = runs.map(({ summary }) => summary.id)
  const before = await findPlaced(tx, projectId, ids)
  await decrementFailureRollups(tx, projectId, ids)
  await tx.failure.deleteMany({ where: { projectId, runId: { in: ids } } })
  const failed = runs.flatMap(({ run, summary: { id: runId, occurredAt, chainId, versionId } }) => {
    const failures = measureFailures(run)
    return failures.length > 0 ? [{ runId, occurredAt, settings: { chainId, versionId }, measured: { failures } }] : []
  })
  const grouped = await joinGroups(tx, projectId, failed, await findGrouped(tx, projectId, failed))
  const rows = grouped.flatMap((run) => toFailureRows({ ...run, projectId }))
  await tx.$executeRaw(insertRows('failure', rows))
  await countFailures(tx, projectId, grouped, await findHeads(tx, projectId, grouped))
  await followGroups(tx, ctx, before, rows)
  await noteGroupsOfRuns(
    tx,
    projectId,
    runs.map(({ summary }) => summary.clientId),
  )
  await nameCauses(tx, projectId, grouped)
}

type Failed = { runId: string; measured: { failures: readonly ScoredFailure[] } }

/** The first root failure determines a run's failure class, and the cause by which its gate collects further runs. */
async function nameCauses(tx: Tx, projectId: string, failed: readonly Failed[]): Promise<void> {
  const rows = failed.flatMap(({ runId, measured: { failures } }) => {
    const main = failures.find(({ role }) => role === 'root') ?? failures[0]
    return main ? [{ runId, failureClass: main.failureClass, fingerprint: main.fingerprint }] : []
  })
  if (rows.length === 0) return
  const causes = typedRecordset({ runId: 'uuid', failureClass: 'text', fingerprint: 'text' }, rows)
  await tx.$executeRaw`
    UPDATE run_summary s SET failure_class = x."failureClass" FROM ${causes}
    WHERE s.project_id = ${projectId}::uuid AND s.id = x."runId" AND s.failure_class IS DISTINCT FROM x."failureClass"`
  await followRuns(
    tx,
    projectId,
    rows.map(({ runId, fingerprint }) => ({ runId, cause: fingerprint })),
  )
}

/** Refreshes whether runs wait for review. History is not drawn for random audits; only new runs are. */
async function deriveReviewItems(tx: Tx, projectId: string, runs: readonly StoredRun[]): Promise<void> {
  const ids = runs.map(({ summary }) => summary.id)
  const known = await tx.reviewItem.findMany({ where: { projectId, runId: { in: ids } }, select: { runId: true } })
  await refreshReviewItems(
    tx,
    projectId,
    ids.map((runId) => ({ runId })),
  )
  const isKnown = new Set(known.map(({ runId }) => runId))
  const fresh = ids.filter((id) => !isKnown.has(id))
  // It has been waiting since the run, not since the upgrade.
  await tx.$executeRaw`
    UPDATE review_item i SET queued_at = s.occurred_at FROM run_summary s
    WHERE i.project_id = ${projectId}::uuid AND i.run_id = ANY(${fresh}::uuid[]) AND s.project_id = i.project_id AND s.id = i.run_id`
}

type Execution = { chainId: string; key: string; scores: readonly { score: number | null }[] }

async function deriveGains(tx: Tx, projectId: string, executions: readonly Execution[]): Promise<void> {
  if (executions.length === 0) return
  const rows = executions.map(({ chainId, key, scores }) => ({ chainId, key, ...executionGains(scores) }))
  await tx.$executeRaw`
    UPDATE execution e SET gain = x.gain, expected_gain = x.expected_gain
    FROM ${jsonRecordset('execution', ['chainId', 'key', 'gain', 'expectedGain'], rows)}
    WHERE e.project_id = ${projectId}::uuid AND e.chain_id = x.chain_id AND e.key = x.key`
}

/** Deletes groups and counts without failures, unless a person has acted on them. */
async function dropEmptyGroups(tx: Tx, projectId: string): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM failure_group g WHERE g.project_id = ${projectId}::uuid AND g.roots = 0 AND g.cascades = 0 AND g.merged_into IS NULL
      AND NOT EXISTS (SELECT 1 FROM failure_group_event e WHERE e.project_id = ${projectId}::uuid AND e.fingerprint = g.fingerprint)`
  await tx.$executeRaw`DELETE FROM rollup_failure WHERE project_id = ${projectId}::uuid AND roots = 0 AND cascades = 0`
  await tx.$executeRaw`DELETE FROM rollup_failure_day WHERE project_id = ${projectId}::uuid AND roots = 0 AND cascades = 0`
  await tx.$executeRaw`DELETE FROM rollup_group_day WHERE project_id = ${projectId}::uuid AND roots = 0 AND cascades = 0`
}
