import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { columnList, columnOf } from '@/lib/db/rows'
import { HISTOGRAM_BINS, ROLLUP_COUNTS, type RollupCount } from '@/lib/engine/scoring/rollup'
import { type Grain, grains } from '@/lib/operations/rollups/runs'

const times = (condition: string) => `count(*) FILTER (WHERE ${condition})`
const sum = (value: string, condition = 'true') => `coalesce(sum(${value}) FILTER (WHERE ${condition}), 0)`

/** Condition of a run that was measured enough to be judged. */
const ENOUGH = "stratt IS NOT NULL AND kind = 'live' AND band IS NOT NULL"

/** Each count of a rollup as an aggregate over summaries. */
const AGGREGATES: Record<RollupCount, string> = {
  runs: 'count(*)',
  dryRuns: times("kind = 'dry_run'"),
  failedRuns: times("status = 'failed'"),
  scored: times(ENOUGH),
  qualitySum: sum('stratt', ENOUGH),
  qualitySquares: sum('stratt * stratt', ENOUGH),
  liveScored: times("stratt IS NOT NULL AND kind = 'live'"),
  liveQualitySum: sum('stratt', "kind = 'live'"),
  liveSquares: sum('stratt * stratt', "kind = 'live'"),
  liveTraced: times("stratt IS NOT NULL AND kind = 'live'"),
  liveConformant: times("stratt IS NOT NULL AND kind = 'live' AND conformance >= 0.5"),
  liveConformantSum: sum('stratt', "kind = 'live' AND conformance >= 0.5"),
  liveCompleteness: times("stratt IS NOT NULL AND kind = 'live' AND completeness IS NOT NULL"),
  liveEfficiency: times("stratt IS NOT NULL AND kind = 'live' AND efficiency IS NOT NULL"),
  gradeExcellent: times("grade = 'excellent'"),
  gradeGood: times("grade = 'good'"),
  gradeAcceptable: times("grade = 'acceptable'"),
  gradePoor: times("grade = 'poor'"),
  gradeFailed: times("grade = 'failed'"),
  bandGood: times("band = 'good' AND kind = 'live'"),
  bandReview: times("band = 'review' AND kind = 'live'"),
  bandPoor: times("band = 'poor' AND kind = 'live'"),
  blocked: times('blocked'),
  confidenceCount: times("confidence IS NOT NULL AND kind = 'live'"),
  confidenceSum: sum('confidence', "kind = 'live'"),
  accepted: times("decision = 'accept'"),
  iterating: times("decision = 'iterate'"),
  acceptedBest: times("decision = 'accept_best'"),
  escalated: times("decision = 'escalate'"),
  insufficient: times("decision = 'insufficient_evidence'"),
  humanReviewed: '0',
  flagged: times('flag IS NOT NULL'),
  tokens: sum('tokens'),
  tokenRuns: times('tokens IS NOT NULL'),
  costUsd: sum('cost_usd'),
  costRuns: times('cost_usd IS NOT NULL'),
}

const binOf = `least(${HISTOGRAM_BINS - 1}, floor(stratt * ${HISTOGRAM_BINS} + 1e-9))`
const bins = Array.from({ length: HISTOGRAM_BINS }, (_, bin) => bin)
const names = columnList('rollupHour', ROLLUP_COUNTS)
const aggregates = Prisma.raw(ROLLUP_COUNTS.map((count) => AGGREGATES[count]).join(', '))
const histogram = Prisma.raw(`ARRAY[${bins.map((bin) => times(`${ENOUGH} AND ${binOf} = ${bin}`)).join(', ')}]::int[]`)
const additions = Prisma.raw(
  ROLLUP_COUNTS.map((count) => columnOf('rollupHour', count))
    .map((count) => `${count} = r.${count} + EXCLUDED.${count}`)
    .join(', '),
)
const binAdditions = Prisma.raw(
  `histogram = ARRAY[${bins.map((bin) => `r.histogram[${bin + 1}] + EXCLUDED.histogram[${bin + 1}]`).join(', ')}]`,
)

