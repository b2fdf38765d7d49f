import { route } from '@/lib/http/route'
import { getThinkingSession } from '@/lib/operations/thinking/get-session'

export const GET = route(getThinkingSession)
