import { MAX_BODY_BYTES } from '@/lib/contracts/ingest'
import { route } from '@/lib/http/route'
import { publishVersion } from '@/lib/operations/versions/publish-version'

export const POST = route(publishVersion, { bodyLimit: MAX_BODY_BYTES })
