import { route } from '@/lib/http/route'
import { scoreTrace } from '@/lib/operations/quality/score-trace'

export const POST = route(scoreTrace, { bodyLimit: 8 * 1024 * 1024 })
