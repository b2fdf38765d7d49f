import { personOrigins } from '@/lib/contracts/evaluators'
import { type Db, getDb } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { columnOf } from '@/lib/db/rows'
import { HISTOGRAM_BINS, ROLLUP_COUNTS, type RollupCount } from '@/lib/engine/scoring/rollup'
import { type Grain, grains } from '../rollups/runs'

const TRACED = `kind = 'live' AND profile = 'stratt' AND jsonb_typeof(factors -> 'conformance') = 'number'`
const KEPT = `${TRACED} AND (factors ->> 'conformance')::float8 >= 0.5`
// Too little was measured of a trace score that has no band.
const JUDGED = `quality IS NOT NULL AND kind = 'live' AND NOT (${TRACED} AND band IS NULL)`

/** Each count of an hour or a day, said a second time: from the summaries, by the database. */
const COUNTS: Record<RollupCount, string> = {
  runs: 'count(*)',
  dryRuns: `count(*) FILTER (WHERE kind = 'dry_run')`,
  failedRuns: `count(*) FILTER (WHERE status = 'failed')`,
  scored: `count(*) FILTER (WHERE ${JUDGED})`,
  qualitySum: `coalesce(sum(quality) FILTER (WHERE ${JUDGED}), 0)`,
  qualitySquares: `coalesce(sum(quality * quality) FILTER (WHERE ${JUDGED}), 0)`,
  liveScored: `count(quality) FILTER (WHERE kind = 'live')`,
  liveQualitySum: `coalesce(sum(quality) FILTER (WHERE kind = 'live'), 0)`,
  liveSquares: `coalesce(sum(quality * quality) FILTER (WHERE kind = 'live'), 0)`,
  liveTraced: `count(quality) FILTER (WHERE ${TRACED})`,
  liveKept: `count(quality) FILTER (WHERE ${KEPT})`,
  liveKeptSum: `coalesce(sum(quality) FILTER (WHERE ${KEPT}), 0)`,
  liveCompleteness: `count(quality) FILTER (WHERE ${TRACED} AND jsonb_typeof(factors -> 'completeness') = 'number')`,
  liveEfficiency: `count(quality) FILTER (WHERE ${TRACED} AND jsonb_typeof(factors -> 'efficiency') = 'number')`,
  gradeExcellent: `count(*) FILTER (WHERE grade = 'excellent')`,
  gradeGood: `count(*) FILTER (WHERE grade = 'good')`,
  gradeAcceptable: `count(*) FILTER (WHERE grade = 'acceptable')`,
  gradePoor: `count(*) FILTER (WHERE grade = 'poor')`,
  gradeFailed: `count(*) FILTER (WHERE grade = 'failed')`,
  bandGood: `count(*) FILTER (WHERE band = 'good')`,
  bandReview: `count(*) FILTER (WHERE band = 'review')`,
  bandPoor: `count(*) FILTER (WHERE band = 'poor')`,
  blocked: 'count(*) FILTER (WHERE blocked)',
  confidenceCount: 'count(confidence)',
  confidenceSum: 'coalesce(sum(confidence), 0)',
  accepted: `count(*) FILTER (WHERE decision = 'accept')`,
  iterating: `count(*) FILTER (WHERE decision = 'iterate')`,
  acceptedBest: `count(*) FILTER (WHERE decision = 'accept_best')`,
  escalated: `count(*) FILTER (WHERE decision = 'escalate')`,
  insufficient: `count(*) FILTER (WHERE decision = 'insufficient_evidence')`,
  humanReviewed: `count(*) FILTER (WHERE human_origin IN ('${personOrigins.join("', '")}'))`,
  flagged: 'count(flag)',
  tokens: 'coalesce(sum(tokens), 0)',
  costUsd: 'coalesce(sum(cost_usd), 0)',
}

const bins = Array.from(
  { length: HISTOGRAM_BINS },
  (_, bin) =>
    `count(*) FILTER (WHERE ${JUDGED} AND least(${HISTOGRAM_BINS - 1}, floor(quality * ${HISTOGRAM_BINS} + 1e-9)) = ${bin})::int`,
)
const column = (count: RollupCount) => columnOf('rollupHour', count)
const raw = (text: string) => Prisma.raw(text)
// Sums lose their last digits in another order, so they agree within a billionth.
const differs = (count: string) =>
  `abs(coalesce(r.${count}, 0) - coalesce(s.${count}, 0)) > 1e-9 * greatest(1, abs(coalesce(s.${count}, 0)))`

/**
 * Compares everything derived of a project with the rows it was derived from, all in SQL. Returns a sentence for each
 * disagreement; an empty list means that they agree.
 */
