import { decision, profile } from '@/lib/contracts/primitives'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma, type RunSummary } from '@/lib/db/generated/client'
import { fieldsOf, selectList } from '@/lib/db/rows'
import { AppError, notFound } from '../errors'
import { hashInSql } from '../payloads/value'
import { type ExecutionKey, type ExecutionState, executionId, lockExecutions, lockKnownExecutions } from './executions'

export type LockedRun = Omit<RunSummary, 'profile' | 'decision'> & {
  profile: ReturnType<typeof profile.parse>
  decision: ReturnType<typeof decision.parse>
}
export type LockedRuns = { runs: LockedRun[]; executions: Map<string, ExecutionState> }

const SUMMARY = selectList('s', 'runSummary', fieldsOf('runSummary'))

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
 * @param joined executions that some of these runs, or others of the transaction, will be in
 */
export async function lockRuns(
  tx: Tx,
  projectId: string,
  runIds: readonly string[],
  now: Date,
  joined: readonly ExecutionKey[] = [],
): Promise<LockedRuns> {
  const executions = await lockExecutions(
    tx,
    projectId,
    [...(await findExecutionsOf(tx, projectId, runIds)), ...joined],
    now,
  )
  if (runIds.length === 0) return { runs: [], executions }
  const rows = await lockRows<RunSummary>(tx, projectId, runIds, SUMMARY)
  return {
    runs: rows.map((row) => ({ ...row, profile: profile.parse(row.profile), decision: decision.parse(row.decision) })),
    executions,
  }
}

async function findExecutionsOf(tx: Tx, projectId: string, runIds: readonly string[]): Promise<ExecutionKey[]> {
  if (runIds.length === 0) return []
  const named = await tx.runSummary.findMany({
    where: { projectId, id: { in: [...runIds] }, execution: { not: null } },
    select: { chainId: true, versionId: true, execution: true },
  })
  return named.map((row) => ({ ...row, key: row.execution ?? '' }))
}

/** Locks runs as {@link lockRuns} does, where only their ids are needed; unknown ids are skipped. */
export async function lockSummaries(tx: Tx, projectId: string, runIds: readonly string[]): Promise<string[]> {
  await lockKnownExecutions(tx, projectId, await findExecutionsOf(tx, projectId, runIds))
  const rows = await lockRows<{ id: string }>(tx, projectId, runIds, Prisma.sql`s.id`)
  return rows.map(({ id }) => id)
}

/** Locks summaries `s` in id order and returns these columns of them as they are then. */
async function lockRows<R>(tx: Tx, projectId: string, runIds: readonly string[], columns: Prisma.Sql): Promise<R[]> {
  const lock = () => tx.$queryRaw<R[]>`
    SELECT ${columns} FROM run_summary s WHERE s.project_id = ${projectId}::uuid AND s.id = ANY(${runIds}::uuid[]) ORDER BY s.id FOR UPDATE`
  const size = new Set(runIds).size
  if (size > 1) await tx.$executeRaw`SAVEPOINT locking`
  const held = await lock()
  if (held.length === size) return held
  // A trace that grew concurrently replaces its run's row: a transaction that waited for the old row has not locked the new one. The others
  // are let go first, so that all are locked in order.
  if (size > 1) await tx.$executeRaw`ROLLBACK TO SAVEPOINT locking`
  return lock()
}

/**
 * Locks a run that is written about, so that nothing is left of it when it is being deleted. Whoever holds it may wait neither for an
 * execution nor for counts. @throws not_found if it is gone
 */
export async function lockRun(tx: Tx, projectId: string, runId: string): Promise<void> {
  const held = await lockRows(tx, projectId, [runId], Prisma.sql`s.id`)
  if (held.length === 0) throw notFound('run')
}

/**
 * SHA-256, in hex, of what a person reads of one of these runs, read as `x`: what was sent, its metadata, and its end, both of which may come
 * later. It stays the same when signals, scores or verdicts change, and when the output is moved to the payload store.
 */
export function runDigest(projectId: string, runIds: readonly string[]): Prisma.Sql {
  // Named twice, so that only the partitions of these runs are read.
  const ofRun = Prisma.sql`p.run_id = ANY(${[...runIds]}::uuid[]) AND p.run_id = x.id`
  const output = Prisma.sql`coalesce(
    (SELECT p.hash FROM payload p WHERE p.project_id = ${projectId}::uuid AND ${ofRun} AND p.node_id IS NULL
      AND p.field = 'output' AND p.gone_at IS NULL LIMIT 1), ${hashInSql('x.output')})`
  const read = Prisma.sql`
    x.body_hash, x.status, extract(epoch FROM x.ended_at), ${output}, x.error, ${hashInSql('x.metadata')}, x.content_removed_at IS NULL`
  return Prisma.sql`encode(sha256(convert_to(jsonb_build_array(${read})::text, 'UTF8')), 'hex')`
}

/** The digests of runs by their ids. */
export type RunDigests = ReadonlyMap<string, string>

/** Unknown ids are skipped. */
export async function loadRunDigests(db: Db | Tx, projectId: string, runIds: readonly string[]): Promise<RunDigests> {
  if (runIds.length === 0) return new Map()
  const rows = await db.$queryRaw<{ id: string; digest: string }[]>`
    SELECT x.id, ${runDigest(projectId, runIds)} AS digest FROM run x
    WHERE x.project_id = ${projectId}::uuid AND x.id = ANY(${[...runIds]}::uuid[])`
  return new Map(rows.map(({ id, digest }) => [id, digest]))
}

/**
 * Refuses a verdict on locked runs of which one is no longer what the person saw.
 * @throws stale_evidence, not_found
 */
export async function refuseUnseen(tx: Tx, projectId: string, seen: RunDigests): Promise<void> {
  const now = await loadRunDigests(tx, projectId, [...seen.keys()])
  for (const [runId, digest] of seen) {
    if (!now.has(runId)) throw notFound('run')
    if (now.get(runId) !== digest)
      throw new AppError('stale_evidence', 'the run changed after you opened it: read it again')
  }
}

/** Returns the locked execution of a run; undefined if it is no attempt of one. */
export function executionOf(locked: LockedRuns, run: LockedRun): ExecutionState | undefined {
  return run.execution === null
    ? undefined
    : locked.executions.get(executionId({ chainId: run.chainId, key: run.execution }))
}
