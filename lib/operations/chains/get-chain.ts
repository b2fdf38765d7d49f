import { getChain as contract } from '@/lib/contracts/chains'
import { operation } from '../operation'
import { loadChain } from './load-chains'

export const getChain = operation(contract, async (ctx, { chain }) => ({
  chain: await loadChain(ctx.db, ctx.project.id, chain),
}))
