import type { ChainAuthority } from '@/lib/contracts/chain-authorities'
import { role } from '@/lib/contracts/projects'
import type { Db, Tx } from '@/lib/db/client'
import { roleHolds } from '../authorize'
import { notFound } from '../errors'

type Row = { userId: string; name: string; role: string | null }

/** The id of a project's chain. @throws not_found */
export async function findChainId(db: Db | Tx, projectId: string, name: string): Promise<string> {
  const chain = await db.chain.findUnique({ where: { projectId_name: { projectId, name } }, select: { id: true } })
  if (!chain) throw notFound('chain')
  return chain.id
}

/** Who is listed for a chain, by name, those as well who have left since. */
export async function loadAuthorities(db: Db | Tx, projectId: string, chainId: string): Promise<ChainAuthority[]> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT a.user_id AS "userId", u.name, m.role FROM chain_authority a
    JOIN "user" u ON u.id = a.user_id
    LEFT JOIN membership m ON m.project_id = a.project_id AND m.user_id = a.user_id AND u.disabled_at IS NULL
    WHERE a.project_id = ${projectId}::uuid AND a.chain_id = ${chainId}::uuid ORDER BY u.name, a.user_id`
  return rows.map((row) => ({
    userId: row.userId,
    name: row.name,
    decides: row.role !== null && roleHolds(role.parse(row.role), 'decide'),
  }))
}
