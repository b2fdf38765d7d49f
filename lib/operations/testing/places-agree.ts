import { type Db, getDb } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { placeByDrop } from '@/lib/engine/regression/rank-drops'
import { placeChains } from '../versions/ranking'

/** Names the chains whose stored place is not that of now, except those that are noted as changed. Chains of tests are few enough to compare all. */
export async function findWrongPlaces(projectId: string, db: Db = getDb()): Promise<string[]> {
  const [chains, stored, placed] = await Promise.all([
    db.chain.findMany({ where: { projectId }, select: { id: true, name: true } }),
    db.chainPlace.findMany({ where: { projectId } }),
    placeChains(db, projectId, { where: Prisma.sql`true`, order: Prisma.sql`c.name` }),
  ])
  const now = new Map(placed.map(({ chain, place, current }) => [chain.id, { place, currentId: current.id }]))
  const known = new Map(stored.map((row) => [row.chainId, row]))
  return chains.flatMap(({ id, name }) => {
    const row = known.get(id)
    if (!row) return [`${name} has no place`]
    const { place, currentId } = now.get(id) ?? { place: placeByDrop(null), currentId: null }
    const isRight =
      row.rankGroup === place.group && Math.abs(row.rankKey - place.key) < 1e-9 && row.currentId === currentId
    return row.isStale || isRight
      ? []
      : [`${name} is ranked ${row.rankGroup} ${row.rankKey}, not ${place.group} ${place.key}`]
  })
}
