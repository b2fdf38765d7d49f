import { personOrigins } from '@/lib/contracts/evaluators'
import type { Db, Tx } from '@/lib/db/client'
import { isEmptyJson } from '@/lib/db/empty-json'
import { Prisma } from '@/lib/db/generated/client'
import { columnOf } from '@/lib/db/rows'
import { NODE_NAME_MAX } from '@/lib/engine/scoring/measure-node-groups'
import { HISTOGRAM_BINS, ROLLUP_COUNTS, type RollupCount } from '@/lib/engine/scoring/rollup'
import { EPSILON } from '@/lib/engine/tolerance'
import { CONFORMANT_MIN } from '@/lib/engine/trace/score-trace'

/** A time span [from, to) of one project. */
export type TimeSpan = { projectId: string; from: Date; to: Date }

/** A count table: its keys, its counts, and the query that recounts them from their source. */
type CountTable = {
  table: string
  time: 'hour' | 'day'
  keys: readonly string[]
  counts: readonly string[]
  histogram?: true
  recount: (span: TimeSpan) => Prisma.Sql
}

const raw = (text: string) => Prisma.raw(text)

const TRACED = `kind = 'live' AND profile = 'stratt' AND jsonb_typeof(factors -> 'conformance') = 'number'`
const CONFORMANT = `${TRACED} AND (factors ->> 'conformance')::float8 >= ${CONFORMANT_MIN}`
// Trace scores without a band rest on too few measurements to count.
const JUDGED = `quality IS NOT NULL AND kind = 'live' AND NOT (profile = 'stratt' AND band IS NULL)`

/** Every hourly count as SQL over the summaries: an independent second definition. */
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
  liveConformant: `count(quality) FILTER (WHERE ${CONFORMANT})`,
  liveConformantSum: `coalesce(sum(quality) FILTER (WHERE ${CONFORMANT}), 0)`,
  liveCompleteness: `count(quality) FILTER (WHERE ${TRACED} AND jsonb_typeof(factors -> 'completeness') = 'number')`,
  liveEfficiency: `count(quality) FILTER (WHERE ${TRACED} AND jsonb_typeof(factors -> 'efficiency') = 'number')`,
  gradeExcellent: `count(*) FILTER (WHERE grade = 'excellent')`,
  gradeGood: `count(*) FILTER (WHERE grade = 'good')`,
  gradeAcceptable: `count(*) FILTER (WHERE grade = 'acceptable')`,
  gradePoor: `count(*) FILTER (WHERE grade = 'poor')`,
  gradeFailed: `count(*) FILTER (WHERE grade = 'failed')`,
  bandGood: `count(*) FILTER (WHERE band = 'good' AND kind = 'live')`,
  bandReview: `count(*) FILTER (WHERE band = 'review' AND kind = 'live')`,
  bandPoor: `count(*) FILTER (WHERE band = 'poor' AND kind = 'live')`,
  blocked: 'count(*) FILTER (WHERE blocked)',
  confidenceCount: `count(confidence) FILTER (WHERE kind = 'live')`,
  confidenceSum: `coalesce(sum(confidence) FILTER (WHERE kind = 'live'), 0)`,
  accepted: `count(*) FILTER (WHERE decision = 'accept')`,
  iterating: `count(*) FILTER (WHERE decision = 'iterate')`,
  acceptedBest: `count(*) FILTER (WHERE decision = 'accept_best')`,
  escalated: `count(*) FILTER (WHERE decision = 'escalate')`,
  insufficient: `count(*) FILTER (WHERE decision = 'insufficient_evidence')`,
  humanReviewed: `count(*) FILTER (WHERE human_origin IN ('${personOrigins.join("', '")}'))`,
  flagged: 'count(flag)',
  tokens: 'coalesce(sum(tokens), 0)',
  tokenRuns: 'count(tokens)',
  costUsd: 'coalesce(sum(cost_usd), 0)',
  costRuns: 'count(cost_usd)',
}

const bins = Array.from({ length: HISTOGRAM_BINS }, (_, bin) => bin)
const countedBins = bins.map(
  (bin) =>
    `count(*) FILTER (WHERE ${JUDGED} AND least(${HISTOGRAM_BINS - 1}, floor(quality * ${HISTOGRAM_BINS} + ${EPSILON})) = ${bin})::int`,
)
const columns = ROLLUP_COUNTS.map((count) => columnOf('rollupHour', count))
const countedHours = ROLLUP_COUNTS.map((count) => `${COUNTS[count]} AS ${columnOf('rollupHour', count)}`)
const VERSION = ['chain_id', 'version_id']
const GROUP = ['failure_class', 'node', 'fingerprint']
const FAILURE = [...VERSION, ...GROUP]

