import { route } from '@/lib/http/route'
import { clearThinkingHistory } from '@/lib/operations/thinking/clear-thinking-history'

export const POST = route(clearThinkingHistory)
