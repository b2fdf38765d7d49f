import { route } from '@/lib/http/route'
import { getGate } from '@/lib/operations/gates/get-gate'

export const GET = route(getGate)
