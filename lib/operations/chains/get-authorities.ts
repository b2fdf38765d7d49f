import { getChainAuthorities } from '@/lib/contracts/chain-authorities'
import { operation } from '../operation'
import { findChainId, loadAuthorities } from './load-authorities'

/** Who decides the gates of a chain. */
export const getAuthorities = operation(getChainAuthorities, async (ctx, { chain }) => {
  const chainId = await findChainId(ctx.db, ctx.project.id, chain)
  return { authorities: await loadAuthorities(ctx.db, ctx.project.id, chainId) }
})
