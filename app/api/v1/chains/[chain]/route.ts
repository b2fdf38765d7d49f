import { route } from '@/lib/http/route'
import { getChain } from '@/lib/operations/chains/get-chain'
import { updateChain } from '@/lib/operations/chains/update-chain'

export const GET = route(getChain)
export const PATCH = route(updateChain)
