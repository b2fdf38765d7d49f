import { comparedMost } from '@/lib/contracts/limits'
import { profile } from '@/lib/contracts/primitives'
import type { Db, Tx } from '@/lib/db/client'
import type { MeasuredCounts } from '@/lib/engine/regression/measured-factors'
import { type Sample, sampleOfSums } from '@/lib/engine/stats/descriptive'
import { uncapital } from '@/lib/presentation/format/text'
import { profileLabels } from '@/lib/presentation/labels/verdicts'
import type { VersionRow } from './rows'

/** Maximum dots drawn for each side; means and counts cover all live runs. */
export const MAX_DOTS = comparedMost.factors

export type DotRow = {
  runId: string
  score: number | null
  scenario: string | null
  blocked: boolean
  occurredAt: Date
  factors: Record<string, number | null>
  profile: string
}

/** Names the profiles that scored these runs, as people know them. */
export function profilesOf(dots: readonly DotRow[]): string[] {
  const scored = dots.filter(({ score }) => score !== null)
  return [...new Set(scored.map((dot) => uncapital(profileLabels[profile.parse(dot.profile)])))]
}

type Counts = { live: number; unscored: number; dryRuns: number }

/** One version's live runs: `sample` of all scored ones, `dots` of the latest, `unscored` how many have no score. */
export type Side = Counts & { version: string; sample: Sample | null; dots: DotRow[] }

/** Loads one side of a comparison: count, mean and spread from the version's sums, and its latest live runs, newest first. */
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

type Totals = Omit<MeasuredCounts, 'version'> & { versionId: string; sum: number; squares: number }

export type CountedSample = Sample & Omit<MeasuredCounts, 'version'>

/** Count, mean and spread of live runs by version id, from the rollups; a version without scores has none. */
export async function loadSamples(
  db: Db | Tx,
  projectId: string,
  versionIds: readonly string[],
): Promise<Map<string, CountedSample>> {
  if (versionIds.length === 0) return new Map()
  const rows = await db.$queryRaw<Totals[]>`
    SELECT version_id AS "versionId", sum(live_scored)::int AS scored, sum(live_quality_sum) AS sum, sum(live_squares) AS squares,
      sum(live_traced)::int AS traced, sum(live_completeness)::int AS completeness, sum(live_efficiency)::int AS efficiency
    FROM rollup_day
    WHERE project_id = ${projectId}::uuid AND version_id = ANY(${versionIds}::uuid[])
    GROUP BY 1`
  return new Map(
    rows.flatMap(({ versionId, sum, squares, ...counts }) => {
      const sample = sampleOfSums(counts.scored, sum, squares)
      return sample ? [[versionId, { ...sample, ...counts }] as const] : []
    }),
  )
}
