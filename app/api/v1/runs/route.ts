import { MAX_BATCH_VALUES, MAX_BODY_BYTES } from '@/lib/contracts/ingest'
import { route } from '@/lib/http/route'
import { limitIngest } from '@/lib/operations/rate-limit/limit-ingest'
import { ingestRuns } from '@/lib/operations/runs/ingest/ingest-operation'
import { listRuns } from '@/lib/operations/runs/read/list-runs'

export const GET = route(listRuns)
export const POST = route(ingestRuns, { bodyLimit: MAX_BODY_BYTES, values: MAX_BATCH_VALUES, guard: limitIngest })
