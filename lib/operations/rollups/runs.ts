import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { batchStatements, columnOf, insertRows } from '@/lib/db/rows'
import {
  addToRollup,
  type CountedRun,
  emptyRollup,
  HISTOGRAM_BINS,
  ROLLUP_COUNTS,
  type Rollup,
} from '@/lib/engine/scoring/rollup'
import { RUNNING } from '@/lib/engine/scoring/scored-run'

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
  const statement = batchStatements([...others, ...rollupStatements(projectId, all)])
  if (statement !== Prisma.empty) await tx.$executeRaw(statement)
}

/** Keys in order, so that concurrent batches cannot deadlock; so are the tables: PostgreSQL runs the last of these statements first. */
function rollupStatements(projectId: string, all: readonly RollupChange[]): Prisma.Sql[] {
  // Running runs are not counted.
  const changes = all.filter(({ run }) => run.status !== RUNNING)
  const hours = countBy('hour', changes).map(({ start, ...row }) => ({ projectId, hour: start, ...row }))
  const days = countBy('day', changes).map(({ start, ...row }) => ({ projectId, day: start, ...row }))
  return [insertRows('rollupDay', days, ADD_TO_DAY), insertRows('rollupHour', hours, ADD_TO_HOUR)]
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
  return inOrder(rows)
}

/** Returns the rows in key order, in which every writer locks them. */
export function inOrder<T>(rows: ReadonlyMap<string, T>): T[] {
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
