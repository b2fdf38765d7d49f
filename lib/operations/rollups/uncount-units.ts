import { tokenCounts } from '@/lib/contracts/run-input'
import type { Tx } from '@/lib/db/client'
import { applyUnits } from './apply-units'

type CountedRun = { id: string; chainId: string; versionId: string; occurredAt: Date; kind: string }

/** Takes the stored nodes of these runs out of their hours again. */
export async function uncountUnits(tx: Tx, projectId: string, runs: readonly CountedRun[]): Promise<void> {
  if (runs.length === 0) return
  const stored = await tx.nodeRun.findMany({
    where: { projectId, runId: { in: runs.map(({ id }) => id) } },
    select: { runId: true, nodeId: true, name: true, status: true, dependencies: true, output: true, tokens: true },
  })
  const byRun = Map.groupBy(stored, ({ runId }) => runId)
  const changes = runs.map(({ id, ...run }) => ({
    ...run,
    nodes: (byRun.get(id) ?? []).map(({ nodeId, tokens, ...node }) => ({
      ...node,
      id: nodeId,
      tokens: tokenCounts.nullable().parse(tokens),
    })),
    times: -1 as const,
  }))
  await applyUnits(tx, projectId, changes)
}
