import { tokenCounts } from '@/lib/contracts/run-input'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { columnOf, insertRows, type Row } from '@/lib/db/rows'
import { measureUnits, type UnitNode } from '@/lib/engine/scoring/measure-node-groups'
import { RUNNING } from '@/lib/engine/scoring/scored-run'
import { sortedByKey, startOf } from './runs'

/** The nodes of one run, to be added to the counts or, with `times` = -1, subtracted. */
export type UnitsOfRun = {
  chainId: string
  versionId: string
  occurredAt: Date
  kind: string
  status: string
  nodes: readonly UnitNode[]
  times: 1 | -1
}

/** The sums of a unit without runs. */
export const NO_UNIT_SUMS = { scored: 0, failed: 0, withOutput: 0, withTokens: 0, scoreSum: 0, scoreSquares: 0 }
export type UnitSums = typeof NO_UNIT_SUMS
const UNIT_SUMS = Object.keys(NO_UNIT_SUMS) as (keyof UnitSums)[]

const unitAdditions = UNIT_SUMS.map((sum) => columnOf('rollupUnit', sum)).map(
  (column) => `${column} = rollup_unit.${column} + EXCLUDED.${column}`,
)
const ADD_TO_UNITS = `ON CONFLICT (project_id, hour, chain_id, version_id, unit) DO UPDATE SET ${unitAdditions.join(', ')}`

/**
 * Returns the statement that adds the nodes of ended live runs to their hours (UTC), keys in order so that concurrent batches cannot
 * deadlock.
 */
export function addUnits(projectId: string, runs: readonly UnitsOfRun[]): Prisma.Sql {
  const rows = new Map<string, Row<'rollupUnit'>>()
  for (const { chainId, versionId, occurredAt, kind, status, nodes, times } of runs) {
    if (kind !== 'live' || status === RUNNING || nodes.length === 0) continue
    const hour = startOf('hour', occurredAt)
    for (const { unit, score, isFailed, hasOutput, hasTokens } of measureUnits(nodes)) {
      const key = `${hour} ${chainId} ${versionId} ${unit}`
      const row = rows.get(key) ?? { projectId, hour, chainId, versionId, unit, ...NO_UNIT_SUMS }
      row.scored += times
      if (isFailed) row.failed += times
      if (hasOutput) row.withOutput += times
      if (hasTokens) row.withTokens += times
      row.scoreSum += times * score
      row.scoreSquares += times * score ** 2
      rows.set(key, row)
    }
  }
  return insertRows('rollupUnit', sortedByKey(rows), ADD_TO_UNITS)
}

type EndedRun = { id: string; chainId: string; versionId: string; occurredAt: Date; kind: string; status: string }

/** Subtracts the stored nodes of these runs from their hours. */
export async function decrementUnitRollups(tx: Tx, projectId: string, runs: readonly EndedRun[]): Promise<void> {
  if (runs.length === 0) return
  const stored = await tx.nodeRun.findMany({
    where: { projectId, runId: { in: runs.map(({ id }) => id) } },
    select: {
      runId: true,
      nodeId: true,
      name: true,
      status: true,
      type: true,
      dependencies: true,
      output: true,
      tokens: true,
    },
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
  const statement = addUnits(projectId, changes)
  if (statement !== Prisma.empty) await tx.$executeRaw(statement)
}
