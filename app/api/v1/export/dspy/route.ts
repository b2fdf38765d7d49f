import { ndjsonRoute } from '@/lib/http/ndjson-route'
import { exportDspy } from '@/lib/operations/runs/dspy/export-dspy'

export const GET = ndjsonRoute(exportDspy)
