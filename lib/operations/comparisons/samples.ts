import { comparedMost } from '@/lib/contracts/limits'
import type { Db } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { type Sample, sampleOfSums } from '@/lib/engine/stats/descriptive'
import type { TraceWeights } from '@/lib/engine/trace/score-trace'
import { withPlaces } from '../rollups/failure-places'
import { FACTORS, WEIGHTED_SCORE, weightedSides } from '../versions/alike'
import { COMPARED_RUNS } from '../versions/compared'
import type { EvaluatorsAlone } from '../versions/evaluators-alone'

/** The compared runs: the newest ended live ones of two versions, scored by weights that apply to both. */
export type Compared = {
  projectId: string
  /** The versions of side a and side b. */
  versionIds: readonly [string, string]
  /** Null for the stored scores. */
  weights: TraceWeights | null
  alone: EvaluatorsAlone
  /** Only runs of these scenarios; null for all. */
  scenarios: readonly string[] | null
}

// Applied to the newest runs only, so that a rare scenario does not scan all runs.
const inScenarios = (scenarios: Compared['scenarios']) =>
  scenarios === null ? Prisma.empty : Prisma.sql`WHERE s.scenario = ANY(${scenarios}::text[])`

/** Selects the compared runs with their place (1 or 2) and the given columns. */
function sampledRuns({ projectId, versionIds, weights, scenarios }: Compared, columns: Prisma.Sql, limit: number) {
  return Prisma.sql`
    SELECT a.place::int AS place, s.*, CASE WHEN a.c IS NULL THEN s.quality ELSE ${WEIGHTED_SCORE} END AS score
    FROM ${weightedSides(versionIds.map((id) => ({ id, weights })))} CROSS JOIN LATERAL (
      SELECT id, scenario, quality, occurred_at, ${FACTORS} ${columns} FROM run_summary
      WHERE project_id = ${projectId}::uuid AND version_id = a.id AND kind = 'live' AND status <> 'running'
      ORDER BY occurred_at DESC, run_summary.id DESC LIMIT ${limit}
    ) s ${inScenarios(scenarios)}`
}

type MeasureRow = {
  place: number
  runs: number
  decided: number
  accepted: number
  published: number
  [sums: `${string}N` | `${string}Sum` | `${string}Squares`]: number
}

const confidenceOf = ({ alone }: Compared) => Prisma.sql`, ${alone.confidence} AS confidence`

const MEASURED = {
  quality: 'score',
  confidence: 'confidence',
  cost: 'cost_usd',
  tokens: 'tokens',
  duration: 'duration_ms',
} as const
type Measured = keyof typeof MEASURED

/** `accepted` of the `decided` runs would be accepted without verdicts of people, `published` of all `runs` are with them. */
export type SideMeasures = { runs: number; decided: number; accepted: number; published: number } & {
  [M in Measured]: Sample | null
}

const NOTHING: SideMeasures = {
  runs: 0,
  decided: 0,
  accepted: 0,
  published: 0,
  quality: null,
  confidence: null,
  cost: null,
  tokens: null,
  duration: null,
}

/** Loads counts and sums of both sides in one statement. */
export async function loadMeasures(db: Db, compared: Compared): Promise<[SideMeasures, SideMeasures]> {
  const columns = Prisma.sql`${confidenceOf(compared)}, ${compared.alone.accepted} AS accepted, decision, cost_usd, tokens, duration_ms`
  const sums = Object.entries(MEASURED).map(([name, column]) =>
    Prisma.raw(
      `count(r.${column})::int AS "${name}N", coalesce(sum(r.${column}), 0)::float8 AS "${name}Sum", coalesce(sum(r.${column} * r.${column}), 0)::float8 AS "${name}Squares"`,
    ),
  )
  const rows = await db.$queryRaw<MeasureRow[]>`
    SELECT r.place, count(*)::int AS runs, count(r.accepted)::int AS decided, count(*) FILTER (WHERE r.accepted)::int AS accepted,
      count(*) FILTER (WHERE r.decision = 'accept')::int AS published, ${Prisma.join(sums)}
    FROM (${sampledRuns(compared, columns, COMPARED_RUNS)}) r GROUP BY 1`
  const sideOf = (place: number): SideMeasures => {
    const row = rows.find((candidate) => candidate.place === place)
    if (!row) return NOTHING
    const sampleFor = (name: Measured) =>
      sampleOfSums(row[`${name}N`] ?? 0, row[`${name}Sum`] ?? 0, row[`${name}Squares`] ?? 0)
    const { runs, decided, accepted, published } = row
    return {
      runs,
      decided,
      accepted,
      published,
      quality: sampleFor('quality'),
      confidence: sampleFor('confidence'),
      cost: sampleFor('cost'),
      tokens: sampleFor('tokens'),
      duration: sampleFor('duration'),
    }
  }
  return [sideOf(1), sideOf(2)]
}

/** A scenario on one side: its mean, and its lowest and highest run. */
export type ScenarioRow = {
  place: number
  scenario: string
  runs: number
  mean: number
  lowest: string
  low: number
  highest: string
  high: number
}

/** The measure that runs are ranked by. */
export type Ranking = 'quality' | 'confidence'

