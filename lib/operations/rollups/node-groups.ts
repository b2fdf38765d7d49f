import { tokenCounts } from '@/lib/contracts/run-input'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { type Columns, recordset } from '@/lib/db/rows'
import { measureUnits, type UnitNode } from '@/lib/engine/scoring/measure-node-groups'
import { startOf } from './runs'

/** Nodes of one run, to be counted or, with `times` = -1, taken out again. */
export type UnitsOfRun = {
  chainId: string
  versionId: string
  occurredAt: Date
  kind: string
  nodes: readonly UnitNode[]
  times: 1 | -1
}

const SUMS = ['scored', 'failed', 'with_output', 'with_tokens', 'score_sum', 'score_squares'] as const
type Sums = Record<(typeof SUMS)[number], number>

const COLUMNS: Columns = {
  project_id: 'uuid',
  hour: 'timestamptz',
  chain_id: 'uuid',
  version_id: 'uuid',
  unit: 'text',
  ...Object.fromEntries(SUMS.map((name) => [name, name.startsWith('score_') ? 'float8' : 'int'])),
}
const names = Prisma.raw(Object.keys(COLUMNS).join(', '))
const additions = Prisma.raw(SUMS.map((name) => `${name} = r.${name} + EXCLUDED.${name}`).join(', '))

/** Adds the nodes of live runs to their hours (UTC), keys in order so that concurrent batches cannot deadlock. */
export async function applyUnits(tx: Tx, projectId: string, runs: readonly UnitsOfRun[]): Promise<void> {
  const rows = new Map<string, Sums>()
  for (const { chainId, versionId, occurredAt, kind, nodes, times } of runs) {
    if (kind !== 'live' || nodes.length === 0) continue
    const hour = startOf('hour', occurredAt)
    for (const { unit, score, isFailed, hasOutput, hasTokens } of measureUnits(nodes)) {
      const key = `${hour} ${chainId} ${versionId} ${unit}`
      const row = rows.get(key) ?? {
        project_id: projectId,
        hour,
        chain_id: chainId,
        version_id: versionId,
        unit,
        ...NOTHING,
      }
      row.scored += times
      if (isFailed) row.failed += times
      if (hasOutput) row.with_output += times
      if (hasTokens) row.with_tokens += times
      row.score_sum += times * score
      row.score_squares += times * score ** 2
      rows.set(key, row)
    }
  }
  if (rows.size === 0) return
  const ordered = [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  await tx.$executeRaw`
    INSERT INTO rollup_unit AS r (${names}) SELECT ${names} FROM ${recordset(COLUMNS, ordered)}
    ON CONFLICT (project_id, hour, chain_id, version_id, unit) DO UPDATE SET ${additions}`
}

const NOTHING: Sums = { scored: 0, failed: 0, with_output: 0, with_tokens: 0, score_sum: 0, score_squares: 0 }

type CountedRun = { id: string; chainId: string; versionId: string; occurredAt: Date; kind: string }

/** Takes the stored nodes of these runs out of their hours again. */
export async function decrementUnitRollups(tx: Tx, projectId: string, runs: readonly CountedRun[]): Promise<void> {
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
