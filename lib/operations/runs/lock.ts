import { decision, profile } from '@/lib/contracts/primitives'
import type { Tx } from '@/lib/db/client'
import type { RunSummary } from '@/lib/db/generated/client'
import { notFound } from '../errors'
import { type ExecutionState, executionId, lockExecutions } from './executions'

export type LockedRun = Omit<RunSummary, 'profile' | 'decision'> & {
  profile: ReturnType<typeof profile.parse>
  decision: ReturnType<typeof decision.parse>
}
export type LockedRuns = { runs: LockedRun[]; executions: Map<string, ExecutionState> }

/**
 * Taken by every transaction that stores or deletes runs, until it ends: see `lockIngestExclusive`. The key keeps its first name, so
 * that instances of two releases exclude each other during an upgrade.
 */
export async function lockIngestShared(tx: Tx, projectId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(hashtextextended(${`overrides ${projectId}`}, 0))`
}

/**
 * Waits for transactions that store or delete runs of the project, and blocks new ones until this transaction ends: for facts that may
 * arrive before their run, for moves of counts, and for runs that are taken out of them.
 */
export async function lockIngestExclusive(tx: Tx, projectId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`overrides ${projectId}`}, 0))`
}

/** Taken before a page of a week is made, until it is frozen: see `lockWeeksExclusive`. */
export async function lockWeeksShared(tx: Tx, projectId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(hashtextextended(${`weeks ${projectId}`}, 0))`
}

/** Waits for pages of weeks that are being made, which may quote what this transaction removes, and lets others wait for it. */
export async function lockWeeksExclusive(tx: Tx, projectId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`weeks ${projectId}`}, 0))`
}

/**
 * Locks the executions of these runs, then their summaries, each in key order. Ingestion locks in the same order, so the two
 * cannot deadlock. Unknown ids are skipped.
 */
export async function lockRuns(tx: Tx, projectId: string, runIds: readonly string[], now: Date): Promise<LockedRuns> {
  if (runIds.length === 0) return { runs: [], executions: new Map() }
  const named = await tx.runSummary.findMany({
    where: { projectId, id: { in: [...runIds] }, execution: { not: null } },
    select: { chainId: true, versionId: true, execution: true },
  })
  const executions = await lockExecutions(
    tx,
    projectId,
    named.map((row) => ({ ...row, key: row.execution ?? '' })),
    now,
  )
  await lockSummaries(tx, projectId, runIds)
  const rows = await tx.runSummary.findMany({ where: { projectId, id: { in: [...runIds] } } })
  return {
    runs: rows.map((row) => ({ ...row, profile: profile.parse(row.profile), decision: decision.parse(row.decision) })),
    executions,
  }
}

/** Locks the summaries of these runs in id order, the common locking order; unknown ids are skipped. */
export async function lockSummaries(tx: Tx, projectId: string, runIds: readonly string[]): Promise<string[]> {
  const lock = () => tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM run_summary WHERE project_id = ${projectId}::uuid AND id = ANY(${runIds}::uuid[]) ORDER BY id FOR UPDATE`
  const held = await lock()
  // A trace that grew concurrently replaces its run's row: a transaction that waited for the old row has not locked the new
  // one.
  const rows = held.length < new Set(runIds).size ? await lock() : held
  return rows.map(({ id }) => id)
}

/** Locks a run that is written about, so that nothing is left of it when it is being deleted. @throws not_found if it is gone */
export async function lockRun(tx: Tx, projectId: string, runId: string): Promise<void> {
  if ((await lockSummaries(tx, projectId, [runId])).length === 0) throw notFound('run')
}

/** Returns the locked execution of a run; undefined if it is no attempt of one. */
export function executionOf(locked: LockedRuns, run: LockedRun): ExecutionState | undefined {
  return run.execution === null
    ? undefined
    : locked.executions.get(executionId({ chainId: run.chainId, key: run.execution }))
}
