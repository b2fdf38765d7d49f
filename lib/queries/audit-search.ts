import { createLoader, type inferParserType, parseAsArrayOf, parseAsIsoDateTime, parseAsString } from 'nuqs/server'
import type { listAuditEvents } from '@/lib/contracts/audit'
import type { InputOf } from '@/lib/contracts/contract'
import { pagesOf, queryOf } from './query-of'

/** Search parameters of the audit page. Invalid values are treated as absent; `to` is exclusive. */
export const auditSearchParsers = {
  actor: parseAsArrayOf(parseAsString),
  action: parseAsArrayOf(parseAsString),
  subject: parseAsString,
  from: parseAsIsoDateTime,
  to: parseAsIsoDateTime,
}

export const loadAuditSearch = createLoader(auditSearchParsers)

type AuditSearch = inferParserType<typeof auditSearchParsers>
type AuditListInput = InputOf<typeof listAuditEvents>

/** Converts the search parameters to the input of `audit.list`, without those not set. */
export function toAuditListInput({ actor, action, subject, from, to }: AuditSearch): AuditListInput {
  return {
    ...(actor?.length && { actor }),
    ...(action?.length && { action }),
    ...(subject && { subject: subject.slice(0, 300) }),
    ...(from && { from: from.toISOString() }),
    ...(to && { to: to.toISOString() }),
  }
}

/** Events per page of the list. */
export const AUDIT_PAGE_SIZE = 100

/** The visible events. They do not move when new ones arrive: {@link auditHead} shows what would be new. */
export const auditList = (project: string, input: AuditListInput) =>
  pagesOf('GET /api/v1/audit', { ...input, limit: AUDIT_PAGE_SIZE }, { project, by: 'before', isStill: true })

/** The newest page as of now. */
export const auditHead = (project: string, input: AuditListInput) =>
  queryOf('GET /api/v1/audit', { ...input, limit: AUDIT_PAGE_SIZE }, { project })
