import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { jsonRecordset } from '@/lib/db/rows'
import { decrementFailureRollups, lockFailureCounts } from '../rollups/failures'
import { applyRollups } from '../rollups/runs'
import { decrementUnitRollups } from '../rollups/units'
import { type ExecutionState, executionId } from './executions'
import { executionOf, type LockedRun, type LockedRuns } from './lock'
import { toCounted } from './recompute'

/**
 * Subtracts stored runs from every rollup, in the order in which ingestion adds to them. The caller must have locked them, and their rows must
 * still exist.
 */
export async function takeOutOfCounts(tx: Tx, projectId: string, runs: readonly LockedRun[]): Promise<void> {
  if (runs.length === 0) return
  await lockFailureCounts(tx, projectId)
  await decrementFailureRollups(
    tx,
    projectId,
    runs.flatMap(({ id, failureClass }) => (failureClass === null ? [] : [id])),
  )
  await applyRollups(
    tx,
    projectId,
    runs.map((run) => ({
      chainId: run.chainId,
      versionId: run.versionId,
      occurredAt: run.occurredAt,
      run: toCounted(run),
      times: -1 as const,
    })),
  )
  await decrementUnitRollups(tx, projectId, runs)
}

/** Removes runs from their executions and deletes executions left empty. Returns the remaining attempts, which must be recomputed. */
export async function leaveExecutions(
  tx: Tx,
  projectId: string,
  locked: LockedRuns,
  gone: readonly LockedRun[],
): Promise<string[]> {
  const left = new Map<string, ExecutionState>()
  for (const run of gone) {
    const state = executionOf(locked, run)
    if (!state) continue
    const { scores } = left.get(executionId(state)) ?? state
    left.set(executionId(state), { ...state, scores: scores.filter((entry) => entry.runId !== run.id) })
  }
  const states = [...left.values()]
  const isSame = Prisma.sql`e.project_id = ${projectId}::uuid AND e.chain_id = x.chain_id AND e.key = x.key`
  const ended = states.filter(({ scores }) => scores.length === 0)
  if (ended.length > 0)
    await tx.$executeRaw`DELETE FROM execution e USING ${jsonRecordset('execution', ['chainId', 'key'], ended)} WHERE ${isSame}`
  const staying = states.filter(({ scores }) => scores.length > 0)
  if (staying.length > 0)
    await tx.$executeRaw`
      UPDATE execution e SET scores = x.scores FROM ${jsonRecordset('execution', ['chainId', 'key', 'scores'], staying)} WHERE ${isSame}`
  return [...left.values()].flatMap(({ scores }) => scores.map((entry) => entry.runId))
}
