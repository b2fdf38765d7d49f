import { route } from '@/lib/http/route'
import { withEtag } from '@/lib/http/with-etag'
import { getServedVersion } from '@/lib/operations/versions/get-served-version'

export const GET = withEtag(route(getServedVersion))
