import { route } from '@/lib/http/route'
import { analyzeFailurePatterns } from '@/lib/operations/quality/analyze-failure-patterns'

export const POST = route(analyzeFailurePatterns, { bodyLimit: 8 * 1024 * 1024 })
