import { route } from '@/lib/http/route'
import { getDeadLetter } from '@/lib/operations/dead-letters/get-dead-letter'

export const GET = route(getDeadLetter)
