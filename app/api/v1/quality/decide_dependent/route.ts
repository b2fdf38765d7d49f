import { route } from '@/lib/http/route'
import { decideDependent } from '@/lib/operations/quality/decide-dependent'

export const POST = route(decideDependent, { bodyLimit: 8 * 1024 * 1024 })
