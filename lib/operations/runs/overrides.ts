import type { Db, Tx } from '@/lib/db/client'

/** An override: a check of a run that was let through although it failed. */
export type Override = { nodeId: string | null; by: string; at: string }

/** Number of overrides returned for one run. */
const SHOWN = 50

/** Returns those of these client ids whose run has an override. */
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

/** Lists the overrides of one run, oldest first. */
export async function listOverrides(db: Db | Tx, projectId: string, runKey: string): Promise<Override[]> {
  const rows = await db.runCheck.findMany({
    where: { projectId, runKey, isOverride: true },
    orderBy: [{ recordedAt: 'asc' }, { id: 'asc' }],
    select: { nodeId: true, by: true, recordedAt: true },
    take: SHOWN,
  })
  return rows.map(({ nodeId, by, recordedAt }) => ({ nodeId, by, at: recordedAt.toISOString() }))
}
