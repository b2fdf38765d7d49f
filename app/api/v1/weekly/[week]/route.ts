import { route } from '@/lib/http/route'
import { getWeek } from '@/lib/operations/weekly/get-week'
import { makeWeek } from '@/lib/operations/weekly/make-week'

export const GET = route(getWeek)
export const POST = route(makeWeek)
