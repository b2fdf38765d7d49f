import { route } from '@/lib/http/route'
import { listGates } from '@/lib/operations/gates/list-gates'
import { openGate } from '@/lib/operations/gates/open-gate'

export const GET = route(listGates)
export const POST = route(openGate)
