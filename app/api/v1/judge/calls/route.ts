import { route } from '@/lib/http/route'
import { listJudgeCalls } from '@/lib/operations/judge/list-judge-calls'

export const GET = route(listJudgeCalls)
