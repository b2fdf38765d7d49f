import { route } from '@/lib/http/route'
import { deleteThinkingTemplate } from '@/lib/operations/thinking/delete-template'

export const DELETE = route(deleteThinkingTemplate)
