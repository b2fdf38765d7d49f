import { route } from '@/lib/http/route'
import { analyzeConvergence } from '@/lib/operations/quality/analyze-convergence'

export const POST = route(analyzeConvergence, { bodyLimit: 8 * 1024 * 1024 })