export async function findDisagreements(projectId: string, db: Db = getDb()): Promise<string[]> {
  const checks = [
    ...grains.map((grain) => runRollups(projectId, grain)),
    ...grains.map((grain) => failureRollups(projectId, grain)),
    unitRollups(projectId),
    failureGroups(projectId),
    executions(projectId),
    runsWithoutRows(projectId),
    scores(projectId),
  ]
  const rows = await Promise.all(checks.map((check) => db.$queryRaw<{ what: string }[]>(check)))
  return rows.flat().map((row) => row.what)
}

function runRollups(projectId: string, grain: Grain): Prisma.Sql {
  const wrong = ROLLUP_COUNTS.map(column).map((count) => `CASE WHEN ${differs(count)} THEN '${count} ' END`)
  const counts = ROLLUP_COUNTS.map((count) => `${COUNTS[count]} AS ${column(count)}`)
  return Prisma.sql`
    WITH s AS (
      SELECT date_trunc(${grain}, occurred_at, 'UTC') AS since, chain_id, version_id, ${raw(counts.join(', '))}, ARRAY[${raw(bins.join(', '))}] AS histogram
      FROM run_summary WHERE project_id = ${projectId}::uuid AND status <> 'running' GROUP BY 1, 2, 3),
    compared AS (
      SELECT since, concat(${raw(wrong.join(', '))}, CASE WHEN r.histogram <> coalesce(s.histogram, array_fill(0, ARRAY[${HISTOGRAM_BINS}::int])) THEN 'histogram' END) AS wrong
      FROM (SELECT ${raw(grain)} AS since, * FROM ${raw(`rollup_${grain}`)} WHERE project_id = ${projectId}::uuid) r FULL JOIN s USING (since, chain_id, version_id))
    SELECT ${`rollup_${grain} `} || since || ': ' || wrong AS what FROM compared WHERE wrong <> ''`
}

function failureRollups(projectId: string, grain: Grain): Prisma.Sql {
  return Prisma.sql`
    WITH f AS (
      SELECT date_trunc(${grain}, s.occurred_at, 'UTC') AS since, s.chain_id, s.version_id, f.failure_class, f.fingerprint,
        count(*) FILTER (WHERE role = 'root') AS roots, count(*) FILTER (WHERE role = 'cascade') AS cascades
      FROM failure f JOIN run_summary s ON s.project_id = f.project_id AND s.id = f.run_id
      WHERE f.project_id = ${projectId}::uuid GROUP BY 1, 2, 3, 4, 5),
    r AS (
      SELECT ${raw(grain)} AS since, chain_id, version_id, failure_class, fingerprint, sum(roots) AS roots, sum(cascades) AS cascades
      FROM ${raw(grain === 'hour' ? 'rollup_failure' : 'rollup_failure_day')} WHERE project_id = ${projectId}::uuid GROUP BY 1, 2, 3, 4, 5)
    SELECT ${`failures by ${grain} `} || since || ' ' || fingerprint AS what FROM r FULL JOIN f USING (since, chain_id, version_id, failure_class, fingerprint)
    WHERE coalesce(r.roots, 0) <> coalesce(f.roots, 0) OR coalesce(r.cascades, 0) <> coalesce(f.cascades, 0)`
}

