import { route } from '@/lib/http/route'
import { addWeeklyAction } from '@/lib/operations/weekly/add-action'
import { listWeeklyActions } from '@/lib/operations/weekly/list-actions'

export const GET = route(listWeeklyActions)
export const POST = route(addWeeklyAction)
