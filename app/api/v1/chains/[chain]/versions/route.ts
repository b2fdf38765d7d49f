import { route } from '@/lib/http/route'
import { putVersion } from '@/lib/operations/chains/put-version'

export const POST = route(putVersion)
