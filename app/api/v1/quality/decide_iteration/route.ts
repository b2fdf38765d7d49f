import { route } from '@/lib/http/route'
import { decideIteration } from '@/lib/operations/quality/decide-iteration'

export const POST = route(decideIteration, { bodyLimit: 8 * 1024 * 1024 })
