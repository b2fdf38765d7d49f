import type { AuditListInput } from './audit-search'
import { pagesOf, queryOf } from './query-of'

/** Events of one page of the list. */
export const AUDIT_PAGE_SIZE = 100

/** The events in sight. What comes in meanwhile does not move them: {@link auditHead} says what would be new. */
export const auditList = (project: string, input: AuditListInput) =>
  pagesOf('GET /api/v1/audit', { ...input, limit: AUDIT_PAGE_SIZE }, { project, by: 'before', isStill: true })

/** The newest page as it would be now. */
export const auditHead = (project: string, input: AuditListInput) =>
  queryOf('GET /api/v1/audit', { ...input, limit: AUDIT_PAGE_SIZE }, { project })
