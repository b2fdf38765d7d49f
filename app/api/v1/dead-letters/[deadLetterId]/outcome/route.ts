import { route } from '@/lib/http/route'
import { reportDeadLetter } from '@/lib/operations/dead-letters/report-dead-letter'

export const POST = route(reportDeadLetter)
