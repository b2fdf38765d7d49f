import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { type Columns, recordset } from '@/lib/db/rows'
import {
  addToRollup,
  type CountedRun,
  emptyRollup,
  HISTOGRAM_BINS,
  ROLLUP_COUNTS,
  type Rollup,
} from '@/lib/engine/scoring/rollup'

export type RollupChange = { chainId: string; versionId: string; occurredAt: Date; run: CountedRun; times: 1 | -1 }

const COUNT_COLUMNS: Columns = {
  chain_id: 'uuid',
  version_id: 'uuid',
  histogram: 'int[]',
  ...Object.fromEntries(
    ROLLUP_COUNTS.map((count) => [count, /sum|squares|cost|tokens/.test(count) ? 'float8' : 'int']),
  ),
}

const bins = Array.from(
  { length: HISTOGRAM_BINS },
  (_, bin) => `r.histogram[${bin + 1}] + EXCLUDED.histogram[${bin + 1}]`,
)
const additions = Prisma.raw(
  [
    ...ROLLUP_COUNTS.map((count) => `${count} = r.${count} + EXCLUDED.${count}`),
    `histogram = ARRAY[${bins.join(', ')}]`,
  ].join(', '),
)

/** Adds runs to their hours and days (UTC), keys in order so that concurrent batches cannot deadlock. */
export async function applyRollups(tx: Tx, projectId: string, changes: readonly RollupChange[]): Promise<void> {
  if (changes.length === 0) return
  await addTo(tx, projectId, 'hour', changes)
  await addTo(tx, projectId, 'day', changes)
}

type Row = Rollup & Record<'project_id' | 'chain_id' | 'version_id', string> & Partial<Record<Grain, string>>

async function addTo(tx: Tx, projectId: string, grain: Grain, changes: readonly RollupChange[]): Promise<void> {
  const rows = new Map<string, Row>()
  for (const { chainId, versionId, occurredAt, run, times } of changes) {
    const start = startOf(grain, occurredAt)
    const key = `${start} ${chainId} ${versionId}`
    const row = rows.get(key) ?? {
      project_id: projectId,
      [grain]: start,
      chain_id: chainId,
      version_id: versionId,
      ...emptyRollup(),
    }
    addToRollup(row, run, times)
    rows.set(key, row)
  }
  const ordered = [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  const columns: Columns = { project_id: 'uuid', [grain]: 'timestamptz', ...COUNT_COLUMNS }
  const names = Prisma.raw(Object.keys(columns).join(', '))
  await tx.$executeRaw`
    INSERT INTO ${Prisma.raw(`rollup_${grain}`)} AS r (${names}) SELECT ${names} FROM ${recordset(columns, ordered)}
    ON CONFLICT (project_id, ${Prisma.raw(grain)}, chain_id, version_id) DO UPDATE SET ${additions}`
}

/** How wide the stretches are that runs are counted in: hours for what is exact to the hour, days so that long periods read little. */
export type Grain = 'hour' | 'day'
export const grains: readonly Grain[] = ['hour', 'day']

/** The beginning of the hour or day a time falls in, in UTC. */
export function startOf(grain: Grain, time: Date): string {
  const text = time.toISOString()
  return grain === 'hour' ? `${text.slice(0, 13)}:00:00.000Z` : `${text.slice(0, 10)}T00:00:00.000Z`
}
