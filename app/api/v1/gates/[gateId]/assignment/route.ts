import { route } from '@/lib/http/route'
import { assignGate } from '@/lib/operations/gates/assign-gate'

export const POST = route(assignGate)
