import type { Db, Tx } from '@/lib/db/client'

/** A verification of a run that was let through unmet: by whom, and when. */
export type Override = { nodeId: string | null; by: string; at: string }

/** What is told of a run's overrides to whoever asks about it. */
const SHOWN = 50

/** Of these runs, by the client's ids, those with a verification that was let through unmet. */
export async function findOverriddenKeys(
  tx: Tx,
  projectId: string,
  runKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (runKeys.length === 0) return new Set()
  const rows = await tx.$queryRaw<{ runKey: string }[]>`
    SELECT DISTINCT run_key AS "runKey" FROM run_check
    WHERE project_id = ${projectId}::uuid AND run_key = ANY(${runKeys}::text[]) AND is_override`
  return new Set(rows.map((row) => row.runKey))
}

/** The overrides of one run, oldest first. */
export async function listOverrides(db: Db | Tx, projectId: string, runKey: string): Promise<Override[]> {
  const rows = await db.runCheck.findMany({
    where: { projectId, runKey, isOverride: true },
    orderBy: [{ recordedAt: 'asc' }, { id: 'asc' }],
    select: { nodeId: true, by: true, recordedAt: true },
    take: SHOWN,
  })
  return rows.map(({ nodeId, by, recordedAt }) => ({ nodeId, by, at: recordedAt.toISOString() }))
}

/**
 * Keeps overrides from being recorded until this transaction ends. A run and its override may come at the same instant:
 * one of the two then sees the other.
 */
export async function lockOverridesShared(tx: Tx, projectId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(hashtextextended(${`overrides ${projectId}`}, 0))`
}

/** Waits for the runs that are being taken in, and keeps others out until this transaction ends. */
export async function lockOverridesExclusive(tx: Tx, projectId: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`overrides ${projectId}`}, 0))`
}
