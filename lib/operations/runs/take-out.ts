import type { Tx } from '@/lib/db/client'
import { decrementFailureRollups } from '../rollups/failures'
import { decrementUnitRollups } from '../rollups/node-groups'
import { applyRollups } from '../rollups/runs'
import { type ExecutionState, executionId } from './executions'
import { executionOf, type LockedRun, type LockedRuns } from './lock'
import { toCounted } from './recompute'

/** Takes stored runs, which the caller has locked, out of every count; their rows have to be there still. */
export async function takeOutOfCounts(tx: Tx, projectId: string, runs: readonly LockedRun[]): Promise<void> {
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
  await decrementFailureRollups(
    tx,
    projectId,
    runs.map(({ id }) => id),
  )
  await decrementUnitRollups(tx, projectId, runs)
}

/** Takes runs out of their executions; one without an attempt left is gone. Returns the attempts that stay, to be derived anew. */
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
  for (const { chainId, key, scores } of left.values()) {
    const where = { projectId_chainId_key: { projectId, chainId, key } }
    if (scores.length === 0) await tx.execution.delete({ where })
    else await tx.execution.update({ where, data: { scores } })
  }
  return [...left.values()].flatMap(({ scores }) => scores.map((entry) => entry.runId))
}
