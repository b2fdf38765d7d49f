import { route } from '@/lib/http/route'
import { rescoreRuns } from '@/lib/operations/rescore/rescore-runs'

export const POST = route(rescoreRuns)
