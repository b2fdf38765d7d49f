import { route } from '@/lib/http/route'
import { getAuthorities } from '@/lib/operations/chains/get-authorities'
import { setAuthorities } from '@/lib/operations/chains/set-authorities'

export const GET = route(getAuthorities)
export const POST = route(setAuthorities)
