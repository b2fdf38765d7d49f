import { route } from '@/lib/http/route'
import { undoGate } from '@/lib/operations/gates/undo-gate'

export const POST = route(undoGate)
