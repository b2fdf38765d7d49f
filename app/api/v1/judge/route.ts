import { route } from '@/lib/http/route'
import { getJudge } from '@/lib/operations/judge/get-judge'

export const GET = route(getJudge)
