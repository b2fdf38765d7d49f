import { DAY_MS } from '@/lib/contracts/durations'
import { tokenCounts } from '@/lib/contracts/run-input'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { batchStatements, columnOf, insertRows, type Row } from '@/lib/db/rows'
import { measureUnits, type UnitNode } from '@/lib/engine/scoring/measure-node-groups'
import {
  addToRollup,
  type CountedRun,
  emptyRollup,
  HISTOGRAM_BINS,
  ROLLUP_COUNTS,
  type Rollup,
} from '@/lib/engine/scoring/rollup'
import { RUNNING } from '@/lib/engine/scoring/scored-run'
import { addToAllChains, holdStates, loadCounted, noteFirstHours } from './all-chains'
import { noteChangedChains } from './changed-chains'

export type RollupChange = { chainId: string; versionId: string; occurredAt: Date; run: CountedRun; times: 1 | -1 }

const bins = Array.from({ length: HISTOGRAM_BINS }, (_, bin) => bin + 1)

/** The assignments that add a row of counts to the existing one. */
const additionsTo = (table: 'rollup_hour' | 'rollup_day') => [
  ...ROLLUP_COUNTS.map((count) => columnOf('rollupHour', count)).map(
    (column) => `${column} = ${table}.${column} + EXCLUDED.${column}`,
  ),
  `histogram = ARRAY[${bins.map((bin) => `${table}.histogram[${bin}] + EXCLUDED.histogram[${bin}]`).join(', ')}]`,
]

const ADD_TO_HOUR = `ON CONFLICT (project_id, hour, chain_id, version_id) DO UPDATE SET ${additionsTo('rollup_hour').join(', ')}`
const ADD_TO_DAY = `ON CONFLICT (project_id, day, chain_id, version_id) DO UPDATE SET ${additionsTo('rollup_day').join(', ')}`

/** Adds runs to their hours and days (UTC), together with other count statements in the same round trip. */
export async function applyRollups(
  tx: Tx,
  projectId: string,
  all: readonly RollupChange[],
  others: readonly Prisma.Sql[] = [],
): Promise<void> {
  // Running runs are not counted.
  const changes = all.filter(({ run }) => run.status !== RUNNING)
  const [hours, days] = [countBy('hour', changes), countBy('day', changes)]
  const versionIds = [...new Set(hours.map(({ versionId }) => versionId))]
  if (versionIds.length > 0) await holdStates(tx, projectId)
  const versions = versionIds.length > 0 ? await loadCounted(tx, projectId, versionIds) : []
  const statement = batchStatements([
    ...others,
    addToAllChains(projectId, 'day', days, versions),
    addToAllChains(projectId, 'hour', hours, versions),
    ...rollupStatements(projectId, hours, days),
  ])
  if (statement !== Prisma.empty) await tx.$executeRaw(statement)
  await noteFirstHours(tx, projectId, hours, versions)
  noteChangedChains(
    tx,
    projectId,
    all.map(({ chainId }) => chainId),
  )
}

/** Keys in order, so that concurrent batches cannot deadlock; so are the tables: PostgreSQL runs the last of these statements first. */
function rollupStatements(projectId: string, hours: readonly Counted[], days: readonly Counted[]): Prisma.Sql[] {
  const [hourRows, dayRows] = [
    hours.map(({ start, ...row }) => ({ projectId, hour: start, ...row })),
    days.map(({ start, ...row }) => ({ projectId, day: start, ...row })),
  ]
  return [insertRows('rollupDay', dayRows, ADD_TO_DAY), insertRows('rollupHour', hourRows, ADD_TO_HOUR)]
}

type Counted = Rollup & { start: string; chainId: string; versionId: string }

function countBy(grain: Grain, changes: readonly RollupChange[]): Counted[] {
  const rows = new Map<string, Counted>()
  for (const { chainId, versionId, occurredAt, run, times } of changes) {
    const start = startOf(grain, occurredAt)
    const key = `${start} ${chainId} ${versionId}`
    const row = rows.get(key) ?? { start, chainId, versionId, ...emptyRollup() }
    addToRollup(row, run, times)
    rows.set(key, row)
  }
  return sortedByKey(rows)
}

/** Returns the rows in key order, in which every writer locks them. */
export function sortedByKey<T>(rows: ReadonlyMap<string, T>): T[] {
  return [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

/** The width of rollup rows: hours for precision to the hour, days so that long periods read few rows. */
export type Grain = 'hour' | 'day'
export const grains: readonly Grain[] = ['hour', 'day']

/** Returns the start of the UTC hour or day of a time. */
export function startOf(grain: Grain, time: Date): string {
  const text = time.toISOString()
  return grain === 'hour' ? `${text.slice(0, 13)}:00:00.000Z` : `${text.slice(0, 10)}T00:00:00.000Z`
}

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

/**
 * Counts the stored runs, of one version or all, from the rollups. Retention leaves the counts, so for the day that it has reached and for
 * late arrivals before it, the runs themselves are counted. So are running ones, which the rollups exclude.
 */
export async function countStored(db: Db | Tx, projectId: string, versionId?: string): Promise<number> {
  const policy = await db.dataPolicy.findUnique({ where: { projectId }, select: { runsFrom: true } })
  const whole = policy?.runsFrom ? new Date(Date.parse(startOf('day', policy.runsFrom)) + DAY_MS) : null
  const own = versionId
    ? Prisma.sql`project_id = ${projectId}::uuid AND version_id = ${versionId}::uuid`
    : Prisma.sql`project_id = ${projectId}::uuid`
  const ofVersion = versionId ? Prisma.sql`AND s.version_id = ${versionId}::uuid` : Prisma.empty
  const [row] = await db.$queryRaw<{ counted: number | null; left: number; running: number }[]>`
    SELECT (SELECT sum(runs)::float8 FROM ${versionId ? Prisma.sql`rollup_day` : Prisma.sql`rollup_project_day`} WHERE ${own} AND (${whole}::timestamptz IS NULL OR day >= ${whole}::timestamptz)) AS counted,
      (SELECT count(*)::int FROM run_summary WHERE ${own} AND occurred_at < ${whole}::timestamptz AND status <> 'running') AS left,
      (SELECT count(*)::int FROM unfinished_run u JOIN run_summary s ON s.project_id = ${projectId}::uuid AND s.id = u.run_id
       WHERE u.project_id = ${projectId}::uuid AND s.status = 'running' ${ofVersion}) AS running`
  return (row?.counted ?? 0) + (row?.left ?? 0) + (row?.running ?? 0)
}
