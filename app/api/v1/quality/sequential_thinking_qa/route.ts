import { route } from '@/lib/http/route'
import { sequentialThinkingQa } from '@/lib/operations/thinking/sequential-thinking-qa'

export const POST = route(sequentialThinkingQa)
