import { route } from '@/lib/http/route'
import { listAuditEvents } from '@/lib/operations/audit-log/list-audit-events'

export const GET = route(listAuditEvents)
