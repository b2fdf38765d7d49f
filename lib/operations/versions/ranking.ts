import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { type DropPlace, placeByDrop } from '@/lib/engine/regression/rank-drops'
import { type ChainLevels, joinLevels, LEVEL_COLUMNS, mergeOnce } from '../configuration/levels'
import { CONFIDENCE_PAIRS, loadCompared } from './compared'
import type { ChainRow, VersionSums } from './rows'
import { newestPair } from './serving'
import { applyRule, fallOf } from './statistics'
import { highestFirst } from './views'

type JudgedChain = Pick<ChainRow, 'id' | 'name' | 'regressionThreshold' | 'minLiveRuns' | 'traceWeights'>

/** A chain whose newest version is compared with an earlier one, and its place by how much that is worse. */
type PlacedChain = {
  chain: JudgedChain
  current: VersionSums
  prior: VersionSums
  place: DropPlace
  /** Whether the confidence of the two was compared. */
  hasConfidence: boolean
}

/**
 * Places the chains `c` of this condition and with several versions by how much the newest one is worse, from sums of their runs and without
 * odds: one version alone cannot be worse than another. The confidence is compared of the first by `order`, up to a limit.
 */
export async function placeChains(
  db: Db | Tx,
  projectId: string,
  { where, order }: { where: Prisma.Sql; order: Prisma.Sql },
): Promise<PlacedChain[]> {
  const several = Prisma.sql`c.project_id = ${projectId}::uuid AND ${where} AND (SELECT count(*) FROM (
    SELECT 1 FROM chain_version v WHERE v.project_id = ${projectId}::uuid AND v.chain_id = c.id LIMIT 2) of) > 1`
  const [chains, sums] = await Promise.all([
    loadJudged(db, projectId, several, order),
    loadSums(db, projectId, several),
  ])
  const byChain = Map.groupBy(sums, ({ chainId }) => chainId)
  const pairs = chains.flatMap((chain) => {
    const pair = newestPair(highestFirst(byChain.get(chain.id) ?? []))
    return pair ? [{ chain, weights: chain.traceWeights, ...pair }] : []
  })
  // Scenarios change how certain a drop is, not its size.
  const { alikeOf, confidenceOf } = await loadCompared(db, projectId, pairs, { scenarioPairs: 0 })
  return pairs.map(({ chain, current, prior }, index) => {
    const rule = applyRule(chain, { current, prior }, alikeOf)
    const confidenceFall = fallOf(chain, { current, prior }, confidenceOf)
    const place = placeByDrop({ state: current.state, comparedWith: prior.version, ...rule, confidenceFall })
    return { chain, current, prior, place, hasConfidence: index < CONFIDENCE_PAIRS }
  })
}

async function loadJudged(db: Db | Tx, projectId: string, where: Prisma.Sql, order: Prisma.Sql) {
  const rows = await db.$queryRaw<(Omit<JudgedChain, 'traceWeights'> & ChainLevels)[]>`
    SELECT c.id, c.name, c.regression_threshold AS "regressionThreshold", c.min_live_runs AS "minLiveRuns", ${LEVEL_COLUMNS}
    FROM chain c ${joinLevels(projectId)}
    WHERE ${where} ORDER BY ${order}`
  const effectiveOf = mergeOnce()
  return rows.map(({ projectConfig, chainConfig, ...row }): JudgedChain => {
    return { ...row, traceWeights: effectiveOf({ projectConfig, chainConfig }).stratt_weights }
  })
}

type VersionRow = [chainId: string, id: string, version: string, state: VersionSums['state'], publishedAt: string]
type SumsRow = [id: string, scored: number, sum: number, squares: number, ...measured: [number, number, number]]

/**
 * Loads the sums of every version of these chains `c`, from the rollups: as JSON, since the driver takes longer for the rows of tens of
 * thousands of versions than the database, and joined here, since the planner cannot tell how many there are.
 */
async function loadSums(db: Db | Tx, projectId: string, where: Prisma.Sql): Promise<VersionSums[]> {
  const [found] = await db.$queryRaw<{ versions: VersionRow[] | null; sums: SumsRow[] | null }[]>`
    WITH judged AS MATERIALIZED (SELECT c.id FROM chain c WHERE ${where})
    SELECT (
      SELECT json_agg(json_build_array(v.chain_id, v.id, v.version, v.state, v.published_at)) FROM chain_version v
      WHERE v.project_id = ${projectId}::uuid AND v.chain_id = ANY(ARRAY(SELECT id FROM judged))) AS versions, (
      SELECT json_agg(json_build_array(t.version_id, t.scored, t.sum, t.squares, t.traced, t.completeness, t.efficiency)) FROM (
        SELECT r.version_id, sum(r.live_scored) AS scored, sum(r.live_quality_sum) AS sum, sum(r.live_squares) AS squares,
          sum(r.live_traced) AS traced, sum(r.live_completeness) AS completeness, sum(r.live_efficiency) AS efficiency
        FROM rollup_day r WHERE r.project_id = ${projectId}::uuid AND r.chain_id = ANY(ARRAY(SELECT id FROM judged))
        GROUP BY 1) t) AS sums`
  const sumsOf = new Map((found?.sums ?? []).map((row) => [row[0], row]))
  return (found?.versions ?? []).map(([chainId, id, version, state, publishedAt]) => {
    const [, scored, sum, squares, traced, completeness, efficiency] = sumsOf.get(id) ?? [id, 0, 0, 0, 0, 0, 0]
    return {
      ...{ chainId, id, version, state, scored, sum, squares, traced, completeness, efficiency },
      publishedAt: new Date(publishedAt),
      hasLiveRuns: scored > 0,
    }
  })
}
