import { route } from '@/lib/http/route'
import { runFacets } from '@/lib/operations/runs/read/run-facets'

export const GET = route(runFacets)
