import { z } from 'zod'
import { type ChainEfficiency, getChain as contract } from '@/lib/contracts/chains'
import type { Db, Tx } from '@/lib/db/client'
import { type BoundedRun, findEfficiencyLimit } from '@/lib/engine/trace/score-trace'
import { type ChainLevels, effectiveOf, joinLevels, LEVEL_COLUMNS } from '../configuration/levels'
import { keysetCursor, positionText } from '../keyset-cursor'
import { operation } from '../operation'
import { estimateVersionsShareGood } from '../versions/true-share-good'
import { chooseViewed, highestFirst, loadNamedChain } from '../versions/views'

/** Position after a page: its last version. */
const cursors = keysetCursor(z.strictObject({ below: positionText }))

export const getChain = operation(contract, async (ctx, { chain, limit, cursor }) => {
  const viewed = { most: limit, below: cursor === undefined ? undefined : cursors.decode(cursor).below }
  const { view, versions } = await loadNamedChain(ctx.db, ctx.project.id, chain, viewed)
  const served = versions.filter(({ state }) => state !== 'candidate')
  const below = chooseViewed(highestFirst(versions), viewed).below
  return {
    chain: view,
    next: below === null ? null : cursors.encode({ below }),
    efficiencyLimit: await findChainEfficiency(ctx.db, ctx.project.id, chain),
    shareGood: await estimateVersionsShareGood(ctx.db, ctx.project.id, served),
  }
})

/** Number of latest live runs examined. */
const LOOKED_AT = 200

type Row = ChainLevels & { id: string; profile: string; minLiveRuns: number }

/**
 * If efficiency alone keeps every run of a chain below the good band, the median efficiency to use as a reference. Null for
 * other profiles, when a reference is set, and with fewer runs than a verdict needs.
 */
async function findChainEfficiency(db: Db | Tx, projectId: string, name: string): Promise<ChainEfficiency | null> {
  const [chain] = await db.$queryRaw<Row[]>`
    SELECT c.id, c.profile, c.min_live_runs AS "minLiveRuns", ${LEVEL_COLUMNS}
    FROM chain c ${joinLevels(projectId)} WHERE c.project_id = ${projectId}::uuid AND c.name = ${name}`
  if (chain?.profile !== 'stratt') return null
  const { stratt_weights, efficiency_reference } = effectiveOf(chain)
  if (efficiency_reference !== 1) return null
  const runs = await db.$queryRaw<BoundedRun[]>`
    SELECT efficiency, "isHeldToOutputs" FROM (
      SELECT (factors ->> 'efficiency')::float8 AS efficiency, factors ->> 'completeness' IS NOT NULL AS "isHeldToOutputs"
      FROM run_summary
      WHERE project_id = ${projectId}::uuid AND chain_id = ${chain.id}::uuid AND kind = 'live' AND profile = 'stratt'
      ORDER BY occurred_at DESC, id DESC LIMIT ${LOOKED_AT}) s WHERE efficiency IS NOT NULL`
  if (runs.length < chain.minLiveRuns) return null
  const limit = findEfficiencyLimit(runs, stratt_weights)
  return limit && { ...limit, median: Math.max(0.01, Number(limit.median.toFixed(2))) }
}
