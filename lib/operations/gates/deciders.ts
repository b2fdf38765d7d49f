import { roles } from '@/lib/contracts/vocabulary'
import type { Db, Tx } from '@/lib/db/client'
import { roleHolds } from '../authorize'

export type Decider = { userId: string; name: string; role: string }
/** `listed`: the chain names its authorities. `people` may hold the author of a version, who never decides on it. */
export type Deciders = { listed: boolean; people: Decider[] }

type Row = { chainId: string; listed: boolean } & (Decider | { userId: null })

const DECIDING_ROLES = roles.filter((role) => roleHolds(role, 'decide'))

/**
 * Who may decide on gates of these chains, by name: the listed authorities that still are reviewers or admins; where none
 * is listed, all reviewers and admins. A list of people who have all left lets nobody decide.
 */
export async function loadDecidersOf(
  db: Db | Tx,
  projectId: string,
  chainIds: readonly string[],
): Promise<Map<string, Deciders>> {
  const rows = await db.$queryRaw<Row[]>`
    SELECT c.id AS "chainId", l.listed, m.user_id AS "userId", m.name, m.role
    FROM chain c
    CROSS JOIN LATERAL (SELECT EXISTS (
      SELECT 1 FROM chain_authority a WHERE a.project_id = c.project_id AND a.chain_id = c.id) AS listed) l
    LEFT JOIN LATERAL (
      SELECT m.user_id, u.name, m.role FROM membership m JOIN "user" u ON u.id = m.user_id AND u.disabled_at IS NULL
      WHERE m.project_id = c.project_id AND m.role = ANY(${DECIDING_ROLES}) AND (NOT l.listed OR EXISTS (
        SELECT 1 FROM chain_authority a WHERE a.project_id = c.project_id AND a.chain_id = c.id AND a.user_id = m.user_id))
    ) m ON true
    WHERE c.project_id = ${projectId}::uuid AND c.id = ANY(${chainIds}::uuid[])
    ORDER BY m.name, m.user_id`
  return new Map(
    [...Map.groupBy(rows, (row) => row.chainId)].map(([chainId, own]) => [
      chainId,
      { listed: own.some((row) => row.listed), people: own.flatMap(toDecider) },
    ]),
  )
}

/** {@link loadDecidersOf} of one chain. */
export async function loadDeciders(db: Db | Tx, projectId: string, chainId: string): Promise<Deciders> {
  const found = await loadDecidersOf(db, projectId, [chainId])
  return found.get(chainId) ?? { listed: false, people: [] }
}

function toDecider(row: Row): Decider[] {
  return row.userId === null ? [] : [{ userId: row.userId, name: row.name, role: row.role }]
}
