import { route } from '@/lib/http/route'
import { compareOutputs } from '@/lib/operations/judge/compare-outputs'

export const POST = route(compareOutputs, { bodyLimit: 8 * 1024 * 1024 })
