import { route } from '@/lib/http/route'
import { scoreConfidence } from '@/lib/operations/quality/score-confidence'

export const POST = route(scoreConfidence, { bodyLimit: 8 * 1024 * 1024 })