/** Selects the runs that started in a time span. */
const runsIn = ({ projectId, from, to }: TimeSpan) =>
  Prisma.sql`s.project_id = ${projectId}::uuid AND s.occurred_at >= ${from} AND s.occurred_at < ${to}`

/** Nodes are looked up per run by id, to stay within one partition. */
const NODES = raw('(SELECT * FROM node_run n WHERE n.project_id = s.project_id AND n.run_id = s.id OFFSET 0)')

const sums = (counts: readonly string[]) => raw(counts.map((count) => `sum(${count}) AS ${count}`).join(', '))

/** A table of the failures of each day, derived from those of its hours. */
function failuresByDay(table: string, keys: readonly string[]): CountTable {
  const counts = ['roots', 'cascades']
  const by = raw(keys.join(', '))
  return {
    table,
    time: 'day',
    keys,
    counts,
    recount: ({ projectId, from, to }) => Prisma.sql`
      SELECT date_trunc('day', hour, 'UTC') AS day, ${by}, ${sums(counts)}
      FROM rollup_failure WHERE project_id = ${projectId}::uuid AND hour >= ${from} AND hour < ${to} GROUP BY 1, ${by}`,
  }
}

/** A table of the counts of all chains together, derived from those of the versions. */
function countsOfAll(time: 'hour' | 'day'): CountTable {
  const of = raw(`rollup_${time}`)
  return {
    table: `rollup_project_${time}`,
    time,
    keys: ['is_candidate'],
    counts: columns,
    recount: ({ projectId, from, to }) => Prisma.sql`
      SELECT r.${raw(time)}, v.state = 'candidate' AS is_candidate, ${sums(columns)}
      FROM ${of} r JOIN chain_version v ON v.project_id = ${projectId}::uuid AND v.id = r.version_id
      WHERE r.project_id = ${projectId}::uuid AND r.${raw(time)} >= ${from} AND r.${raw(time)} < ${to} GROUP BY 1, 2`,
  }
}

/** Hours are derived from runs and days from hours, so tables are repaired in this order. */
export const COUNT_TABLES: readonly CountTable[] = [
  {
    table: 'rollup_hour',
    time: 'hour',
    keys: VERSION,
    counts: columns,
    histogram: true,
    recount: (span) => Prisma.sql`
      SELECT date_trunc('hour', occurred_at, 'UTC') AS hour, chain_id, version_id, ${raw(countedHours.join(', '))},
        ARRAY[${raw(countedBins.join(', '))}] AS histogram
      FROM run_summary s WHERE ${runsIn(span)} AND status <> 'running' GROUP BY 1, 2, 3`,
  },
  {
    table: 'rollup_failure',
    time: 'hour',
    keys: FAILURE,
    counts: ['roots', 'cascades'],
    recount: (span) => Prisma.sql`
      SELECT date_trunc('hour', s.occurred_at, 'UTC') AS hour, s.chain_id, s.version_id, f.failure_class,
        left(coalesce(n.name, f.node_id), ${raw(String(NODE_NAME_MAX))}) AS node, f.fingerprint,
        count(*) FILTER (WHERE f.role = 'root') AS roots, count(*) FILTER (WHERE f.role = 'cascade') AS cascades
      FROM run_summary s JOIN failure f ON f.project_id = s.project_id AND f.run_id = s.id LEFT JOIN LATERAL ${NODES} n ON n.node_id = f.node_id
      WHERE ${runsIn(span)} GROUP BY 1, 2, 3, 4, 5, 6`,
  },
  {
    table: 'rollup_unit',
    time: 'hour',
    keys: [...VERSION, 'unit'],
    counts: ['scored', 'failed', 'with_output', 'with_tokens', 'score_sum', 'score_squares'],
    recount: recountUnits,
  },
  {
    table: 'rollup_day',
    time: 'day',
    keys: VERSION,
    counts: columns,
    histogram: true,
    recount: ({ projectId, from, to }) => Prisma.sql`
      SELECT date_trunc('day', hour, 'UTC') AS day, chain_id, version_id, ${sums(columns)},
        ARRAY[${raw(bins.map((bin) => `sum(histogram[${bin + 1}])::int`).join(', '))}] AS histogram
      FROM rollup_hour WHERE project_id = ${projectId}::uuid AND hour >= ${from} AND hour < ${to} GROUP BY 1, 2, 3`,
  },
  countsOfAll('hour'),
  countsOfAll('day'),
  failuresByDay('rollup_failure_day', FAILURE),
  failuresByDay('rollup_group_day', GROUP),
]

/** What a node `n` returned; none if it sent null. */
const OUTPUT = raw(`CASE WHEN n.output::text <> 'null' THEN n.output END`)

