import { route } from '@/lib/http/route'
import { verifyAudit } from '@/lib/operations/audit-log/verify-audit'

export const GET = route(verifyAudit)
