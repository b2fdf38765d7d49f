import { route } from '@/lib/http/route'
import { testJudge } from '@/lib/operations/judge/test-judge'

export const POST = route(testJudge)
