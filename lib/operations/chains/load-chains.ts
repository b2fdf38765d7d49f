import type { ChainView } from '@/lib/contracts/chains'
import type { Db, Tx } from '@/lib/db/client'
import { notFound } from '../errors'
import { loadChainRows, loadVersionRows } from './load-chain-rows'
import { toChainView } from './to-chain-view'

/** The chains of a project by name, each with its versions. */
export async function loadChains(db: Db | Tx, projectId: string, name?: string): Promise<ChainView[]> {
  const chains = await loadChainRows(db, projectId, name)
  if (chains.length === 0) return []
  const versions = await loadVersionRows(
    db,
    projectId,
    chains.map((chain) => chain.id),
  )
  const byChain = Map.groupBy(versions, (version) => version.chainId)
  return chains.map((chain) => toChainView(chain, byChain.get(chain.id) ?? []))
}

/** The chain of this name. @throws not_found where the project has none. */
export async function loadChain(db: Db | Tx, projectId: string, name: string): Promise<ChainView> {
  const [chain] = await loadChains(db, projectId, name)
  if (!chain) throw notFound('chain')
  return chain
}
