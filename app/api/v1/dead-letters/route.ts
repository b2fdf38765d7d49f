import { MAX_BODY_BYTES } from '@/lib/contracts/ingest'
import { route } from '@/lib/http/route'
import { listDeadLetters } from '@/lib/operations/dead-letters/list-dead-letters'
import { postDeadLetter } from '@/lib/operations/dead-letters/post-dead-letter'

export const GET = route(listDeadLetters)
export const POST = route(postDeadLetter, { bodyLimit: MAX_BODY_BYTES })
