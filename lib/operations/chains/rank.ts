import { Prisma } from '@/lib/db/generated/client'
import { type DropPlace, isCompared, isWorse, placeByDrop } from '@/lib/engine/regression/rank-drops'
import { newestVersion } from '@/lib/engine/regression/versions'
import type { TraceWeights } from '@/lib/engine/trace/score-trace'
import { type ChainLevels, joinLevels, LEVEL_COLUMNS, mergeOnce } from '../configuration/levels'
import type { ProjectContext } from '../context'
import { byName } from '../natural-order'
import { type ChainFilter, chainMatches } from '../runs/chain-filter'
import { CONFIDENCE_PAIRS, loadCompared } from '../versions/compared'
import { loadVersionSums, type VersionSums } from '../versions/rows'
import { priorsOf } from '../versions/serving'
import { applyRule, fallOf } from '../versions/statistics'
import { highestFirst } from '../versions/views'

/** A compared chain; `key` as in {@link DropPlace}. */
export type RankedChain = { id: string; name: string; key: [group: number, key: number] }
type Drops = { compared: number; worse: number; confidenceCompared: number }

/**
 * Ranks the matching chains whose newest version is compared with an earlier one by how much it is worse, from sums of their runs, and
 * counts the worse ones. A chain with one version cannot have become worse, so that only the others are loaded.
 */
export async function rankByDrop(
  { db, project }: ProjectContext,
  filters: ChainFilter,
): Promise<{ places: RankedChain[]; counts: Drops }> {
  const chains = await loadPolicies({ db, project }, filters)
  const byChain = Map.groupBy(
    await loadVersionSums(
      db,
      project.id,
      chains.map(({ id }) => id),
    ),
    ({ chainId }) => chainId,
  )
  const pairs = chains.flatMap((chain) => {
    const pair = pairOf(byChain.get(chain.id) ?? [])
    return pair ? [{ chain, weights: chain.traceWeights, ...pair }] : []
  })
  // Scenarios change how certain a drop is, not its size.
  const { alikeOf, confidenceOf } = await loadCompared(db, project.id, pairs, { scenarioPairs: 0 })
  const places = pairs.map(({ chain, current, prior }, index) => {
    const confidenceFall = fallOf(chain, { current, prior }, confidenceOf)
    const rule = applyRule(chain, { current, prior }, alikeOf)
    const place = placeByDrop({ state: current.state, comparedWith: prior.version, ...rule, confidenceFall })
    return { id: chain.id, name: chain.name, place, hasConfidence: index < CONFIDENCE_PAIRS }
  })
  const compared = places.filter(({ place }) => isCompared(place))
  return {
    places: places.sort(byPlace).map(({ id, name, place }) => ({ id, name, key: [place.group, place.key] })),
    counts: {
      compared: compared.length,
      worse: compared.filter(({ place }) => isWorse(place)).length,
      confidenceCompared: compared.filter(({ hasConfidence }) => hasConfidence).length,
    },
  }
}

type Policy = {
  id: string
  name: string
  regressionThreshold: number
  minLiveRuns: number
  traceWeights: TraceWeights
}

/** Loads by what the matching chains with several versions are judged, the one that ran last first. */
async function loadPolicies({ db, project }: Pick<ProjectContext, 'db' | 'project'>, filters: ChainFilter) {
  const own = Prisma.sql`project_id = ${project.id}::uuid`
  const rows = await db.$queryRaw<(Omit<Policy, 'traceWeights'> & ChainLevels)[]>`
    SELECT c.id, c.name, c.regression_threshold AS "regressionThreshold", c.min_live_runs AS "minLiveRuns", ${LEVEL_COLUMNS}
    FROM chain c ${joinLevels(project.id)}
    WHERE ${chainMatches(project.id, filters)}
      AND c.id IN (SELECT v.chain_id FROM chain_version v WHERE v.${own} GROUP BY 1 HAVING count(*) > 1)
    ORDER BY (SELECT s.occurred_at FROM run_summary s WHERE s.${own} AND s.chain_id = c.id
      ORDER BY s.occurred_at DESC, s.id DESC LIMIT 1) DESC NULLS LAST`
  const effectiveOf = mergeOnce()
  return rows.map(({ projectConfig, chainConfig, ...row }): Policy => {
    return { ...row, traceWeights: effectiveOf({ projectConfig, chainConfig }).stratt_weights }
  })
}

/** The newest version and the one it is compared with; null without one. */
function pairOf(rows: readonly VersionSums[]): { current: VersionSums; prior: VersionSums } | null {
  const current = newestVersion(rows)
  const prior = current && priorsOf(highestFirst(rows)).get(current)
  return current && prior ? { current, prior } : null
}

type Placed = { name: string; place: DropPlace }

function byPlace(a: Placed, b: Placed): number {
  return a.place.group - b.place.group || a.place.key - b.place.key || byName(a.name, b.name)
}
