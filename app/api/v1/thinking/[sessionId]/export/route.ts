import { route } from '@/lib/http/route'
import { exportThinkingSession } from '@/lib/operations/thinking/export-session'

export const GET = route(exportThinkingSession)
