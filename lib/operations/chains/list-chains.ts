import { listChains as contract } from '@/lib/contracts/chains'
import { operation } from '../operation'
import { loadChains } from './load-chains'

export const listChains = operation(contract, async (ctx) => ({ chains: await loadChains(ctx.db, ctx.project.id) }))