/** The score of each node said a second time: completed .40, a filled output .35, output of all tokens .25, of what was told. */
function unitRollups(projectId: string): Prisma.Sql {
  const counts = ['scored', 'failed', 'with_output', 'with_tokens', 'score_sum', 'score_squares']
  return Prisma.sql`
    WITH nodes AS (
      SELECT date_trunc('hour', s.occurred_at, 'UTC') AS hour, s.chain_id, s.version_id, left(coalesce(n.name, n.node_id), 200) AS unit,
        n.status = 'failed' AS is_failed, nullif(n.output, 'null') AS output,
        NOT (n.output IN ('[]', '{}') OR jsonb_typeof(n.output) = 'string' AND btrim(n.output #>> '{}', E' \\t\\n\\r') = '') AS is_filled,
        coalesce((n.tokens->>'input')::float8 + (n.tokens->>'output')::float8, (n.tokens->>'total')::float8) AS total,
        coalesce((n.tokens->>'useful')::float8, (n.tokens->>'output')::float8) AS useful
      FROM node_run n JOIN run_summary s ON s.project_id = n.project_id AND s.id = n.run_id
      WHERE n.project_id = ${projectId}::uuid AND s.kind = 'live' AND s.status <> 'running' AND n.status IN ('completed', 'failed') AND NOT EXISTS (
        SELECT 1 FROM failure f WHERE f.project_id = n.project_id AND f.run_id = n.run_id AND f.node_id = n.node_id AND f.role = 'cascade')),
    parts AS (
      SELECT *, CASE WHEN total > 0 AND useful IS NOT NULL THEN least(1, useful / total) END AS efficiency FROM nodes),
    scored AS (
      SELECT *, ((NOT is_failed)::int * 0.4 + coalesce(is_filled::int * 0.35, 0) + coalesce(efficiency * 0.25, 0))
        / (0.4 + CASE WHEN output IS NULL THEN 0 ELSE 0.35 END + CASE WHEN efficiency IS NULL THEN 0 ELSE 0.25 END) AS score FROM parts),
    s AS (
      SELECT hour, chain_id, version_id, unit, count(*) AS scored, count(*) FILTER (WHERE is_failed) AS failed, count(output) AS with_output,
        count(efficiency) AS with_tokens, sum(score) AS score_sum, sum(score * score) AS score_squares
      FROM scored GROUP BY 1, 2, 3, 4),
    r AS (SELECT * FROM rollup_unit WHERE project_id = ${projectId}::uuid)
    SELECT 'unit ' || unit || ' at ' || hour AS what FROM r FULL JOIN s USING (hour, chain_id, version_id, unit)
    WHERE ${raw(counts.map(differs).join(' OR '))}`
}

function failureGroups(projectId: string): Prisma.Sql {
  return Prisma.sql`
    WITH f AS (
      SELECT fingerprint, count(*) FILTER (WHERE role = 'root') AS roots, count(*) FILTER (WHERE role = 'cascade') AS cascades
      FROM failure WHERE project_id = ${projectId}::uuid GROUP BY 1),
    g AS (SELECT * FROM failure_group WHERE project_id = ${projectId}::uuid)
    SELECT 'failure_group ' || fingerprint AS what FROM g FULL JOIN f USING (fingerprint)
    WHERE coalesce(g.roots, 0) <> coalesce(f.roots, 0) OR coalesce(g.cascades, 0) <> coalesce(f.cascades, 0)`
}

function executions(projectId: string): Prisma.Sql {
  return Prisma.sql`
    WITH s AS (
      SELECT chain_id, execution AS key, id::text AS run_id, attempt,
        CASE basis WHEN 'confidence' THEN confidence WHEN 'quality' THEN quality END AS score
      FROM run_summary WHERE project_id = ${projectId}::uuid AND execution IS NOT NULL),
    e AS (
      SELECT chain_id, key, x."runId" AS run_id, x.attempt, x.score
      FROM execution, jsonb_to_recordset(scores) AS x("runId" text, attempt int, score float8) WHERE project_id = ${projectId}::uuid)
    SELECT 'execution ' || key || ' attempt ' || coalesce(e.attempt, s.attempt) AS what FROM e FULL JOIN s USING (chain_id, key, run_id)
    WHERE e.attempt IS DISTINCT FROM s.attempt OR (e.score IS NULL) <> (s.score IS NULL) OR abs(e.score - s.score) > 1e-9
    UNION ALL
    SELECT 'execution ' || key || ' counts ' || attempts || ' attempts' FROM execution
    WHERE project_id = ${projectId}::uuid AND (attempts <> jsonb_array_length(scores) OR attempts = 0)`
}

function runsWithoutRows(projectId: string): Prisma.Sql {
  return Prisma.sql`
    SELECT 'run ' || coalesce(r.client_id, s.client_id) || ' lacks its summary, its facts, its chain or its version' AS what
    FROM (SELECT * FROM run WHERE project_id = ${projectId}::uuid) r
    FULL JOIN (SELECT * FROM run_summary WHERE project_id = ${projectId}::uuid) s ON s.id = r.id
    LEFT JOIN chain c ON c.project_id = s.project_id AND c.id = s.chain_id
    LEFT JOIN chain_version v ON v.project_id = s.project_id AND v.id = s.version_id AND v.chain_id = s.chain_id
    WHERE r.id IS NULL OR s.id IS NULL OR c.id IS NULL OR v.id IS NULL`
}

function scores(projectId: string): Prisma.Sql {
  return Prisma.sql`
    SELECT 'confidence of ' || s.client_id || ' is not the newest of its series' AS what FROM run_summary s
    LEFT JOIN LATERAL (
      SELECT value FROM score WHERE project_id = s.project_id AND run_id = s.id AND series = 'confidence' ORDER BY revision DESC LIMIT 1) c ON true
    WHERE s.project_id = ${projectId}::uuid AND c.value IS DISTINCT FROM s.confidence`
}
