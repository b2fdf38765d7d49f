import { MAX_BODY_BYTES } from '@/lib/contracts/ingest'
import { route } from '@/lib/http/route'
import { reportTrial } from '@/lib/operations/trials/report-trial'

export const POST = route(reportTrial, { bodyLimit: MAX_BODY_BYTES })
