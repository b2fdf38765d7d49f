import { route } from '@/lib/http/route'
import { listThinkingTemplates } from '@/lib/operations/thinking/list-templates'
import { putThinkingTemplate } from '@/lib/operations/thinking/put-template'

export const GET = route(listThinkingTemplates)
export const POST = route(putThinkingTemplate)
