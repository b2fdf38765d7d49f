import { comparedMost } from '@/lib/contracts/limits'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { commonFactors } from '@/lib/engine/regression/measured-factors'
import type { SharedScenarios } from '@/lib/engine/regression/pairing'
import { type Sample, sampleOfSums } from '@/lib/engine/stats/descriptive'
import { type AlikeOf, type ComparedPair, loadAlike } from './alike'
import { loadEvaluatorsAlone } from './evaluators-alone'

/** Scenarios shared by two versions; null if too few to be useful. */
type SharedOf = (id: string, priorId: string | null) => SharedScenarios | null

/** What pairs of versions are compared by, besides the sums of their runs. */
export type Compared = { alikeOf: AlikeOf; sharedOf: SharedOf; confidenceOf: ConfidenceOf }

/** Confidence of a version's newest live runs by the evaluators alone; null if none has one, undefined if it was not loaded. */
type ConfidenceOf = (id: string | null) => Sample | null | undefined

/** Number of newest live runs compared for each version, to avoid a scan. */
export const COMPARED_RUNS = comparedMost.runs
/** Maximum pairs whose confidence is loaded, the first ones. */
export const CONFIDENCE_PAIRS = 50

/** Number of latest live runs read for shared scenarios; with more runs pairing is not needed. */
const SHARED_RUNS = 200
/** Maximum pairs whose shared scenarios are loaded, the newest first. */
const SHARED_PAIRS = 100

type Limits = {
  /** How many pairs, the first ones, to load shared scenarios and the confidence for. */
  scenarioPairs?: number
  confidencePairs?: number
  /** Versions to load the confidence for also without a pair. */
  alone?: readonly string[]
}

/** Loads everything that these pairs are compared by, in at most four statements. */
export async function loadCompared(
  db: Db | Tx,
  projectId: string,
  pairs: readonly ComparedPair[],
  { scenarioPairs = SHARED_PAIRS, confidencePairs = CONFIDENCE_PAIRS, alone = [] }: Limits = {},
): Promise<Compared> {
  const alikeOf = await loadAlike(db, projectId, pairs)
  // Pairs compared on common factors are left out: their scenario scores are not the ones compared.
  const paired = pairs.filter(
    ({ isMeansOnly, prior, current }) => !isMeansOnly && commonFactors(prior, current) === null,
  )
  const seen = pairs.filter(({ isMeansOnly }) => !isMeansOnly).slice(0, confidencePairs)
  return {
    alikeOf,
    sharedOf: await loadShared(db, projectId, paired.slice(0, scenarioPairs)),
    confidenceOf: await loadConfidence(db, projectId, [
      ...alone,
      ...seen.flatMap(({ current, prior }) => [current.id, prior.id]),
    ]),
  }
}

type ConfidenceRow = { id: string; n: number; sum: number; squares: number }

async function loadConfidence(db: Db | Tx, projectId: string, ids: readonly string[]): Promise<ConfidenceOf> {
  if (ids.length === 0) return () => undefined
  const { confidence } = await loadEvaluatorsAlone(db, projectId)
  const rows = await db.$queryRaw<ConfidenceRow[]>`
    SELECT v.id, count(s.confidence)::int AS n, coalesce(sum(s.confidence), 0)::float8 AS sum,
      coalesce(sum(s.confidence * s.confidence), 0)::float8 AS squares
    FROM unnest(${[...new Set(ids)]}::uuid[]) AS v(id) LEFT JOIN LATERAL (
      SELECT ${confidence} AS confidence FROM run_summary
      WHERE project_id = ${projectId}::uuid AND version_id = v.id AND kind = 'live' AND status <> 'running'
      ORDER BY occurred_at DESC, id DESC LIMIT ${COMPARED_RUNS}) s ON true
    GROUP BY v.id`
  const found = new Map(rows.map(({ id, n, sum, squares }) => [id, sampleOfSums(n, sum, squares)]))
  return (id) => found.get(id ?? '')
}

type Row = SharedScenarios & {
  current: string
  prior: string
  currentRuns: number
  priorRuns: number
  currentNamed: number
  priorNamed: number
}

async function loadShared(db: Db | Tx, projectId: string, pairs: readonly ComparedPair[]): Promise<SharedOf> {
  if (pairs.length === 0) return () => null
  const currentIds = pairs.map(({ current }) => current.id)
  const priorIds = pairs.map(({ prior }) => prior.id)
  const ids = [...new Set([...currentIds, ...priorIds])]
  const rows = await db.$queryRaw<Row[]>`
    WITH run AS (
      SELECT v.id, s.scenario, s.quality FROM unnest(${ids}::uuid[]) AS v(id) CROSS JOIN LATERAL (
        SELECT scenario, quality FROM run_summary
        WHERE project_id = ${projectId}::uuid AND version_id = v.id AND kind = 'live' AND quality IS NOT NULL
        ORDER BY occurred_at DESC, id DESC LIMIT ${SHARED_RUNS}) s),
    total AS (SELECT id, count(*)::float8 AS n, count(scenario)::float8 AS named FROM run GROUP BY id),
    side AS (
      SELECT r.id, r.scenario, avg(r.quality) AS mean, count(*) / t.n AS share
      FROM run r JOIN total t ON t.id = r.id WHERE r.scenario IS NOT NULL GROUP BY r.id, r.scenario, t.n),
    pair AS (SELECT * FROM unnest(${currentIds}::uuid[], ${priorIds}::uuid[]) AS p(current, prior)),
    scenario AS (
      SELECT p.current, p.prior, s.scenario, ${ofSide('mean', 'current')} AS after, ${ofSide('mean', 'prior')} AS before,
        coalesce(${ofSide('share', 'current')}, 0) - coalesce(${ofSide('share', 'prior')}, 0) AS difference
      FROM pair p JOIN side s ON s.id IN (p.current, p.prior) GROUP BY 1, 2, 3)
    SELECT x.*, c.n AS "currentRuns", b.n AS "priorRuns", c.named AS "currentNamed", b.named AS "priorNamed" FROM (
      SELECT current, prior, regr_count(after, before)::int AS shared, coalesce(regr_sxy(after, before), 0) AS covariation,
        sum(difference ^ 2) AS imbalance
      FROM scenario GROUP BY 1, 2) x
    JOIN total c ON c.id = x.current JOIN total b ON b.id = x.prior WHERE x.shared > 1`
  const found = new Map(
    rows.map(({ current, prior, shared, covariation, ...row }) => {
      const unnamed =
        (row.currentRuns - row.currentNamed) / row.currentRuns ** 2 +
        (row.priorRuns - row.priorNamed) / row.priorRuns ** 2
      const imbalance = (row.imbalance + unnamed) / (1 / row.currentRuns + 1 / row.priorRuns)
      return [`${current} ${prior}`, { shared, covariation, imbalance }]
    }),
  )
  return (id, priorId) => found.get(`${id} ${priorId}`) ?? null
}

const ofSide = (column: 'mean' | 'share', side: 'current' | 'prior') =>
  Prisma.raw(`max(s.${column}) FILTER (WHERE s.id = p.${side})`)
