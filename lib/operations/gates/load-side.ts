import type { Db, Tx } from '@/lib/db/client'
import { type Sample, sampleOfSums } from '@/lib/engine/stats/sample'
import type { VersionRow } from '../chains/load-chain-rows'

/** Dots drawn on each side; means and counts are of all live runs. */
export const MAX_DOTS = 200

export type DotRow = {
  runId: string
  score: number | null
  scenario: string | null
  blocked: boolean
  occurredAt: Date
  factors: Record<string, number | null>
  profile: string
}

type Counts = { live: number; unscored: number; dryRuns: number }

/** One version's live runs: `sample` of all that have a score, `dots` the latest ones, `unscored` how many have none. */
export type Side = Counts & { version: string; sample: Sample | null; dots: DotRow[] }

export async function loadSide(
  db: Db | Tx,
  projectId: string,
  version: Pick<VersionRow, 'id' | 'version' | 'runs' | 'liveRuns' | 'scored' | 'sum' | 'squares'>,
): Promise<Side> {
  const dots = await db.$queryRaw<DotRow[]>`
    SELECT id AS "runId", quality AS score, scenario, blocked, occurred_at AS "occurredAt", factors, profile
    FROM run_summary
    WHERE project_id = ${projectId}::uuid AND version_id = ${version.id}::uuid AND kind = 'live'
    ORDER BY occurred_at DESC, id DESC
    LIMIT ${MAX_DOTS}`
  return {
    version: version.version,
    sample: sampleOfSums(version.scored, version.sum, version.squares),
    live: version.liveRuns,
    unscored: version.liveRuns - version.scored,
    dryRuns: version.runs - version.liveRuns,
    dots,
  }
}

type Totals = { scored: number; sum: number; squares: number }

/** Count, mean and spread of a version's live runs, from the rollups; null where none has a score. */
export async function loadSample(db: Db | Tx, projectId: string, versionId: string): Promise<Sample | null> {
  const [row] = await db.$queryRaw<Totals[]>`
    SELECT coalesce(sum(live_scored), 0)::int AS scored, coalesce(sum(live_quality_sum), 0) AS sum,
      coalesce(sum(live_squares), 0) AS squares
    FROM rollup_day
    WHERE project_id = ${projectId}::uuid AND version_id = ${versionId}::uuid`
  return row ? sampleOfSums(row.scored, row.sum, row.squares) : null
}
