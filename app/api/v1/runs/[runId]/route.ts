import { route } from '@/lib/http/route'
import { getRun } from '@/lib/operations/runs/read/get-run'

export const GET = route(getRun)
