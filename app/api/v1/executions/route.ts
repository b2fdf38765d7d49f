import { route } from '@/lib/http/route'
import { listExecutions } from '@/lib/operations/executions/list-executions'

export const GET = route(listExecutions)