const RANKED: Record<Ranking, Prisma.Sql> = { quality: Prisma.sql`r.score`, confidence: Prisma.sql`r.confidence` }

/** Loads the scenarios of the compared runs, by side. */
export function loadScenarios(db: Db, compared: Compared, by: Ranking): Promise<ScenarioRow[]> {
  const ranked = RANKED[by]
  return db.$queryRaw<ScenarioRow[]>`
    SELECT r.place, r.scenario, count(*)::int AS runs, avg(${ranked})::float8 AS mean,
      (array_agg(r.id ORDER BY ${ranked}, r.occurred_at DESC))[1] AS lowest, min(${ranked})::float8 AS low,
      (array_agg(r.id ORDER BY ${ranked} DESC, r.occurred_at DESC))[1] AS highest, max(${ranked})::float8 AS high
    FROM (${sampledRuns(compared, confidenceOf(compared), COMPARED_RUNS)}) r
    WHERE r.scenario IS NOT NULL AND ${ranked} IS NOT NULL GROUP BY 1, 2`
}

/** Loads the three lowest runs of `b` and the run of `a` closest to its mean, for versions without shared scenarios. */
export async function loadLowest(db: Db, compared: Compared, by: Ranking, mean: number | null) {
  const ranked = RANKED[by]
  const columns = Prisma.sql`${confidenceOf(compared)}, client_id AS "clientId"`
  const rows = await db.$queryRaw<{ place: number; id: string; clientId: string; score: number }[]>`
    WITH r AS (${sampledRuns(compared, columns, COMPARED_RUNS)})
    (SELECT place, id, "clientId", ${ranked} AS score FROM r WHERE place = 2 AND ${ranked} IS NOT NULL
     ORDER BY ${ranked}, occurred_at DESC LIMIT 3)
    UNION ALL
    (SELECT place, id, "clientId", ${ranked} FROM r WHERE place = 1 AND ${ranked} IS NOT NULL
     ORDER BY abs(${ranked} - ${mean ?? 1}::float8), occurred_at DESC LIMIT 1)`
  return { usual: rows.find(({ place }) => place === 1) ?? null, lowest: rows.filter(({ place }) => place === 2) }
}

export type FailureRow = {
  fingerprint: string
  failureClass: string
  node: string
  otherNodes: number
  template: string
  code: string | null
  a: number
  b: number
}

const FAILURES_SHOWN = 100

/** Loads the kinds of root failures, each with all groups merged into it, and the number of affected runs on each side. */
export async function loadFailures(db: Db, compared: Compared): Promise<FailureRow[]> {
  const { projectId } = compared
  const rows = await db.$queryRaw<Omit<FailureRow, 'otherNodes'>[]>`
    SELECT f.fingerprint, g.failure_class AS "failureClass", g.node, g.template, g.code, f.a, f.b FROM (
      SELECT coalesce(m.merged_into, f.fingerprint) AS fingerprint, count(DISTINCT r.id) FILTER (WHERE r.place = 1)::int AS a,
        count(DISTINCT r.id) FILTER (WHERE r.place = 2)::int AS b
      FROM (${sampledRuns(compared, Prisma.empty, COMPARED_RUNS)}) r
      JOIN failure f ON f.project_id = ${projectId}::uuid AND f.run_id = r.id AND f.role = 'root'
      JOIN failure_group m ON m.project_id = ${projectId}::uuid AND m.fingerprint = f.fingerprint
      GROUP BY 1) f
    JOIN failure_group g ON g.project_id = ${projectId}::uuid AND g.fingerprint = f.fingerprint
    ORDER BY abs(f.a - f.b) DESC, f.a + f.b DESC, f.fingerprint LIMIT ${FAILURES_SHOWN}`
  return withPlaces(db, projectId, rows)
}

export type NodeRow = {
  place: number
  node: string
  runs: number
  failed: number
  durationMs: number | null
  tokens: number | null
}

const NODES_SHOWN = 200

/**
 * Loads the nodes of the newest compared runs by name, those of the most runs, each with both sides; looked up per run, each in its month's
 * partition.
 */
export function loadNodes(db: Db, compared: Compared): Promise<NodeRow[]> {
  return db.$queryRaw<NodeRow[]>`
    WITH x AS (
      SELECT r.place, left(coalesce(n.name, n.node_id), 200) AS node, count(DISTINCT r.id)::int AS runs,
        count(DISTINCT r.id) FILTER (WHERE n.status = 'failed')::int AS failed, avg(n.duration_ms)::float8 AS "durationMs",
        avg(coalesce((n.tokens ->> 'total')::float8, (n.tokens ->> 'input')::float8 + (n.tokens ->> 'output')::float8)) AS tokens
      FROM (${sampledRuns(compared, Prisma.empty, comparedMost.steps)}) r
      CROSS JOIN LATERAL (SELECT * FROM node_run n WHERE n.project_id = ${compared.projectId}::uuid AND n.run_id = r.id OFFSET 0) n
      GROUP BY 1, 2)
    SELECT x.* FROM x JOIN (SELECT node, max(runs) AS most FROM x GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${NODES_SHOWN}) shown USING (node)
    ORDER BY most DESC, node, place`
}