/**
 * An independent second definition of the node score: completed .40, non-empty output .35, output share of all tokens .25, over the known
 * parts.
 */
function recountUnits(span: TimeSpan): Prisma.Sql {
  return Prisma.sql`
    WITH nodes AS (
      SELECT date_trunc('hour', s.occurred_at, 'UTC') AS hour, s.chain_id, s.version_id,
        left(coalesce(n.name, n.node_id), ${raw(String(NODE_NAME_MAX))}) AS unit, n.status = 'failed' AS is_failed, ${OUTPUT} AS output,
        NOT ${isEmptyJson(OUTPUT)} AS is_filled,
        coalesce((n.tokens->>'input')::float8 + (n.tokens->>'output')::float8, (n.tokens->>'total')::float8) AS total,
        coalesce((n.tokens->>'useful')::float8, (n.tokens->>'output')::float8) AS useful
      FROM run_summary s CROSS JOIN LATERAL ${NODES} n
      WHERE ${runsIn(span)} AND s.kind = 'live' AND s.status <> 'running' AND n.status IN ('completed', 'failed') AND NOT EXISTS (
        SELECT 1 FROM failure f WHERE f.project_id = n.project_id AND f.run_id = n.run_id AND f.node_id = n.node_id AND f.role = 'cascade')),
    parts AS (
      SELECT *, CASE WHEN total > 0 AND useful IS NOT NULL THEN least(1, useful / total) END AS efficiency FROM nodes),
    measured AS (
      SELECT *, ((NOT is_failed)::int * 0.4 + coalesce(is_filled::int * 0.35, 0) + coalesce(efficiency * 0.25, 0))
        / (0.4 + CASE WHEN output IS NULL THEN 0 ELSE 0.35 END + CASE WHEN efficiency IS NULL THEN 0 ELSE 0.25 END) AS score FROM parts)
    SELECT hour, chain_id, version_id, unit, count(*) AS scored, count(*) FILTER (WHERE is_failed) AS failed, count(output) AS with_output,
      count(efficiency) AS with_tokens, sum(score) AS score_sum, sum(score * score) AS score_squares
    FROM measured GROUP BY 1, 2, 3, 4`
}

// Floating-point sums depend on the order, so they are compared within a billionth.
const differs = (count: string) =>
  `abs(coalesce(r.${count}, 0) - coalesce(s.${count}, 0)) > 1e-9 * greatest(1, abs(coalesce(s.${count}, 0)))`
const NO_BINS = `array_fill(0, ARRAY[${HISTOGRAM_BINS}])`

/** A row whose counts differ from a recount; `wrong` names the counts. */
export type WrongCount = { table: string; at: Date; wrong: string }

/** Returns the rows of a table within a time span that differ from a recount. */
export async function findWrong(db: Db | Tx, counted: CountTable, span: TimeSpan): Promise<WrongCount[]> {
  const { table, time, keys, counts, histogram, recount } = counted
  const differences = counts.map((count) => `CASE WHEN ${differs(count)} THEN '${count} ' END`)
  if (histogram)
    differences.push(
      `CASE WHEN coalesce(r.histogram, ${NO_BINS}) <> coalesce(s.histogram, ${NO_BINS}) THEN 'histogram' END`,
    )
  const rows = await db.$queryRaw<Omit<WrongCount, 'table'>[]>`
    WITH s AS (${recount(span)}),
    r AS (SELECT * FROM ${raw(table)} WHERE project_id = ${span.projectId}::uuid AND ${raw(time)} >= ${span.from} AND ${raw(time)} < ${span.to}),
    compared AS (
      SELECT ${raw(time)} AS at, concat(${raw(differences.join(', '))}) AS wrong FROM r FULL JOIN s USING (${raw([time, ...keys].join(', '))}))
    SELECT at, wrong FROM compared WHERE wrong <> '' ORDER BY at`
  return rows.map((row) => ({ table, ...row }))
}

/** Replaces the rows of a table within a time span by a recount; the caller locks out writers. */
export async function rebuild(tx: Tx, counted: CountTable, span: TimeSpan): Promise<void> {
  const { table, time, keys, counts, histogram, recount } = counted
  const { projectId, from, to } = span
  const names = raw([time, ...keys, ...counts, ...(histogram ? ['histogram'] : [])].join(', '))
  await tx.$executeRaw`
    DELETE FROM ${raw(table)} WHERE project_id = ${projectId}::uuid AND ${raw(time)} >= ${from} AND ${raw(time)} < ${to}`
  await tx.$executeRaw`
    INSERT INTO ${raw(table)} (project_id, ${names}) SELECT ${projectId}::uuid, ${names} FROM (${recount(span)}) s`
}
