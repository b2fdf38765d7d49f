import { route } from '@/lib/http/route'
import { getOverview } from '@/lib/operations/overview/get-overview'

export const GET = route(getOverview)
