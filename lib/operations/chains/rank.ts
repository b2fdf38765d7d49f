import { Prisma } from '@/lib/db/generated/client'
import { isCompared, isWorse } from '@/lib/engine/regression/rank-drops'
import type { ProjectContext } from '../context'
import { byName } from '../natural-order'
import { type ChainFilter, chainMatches } from '../runs/chain-filter'
import { type PlacedChain, placeChains } from '../versions/ranking'

/** A compared chain; `key` as in `DropPlace`. */
export type RankedChain = { id: string; name: string; key: [group: number, key: number] }
type Drops = { compared: number; worse: number; confidenceCompared: number }

/** Ranks the matching chains whose newest version is compared with an earlier one by how much it is worse, and counts the worse ones. */
export async function rankByDrop(
  { db, project }: ProjectContext,
  filters: ChainFilter,
): Promise<{ places: RankedChain[]; counts: Drops }> {
  const places = await placeChains(db, project.id, {
    where: chainMatches(project.id, filters),
    order: Prisma.sql`(SELECT s.occurred_at FROM run_summary s WHERE s.project_id = ${project.id}::uuid AND s.chain_id = c.id
      ORDER BY s.occurred_at DESC, s.id DESC LIMIT 1) DESC NULLS LAST`,
  })
  const compared = places.filter(({ place }) => isCompared(place))
  return {
    places: places
      .toSorted(byPlace)
      .map(({ chain, place }) => ({ id: chain.id, name: chain.name, key: [place.group, place.key] })),
    counts: {
      compared: compared.length,
      worse: compared.filter(({ place }) => isWorse(place)).length,
      confidenceCompared: compared.filter(({ hasConfidence }) => hasConfidence).length,
    },
  }
}

function byPlace(a: PlacedChain, b: PlacedChain): number {
  return a.place.group - b.place.group || a.place.key - b.place.key || byName(a.chain.name, b.chain.name)
}
