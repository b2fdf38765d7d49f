import { ndjsonRoute } from '@/lib/http/ndjson-route'
import { exportAudit } from '@/lib/operations/audit-log/export-audit'

export const GET = ndjsonRoute(exportAudit)
