import { route } from '@/lib/http/route'
import { exportRuns } from '@/lib/operations/runs/export/export-runs'

export const GET = route(exportRuns)
