import { route } from '@/lib/http/route'
import { claimDeadLetters } from '@/lib/operations/dead-letters/claim-dead-letters'

export const POST = route(claimDeadLetters)