/** Adds the judged runs to the rollups of their hours, days, units and failure groups. */
export async function countRuns(tx: Tx, projectId: string): Promise<void> {
  for (const grain of grains) await countInto(tx, projectId, grain)
  await tx.$executeRaw`
    INSERT INTO rollup_unit AS r (project_id, hour, chain_id, version_id, unit, scored, failed, with_output, with_tokens, score_sum, score_squares)
    SELECT ${projectId}::uuid, date_trunc('hour', j.occurred_at, 'UTC'), j.chain_id, j.version_id, u.unit, count(*), count(*) FILTER (WHERE u.failed), 0, 0,
      sum(u.score), sum(u.score * u.score)
    FROM judged j JOIN shape_unit u ON u.fault = j.fault WHERE j.kind = 'live' GROUP BY 2, 3, 4, 5 ORDER BY 2, 3, 4, 5
    ON CONFLICT (project_id, hour, chain_id, version_id, unit) DO UPDATE SET scored = r.scored + EXCLUDED.scored, failed = r.failed + EXCLUDED.failed,
      score_sum = r.score_sum + EXCLUDED.score_sum, score_squares = r.score_squares + EXCLUDED.score_squares`
  await tx.$executeRaw`
    INSERT INTO rollup_group_day AS r (project_id, day, failure_class, node, fingerprint, roots, cascades)
    SELECT ${projectId}::uuid, date_trunc('day', j.occurred_at, 'UTC'), f.failure_class, f.node, f.fingerprint,
      count(*) FILTER (WHERE f.role = 'root'), count(*) FILTER (WHERE f.role = 'cascade')
    FROM judged j JOIN shape_failure f ON f.fault = j.fault GROUP BY 2, 3, 4, 5 ORDER BY 2, 3, 4, 5
    ON CONFLICT (project_id, day, failure_class, node, fingerprint) DO UPDATE SET roots = r.roots + EXCLUDED.roots, cascades = r.cascades + EXCLUDED.cascades`
  await tx.$executeRaw`
    INSERT INTO failure_group AS g (project_id, fingerprint, failure_class, node, template, leaf, roots, cascades, first_seen_at, last_seen_at, last_run_id)
    SELECT ${projectId}::uuid, f.fingerprint, f.failure_class, f.node, f.template, f.leaf, count(*) FILTER (WHERE f.role = 'root'),
      count(*) FILTER (WHERE f.role = 'cascade'), min(j.occurred_at), max(j.occurred_at), (array_agg(j.id ORDER BY j.occurred_at DESC))[1]
    FROM judged j JOIN shape_failure f ON f.fault = j.fault GROUP BY 2, 3, 4, 5, 6 ORDER BY 2
    ON CONFLICT (project_id, fingerprint) DO UPDATE SET roots = g.roots + EXCLUDED.roots, cascades = g.cascades + EXCLUDED.cascades,
      first_seen_at = least(g.first_seen_at, EXCLUDED.first_seen_at), last_seen_at = greatest(g.last_seen_at, EXCLUDED.last_seen_at),
      last_run_id = CASE WHEN EXCLUDED.last_seen_at >= g.last_seen_at THEN EXCLUDED.last_run_id ELSE g.last_run_id END`
}

async function countInto(tx: Tx, projectId: string, grain: Grain): Promise<void> {
  const start = Prisma.raw(grain)
  // None of its versions is a candidate.
  await tx.$executeRaw`
    INSERT INTO ${Prisma.raw(`rollup_project_${grain}`)} AS r (project_id, ${start}, is_candidate, ${names})
    SELECT ${projectId}::uuid, date_trunc(${grain}, occurred_at, 'UTC'), false, ${aggregates} FROM judged GROUP BY 2 ORDER BY 2
    ON CONFLICT (project_id, ${start}, is_candidate) DO UPDATE SET ${additions}`
  const failures = Prisma.raw(grain === 'hour' ? 'rollup_failure' : 'rollup_failure_day')
  await tx.$executeRaw`
    INSERT INTO ${Prisma.raw(`rollup_${grain}`)} AS r (project_id, ${start}, chain_id, version_id, histogram, ${names})
    SELECT ${projectId}::uuid, date_trunc(${grain}, occurred_at, 'UTC'), chain_id, version_id, ${histogram}, ${aggregates}
    FROM judged GROUP BY 2, 3, 4 ORDER BY 2, 3, 4
    ON CONFLICT (project_id, ${start}, chain_id, version_id) DO UPDATE SET ${additions}, ${binAdditions}`
  await tx.$executeRaw`
    INSERT INTO ${failures} AS r (project_id, ${start}, chain_id, version_id, failure_class, node, fingerprint, roots, cascades)
    SELECT ${projectId}::uuid, date_trunc(${grain}, j.occurred_at, 'UTC'), j.chain_id, j.version_id, f.failure_class, f.node, f.fingerprint,
      count(*) FILTER (WHERE f.role = 'root'), count(*) FILTER (WHERE f.role = 'cascade')
    FROM judged j JOIN shape_failure f ON f.fault = j.fault GROUP BY 2, 3, 4, 5, 6, 7 ORDER BY 2, 3, 4, 5, 6, 7
    ON CONFLICT (project_id, ${start}, chain_id, version_id, failure_class, node, fingerprint)
    DO UPDATE SET roots = r.roots + EXCLUDED.roots, cascades = r.cascades + EXCLUDED.cascades`
}
