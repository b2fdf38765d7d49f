import { route } from '@/lib/http/route'
import { updateWeeklyAction } from '@/lib/operations/weekly/update-action'

export const PATCH = route(updateWeeklyAction)
