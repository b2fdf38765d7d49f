import type { Db, Tx } from '@/lib/db/client'
import type { ChainVersion } from '@/lib/db/generated/client'
import { notFound } from '../errors'

/** The version of this name of the chain of this name. @throws not_found */
export async function findVersion(
  db: Db | Tx,
  projectId: string,
  chain: string,
  version: string,
): Promise<ChainVersion> {
  const row = await db.chainVersion.findFirst({ where: { projectId, version, chain: { name: chain } } })
  if (!row) throw notFound('version')
  return row
}
