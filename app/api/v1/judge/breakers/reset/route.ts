import { route } from '@/lib/http/route'
import { resetBreaker } from '@/lib/operations/judge/reset-breaker'

export const POST = route(resetBreaker)
