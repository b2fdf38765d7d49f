import { route } from '@/lib/http/route'
import { searchFailures } from '@/lib/operations/failures/search-failures'

export const GET = route(searchFailures)
