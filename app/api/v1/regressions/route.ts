import { route } from '@/lib/http/route'
import { listRegressions } from '@/lib/operations/regressions/list-regressions'

export const GET = route(listRegressions)
