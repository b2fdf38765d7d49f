import { route } from '@/lib/http/route'
import { decideGate } from '@/lib/operations/gates/decide-gate'

export const POST = route(decideGate)
