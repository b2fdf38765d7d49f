import { route } from '@/lib/http/route'
import { listChains } from '@/lib/operations/chains/list-chains'

export const GET = route(listChains)
