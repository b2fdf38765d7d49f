import { route } from '@/lib/http/route'
import { scoreQuality } from '@/lib/operations/quality/score-quality'

export const POST = route(scoreQuality, { bodyLimit: 8 * 1024 * 1024 })
