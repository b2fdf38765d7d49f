import { isDecidedByPerson } from '@/lib/contracts/evaluators'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import type { LockedRun } from './lock'

/**
 * Removes the predictions of these locked runs, whose facts have changed, so that they are predicted again. Those that a verdict or an
 * attribution has followed stay: they show how well the model predicted it.
 */
export async function removePredictions(
  tx: Tx,
  projectId: string,
  runs: readonly Pick<LockedRun, 'id' | 'humanOrigin'>[],
  kind?: 'confidence' | 'forecast',
): Promise<void> {
  const ids = runs.filter(({ humanOrigin }) => !isDecidedByPerson(humanOrigin)).map(({ id }) => id)
  if (ids.length === 0) return
  await tx.$executeRaw`
    DELETE FROM prediction p WHERE p.project_id = ${projectId}::uuid AND p.run_id = ANY(${ids}::uuid[])
      ${kind === undefined ? Prisma.empty : Prisma.sql`AND p.kind = ${kind}`}
      AND NOT ${isAttributed(projectId, Prisma.sql`p.run_id`)}`
}

/** Condition: a person's statement of the cause of a run is in force, neither replaced by that person nor withdrawn. */
export const isAttributed = (projectId: string, runId: Prisma.Sql) => Prisma.sql`EXISTS (
  SELECT 1 FROM attribution a WHERE a.project_id = ${projectId}::uuid AND a.run_id = ${runId} AND NOT a.is_taken_back
    AND NOT EXISTS (
      SELECT 1 FROM attribution w WHERE w.project_id = ${projectId}::uuid AND w.run_id = a.run_id AND (w.withdraws = a.id
        OR w.user_id = a.user_id AND NOT w.is_taken_back AND (w.recorded_at, w.id) > (a.recorded_at, a.id))))`
