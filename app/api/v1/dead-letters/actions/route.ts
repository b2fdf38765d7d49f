import { route } from '@/lib/http/route'
import { actOnDeadLetters } from '@/lib/operations/dead-letters/act-on-dead-letters'

export const POST = route(actOnDeadLetters)
