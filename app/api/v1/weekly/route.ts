import { route } from '@/lib/http/route'
import { listWeeks } from '@/lib/operations/weekly/list-weeks'

export const GET = route(listWeeks)
