import { route } from '@/lib/http/route'
import { waitForGate } from '@/lib/operations/gates/wait-for-gate'

export const GET = route(waitForGate)
