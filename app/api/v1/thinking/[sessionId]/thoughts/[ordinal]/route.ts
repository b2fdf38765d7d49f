import { route } from '@/lib/http/route'
import { getThought } from '@/lib/operations/thinking/get-thought'

export const GET = route(getThought)
