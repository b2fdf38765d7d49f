import { route } from '@/lib/http/route'
import { getVersion } from '@/lib/operations/versions/get-version'

export const GET = route(getVersion)
