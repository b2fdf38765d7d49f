import { route } from '@/lib/http/route'
import { actOnDeadLetter } from '@/lib/operations/dead-letters/act-on-dead-letter'

export const POST = route(actOnDeadLetter)
