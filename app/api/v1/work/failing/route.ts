import { route } from '@/lib/http/route'
import { listFailingWork } from '@/lib/operations/work/list-failing-work'

export const GET = route(listFailingWork)
