import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { jsonRecordset } from '@/lib/db/rows'
import { inTransaction } from '@/lib/db/transaction'
import { placeByDrop } from '@/lib/engine/regression/rank-drops'
import { CONFIDENCE_PAIRS } from './compared'
import { placeChains } from './ranking'

/** Place of a chain by how much its newest version is worse, as it is stored; `currentId`: that version, null without one to compare. */
export type RankedChain = {
  chainId: string
  rankGroup: number
  rankKey: number
  hasConfidence: boolean
  currentId: string | null
}

/** Group of the chains that are compared with nothing. */
export const NOT_COMPARED = placeByDrop(null).group

/** Chains that changed since they were ranked, and are ranked anew when they are read. More of them keep their place until {@link rankStale}. */
const READ_MOST = 500

/** Ranks the chains that changed since they were ranked, up to a limit, without storing it. */
export async function rankChanged(db: Db | Tx, projectId: string): Promise<RankedChain[]> {
  const stale = await listStale(db, projectId, { after: null, limit: READ_MOST })
  return rank(
    db,
    projectId,
    stale.map(({ chainId }) => chainId),
  )
}

/** Ranks all chains of a project that changed since they were ranked, and stores it. Whatever changes meanwhile is left for the next time. */
export async function rankStale(db: Db, projectId: string): Promise<void> {
  for (let after: string | null = null; ; ) {
    // So many that the confidence of each is compared.
    const stale: Stale[] = await listStale(db, projectId, { after, limit: CONFIDENCE_PAIRS })
    if (stale.length === 0) return
    await store(
      db,
      projectId,
      stale,
      await rank(
        db,
        projectId,
        stale.map(({ chainId }) => chainId),
      ),
    )
    after = stale.at(-1)?.chainId ?? null
  }
}

type Stale = { chainId: string; changed: number }

function listStale(
  db: Db | Tx,
  projectId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<Stale[]> {
  const later = after === null ? Prisma.empty : Prisma.sql`AND chain_id > ${after}::uuid`
  return db.$queryRaw<Stale[]>`
    SELECT chain_id AS "chainId", changed FROM chain_place WHERE project_id = ${projectId}::uuid AND is_stale ${later}
    ORDER BY chain_id LIMIT ${limit}`
}

/** The places of these chains now, also of those that are compared with nothing. */
async function rank(db: Db | Tx, projectId: string, chainIds: readonly string[]): Promise<RankedChain[]> {
  if (chainIds.length === 0) return []
  const placed = await placeChains(db, projectId, {
    where: Prisma.sql`c.id = ANY(${[...chainIds]}::uuid[])`,
    order: Prisma.sql`(SELECT s.occurred_at FROM run_summary s WHERE s.project_id = ${projectId}::uuid AND s.chain_id = c.id
      ORDER BY s.occurred_at DESC, s.id DESC LIMIT 1) DESC NULLS LAST`,
  })
  const byId = new Map(placed.map((row) => [row.chain.id, row]))
  return chainIds.map((chainId) => {
    const row = byId.get(chainId)
    const { group, key } = row?.place ?? placeByDrop(null)
    const hasConfidence = row?.hasConfidence ?? false
    return { chainId, rankGroup: group, rankKey: key, hasConfidence, currentId: row?.current.id ?? null }
  })
}

async function store(
  db: Db,
  projectId: string,
  stale: readonly Stale[],
  ranked: readonly RankedChain[],
): Promise<void> {
  const changedOf = new Map(stale.map(({ chainId, changed }) => [chainId, changed]))
  const rows = ranked.map((row) => ({ ...row, changed: changedOf.get(row.chainId) ?? 0 }))
  const fields = ['chainId', 'changed', 'rankGroup', 'rankKey', 'hasConfidence', 'currentId'] as const
  await inTransaction({ db }, async (tx) => {
    // A chain that was dropped is noted as changed too.
    await tx.$executeRaw`
      DELETE FROM chain_place p WHERE p.project_id = ${projectId}::uuid AND p.chain_id = ANY(${[...changedOf.keys()]}::uuid[])
        AND NOT EXISTS (SELECT 1 FROM chain c WHERE c.project_id = ${projectId}::uuid AND c.id = p.chain_id)`
    await tx.$executeRaw`
      SELECT 1 FROM chain_place WHERE project_id = ${projectId}::uuid AND chain_id = ANY(${[...changedOf.keys()]}::uuid[])
      ORDER BY chain_id FOR UPDATE`
    await tx.$executeRaw`
      UPDATE chain_place p SET is_stale = p.changed <> x.changed, rank_group = x.rank_group, rank_key = x.rank_key,
        has_confidence = x.has_confidence, current_id = x.current_id
      FROM ${jsonRecordset('chainPlace', fields, rows)} WHERE p.project_id = ${projectId}::uuid AND p.chain_id = x.chain_id`
  })
}
