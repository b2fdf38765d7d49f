import { route } from '@/lib/http/route'
import { listThinkingSessions } from '@/lib/operations/thinking/list-sessions'

export const GET = route(listThinkingSessions)
