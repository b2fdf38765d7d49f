import type { Db, Tx } from '@/lib/db/client'
import { notFound } from '../errors'
import { PROJECT_SCOPE } from './effective-configuration'

/** The level that a configuration belongs to: the project, or one chain of it. */
export type ConfigurationScope = { scope: string; chainId: string | undefined; chain: string | null }

/** @throws not_found where the project has no chain of that name */
export async function findScope(
  db: Db | Tx,
  projectId: string,
  chain: string | undefined,
): Promise<ConfigurationScope> {
  if (chain === undefined) return { scope: PROJECT_SCOPE, chainId: undefined, chain: null }
  const row = await db.chain.findUnique({
    where: { projectId_name: { projectId, name: chain } },
    select: { id: true },
  })
  if (!row) throw notFound('chain')
  return { scope: row.id, chainId: row.id, chain }
}
