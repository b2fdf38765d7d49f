import { type DropPlace, isCompared, isWorse, placeByDrop } from '@/lib/engine/regression/rank-drops'
import type { ProjectContext } from '../context'
import { pairsOfOne } from '../versions/alike'
import { CONFIDENCE_PAIRS, loadCompared } from '../versions/compared'
import { loadChainRows, loadVersionRows } from '../versions/rows'
import { highestFirst, toChainView } from './get'

type Ranked = { id: string; name: string; key: [group: number, key: number] }
type Drops = { compared: number; worse: number; confidenceCompared: number }

/** Ranks these chains by how much their newest version is worse, from sums of their runs, and counts the worse ones. */
export async function rankByDrop(
  { db, project }: ProjectContext,
  ids: readonly string[],
): Promise<{ places: Ranked[]; counts: Drops }> {
  const chains = (await loadChainRows(db, project.id, ids)).toSorted(
    (a, b) => (b.lastRunAt?.getTime() ?? 0) - (a.lastRunAt?.getTime() ?? 0),
  )
  const byChain = Map.groupBy(await loadVersionRows(db, project.id, ids), ({ chainId }) => chainId)
  const own = chains.map((chain) => pairsOfOne(chain, highestFirst(byChain.get(chain.id) ?? [])))
  const pairs = own.flat()
  const withConfidence = new Set(pairs.filter(({ isMeansOnly }) => !isMeansOnly).slice(0, CONFIDENCE_PAIRS))
  // Scenarios change how certain a drop is, not its size.
  const loaded = await loadCompared(db, project.id, pairs, { scenarioPairs: 0 })
  const places = chains.map((chain, index) => {
    const { name, versions, newestVersion } = toChainView(chain, byChain.get(chain.id) ?? [], loaded)
    const place = placeByDrop(versions.find(({ version }) => version === newestVersion) ?? null)
    return { id: chain.id, name, place, hasConfidence: own[index]?.some((pair) => withConfidence.has(pair)) ?? false }
  })
  const compared = places.filter(({ place }) => isCompared(place))
  return {
    places: places.toSorted(byPlace).map(({ id, name, place }) => ({ id, name, key: [place.group, place.key] })),
    counts: {
      compared: compared.length,
      worse: compared.filter(({ place }) => isWorse(place)).length,
      confidenceCompared: compared.filter(({ hasConfidence }) => hasConfidence).length,
    },
  }
}

type Placed = { name: string; place: DropPlace }

function byPlace(a: Placed, b: Placed): number {
  return a.place.group - b.place.group || a.place.key - b.place.key || (a.name < b.name ? -1 : 1)
}
