import { route } from '@/lib/http/route'
import { loadSample } from '@/lib/operations/sample/load-sample'

export const POST = route(loadSample)
