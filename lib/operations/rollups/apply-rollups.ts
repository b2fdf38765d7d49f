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

const COLUMNS: Columns = {
  project_id: 'uuid',
  hour: 'timestamptz',
  chain_id: 'uuid',
  version_id: 'uuid',
  histogram: 'int[]',
  ...Object.fromEntries(
    ROLLUP_COUNTS.map((count) => [count, /sum|squares|cost|tokens/.test(count) ? 'float8' : 'int']),
  ),
}

const names = Prisma.raw(Object.keys(COLUMNS).join(', '))
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

/** Adds runs to their hours (UTC) in one statement, keys in order so that concurrent batches cannot deadlock. */
export async function applyRollups(tx: Tx, projectId: string, changes: readonly RollupChange[]): Promise<void> {
  const rows = new Map<string, Rollup & { project_id: string; hour: string; chain_id: string; version_id: string }>()
  for (const { chainId, versionId, occurredAt, run, times } of changes) {
    const hour = startOfHour(occurredAt)
    const key = `${hour} ${chainId} ${versionId}`
    const row = rows.get(key) ?? {
      project_id: projectId,
      hour,
      chain_id: chainId,
      version_id: versionId,
      ...emptyRollup(),
    }
    addToRollup(row, run, times)
    rows.set(key, row)
  }
  if (rows.size === 0) return
  const ordered = [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  await tx.$executeRaw`
    INSERT INTO rollup_hour AS r (${names}) SELECT ${names} FROM ${recordset(COLUMNS, ordered)}
    ON CONFLICT (project_id, hour, chain_id, version_id) DO UPDATE SET ${additions}`
}

/** The hour a time falls in, in UTC. */
export function startOfHour(time: Date): string {
  return `${time.toISOString().slice(0, 13)}:00:00.000Z`
}
