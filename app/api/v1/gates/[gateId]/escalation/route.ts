import { route } from '@/lib/http/route'
import { escalateGate } from '@/lib/operations/gates/escalate-gate'

export const POST = route(escalateGate)
