import { route } from '@/lib/http/route'
import { extendGate } from '@/lib/operations/gates/extend-gate'

export const POST = route(extendGate)
