import type { Db, Tx } from '@/lib/db/client'
import type { Prisma } from '@/lib/db/generated/client'
import { type DropPlace, placeByDrop } from '@/lib/engine/regression/rank-drops'
import { newestVersion } from '@/lib/engine/regression/versions'
import { type ChainLevels, joinLevels, LEVEL_COLUMNS, mergeOnce } from '../configuration/levels'
import { CONFIDENCE_PAIRS, loadCompared } from './compared'
import { type ChainRow, loadVersionSums, type VersionSums } from './rows'
import { priorsOf } from './serving'
import { applyRule, fallOf } from './statistics'
import { highestFirst } from './views'

type JudgedChain = Pick<ChainRow, 'id' | 'name' | 'regressionThreshold' | 'minLiveRuns' | 'traceWeights'>

/** A chain whose newest version is compared with an earlier one, and its place by how much that is worse. */
export type PlacedChain = {
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
  const chains = await loadJudged(db, projectId, where, order)
  const ids = chains.map(({ id }) => id)
  const byChain = Map.groupBy(await loadVersionSums(db, projectId, ids), ({ chainId }) => chainId)
  const pairs = chains.flatMap((chain) => {
    const pair = pairOf(byChain.get(chain.id) ?? [])
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
    WHERE c.project_id = ${projectId}::uuid AND ${where} AND c.id IN (
      SELECT v.chain_id FROM chain_version v WHERE v.project_id = ${projectId}::uuid GROUP BY 1 HAVING count(*) > 1)
    ORDER BY ${order}`
  const effectiveOf = mergeOnce()
  return rows.map(({ projectConfig, chainConfig, ...row }): JudgedChain => {
    return { ...row, traceWeights: effectiveOf({ projectConfig, chainConfig }).stratt_weights }
  })
}

/** The newest version and the one it is compared with; null without one. */
function pairOf(rows: readonly VersionSums[]): Pick<PlacedChain, 'current' | 'prior'> | null {
  const current = newestVersion(rows)
  const prior = current && priorsOf(highestFirst(rows)).get(current)
  return current && prior ? { current, prior } : null
}
