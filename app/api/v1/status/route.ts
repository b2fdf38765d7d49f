import { route } from '@/lib/http/route'
import { getProjectStatus } from '@/lib/operations/projects/get-status'

export const GET = route(getProjectStatus)
