import type { Db, Tx } from '@/lib/db/client'
import { type Sample, sampleOfSums } from '@/lib/engine/stats/sample'

/** Dots drawn on each side; means and counts are of all live runs. */
export const MAX_DOTS = 200

export type DotRow = {
  runId: string
  score: number | null
  scenario: string | null
  blocked: boolean
  occurredAt: Date
  factors: Record<string, number | null>
}

/** One version's live runs: `sample` of all that have a score, `dots` the latest ones, `unscored` how many have none. */
export type Side = { version: string; sample: Sample | null; live: number; unscored: number; dots: DotRow[] }

export async function loadSide(
  db: Db | Tx,
  projectId: string,
  version: { id: string; version: string },
): Promise<Side> {
  const sample = await loadSample(db, projectId, version.id)
  const dots = await db.$queryRaw<DotRow[]>`
    SELECT id AS "runId", quality AS score, scenario, blocked, occurred_at AS "occurredAt", factors
    FROM run_summary
    WHERE project_id = ${projectId}::uuid AND version_id = ${version.id}::uuid AND kind = 'live'
    ORDER BY occurred_at DESC, id DESC
    LIMIT ${MAX_DOTS}`
  return { version: version.version, ...sample, dots }
}

type Totals = { live: number; scored: number; sum: number; squares: number }

/** Count, mean and spread of a version's live runs, from the rollups. */
export async function loadSample(
  db: Db | Tx,
  projectId: string,
  versionId: string,
): Promise<Pick<Side, 'sample' | 'live' | 'unscored'>> {
  const [row] = await db.$queryRaw<Totals[]>`
    SELECT coalesce(sum(runs - dry_runs), 0)::int AS live, coalesce(sum(live_scored), 0)::int AS scored,
      coalesce(sum(live_quality_sum), 0) AS sum, coalesce(sum(live_squares), 0) AS squares
    FROM rollup_day
    WHERE project_id = ${projectId}::uuid AND version_id = ${versionId}::uuid`
  if (!row) return { sample: null, live: 0, unscored: 0 }
  return { sample: sampleOfSums(row.scored, row.sum, row.squares), live: row.live, unscored: row.live - row.scored }
}
