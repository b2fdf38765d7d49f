import { route } from '@/lib/http/route'
import { getThinkingHistory } from '@/lib/operations/thinking/get-thinking-history'

export const POST = route(getThinkingHistory)
