import { createLoader, type inferParserType, parseAsArrayOf, parseAsIsoDate, parseAsString } from 'nuqs/server'
import type { listAuditEvents } from '@/lib/contracts/audit'
import type { InputOf } from '@/lib/contracts/contract'
import { pagesOf, queryOf } from './query-of'

const DAY_MS = 86_400_000

/** What the address of the audit page holds: days are whole days in UTC, `to` itself included. */
export const auditSearchParsers = {
  actor: parseAsArrayOf(parseAsString),
  action: parseAsArrayOf(parseAsString),
  subject: parseAsString,
  from: parseAsIsoDate,
  to: parseAsIsoDate,
}

export const loadAuditSearch = createLoader(auditSearchParsers)

export type AuditSearch = inferParserType<typeof auditSearchParsers>
export type AuditListInput = InputOf<typeof listAuditEvents>

/** The address as the input of `audit.list`, without what it does not say. */
export function toAuditListInput({ actor, action, subject, from, to }: AuditSearch): AuditListInput {
  return {
    ...(actor?.length && { actor }),
    ...(action?.length && { action }),
    ...(subject && { subject: subject.slice(0, 300) }),
    ...(from && { from: from.toISOString() }),
    ...(to && { to: new Date(to.getTime() + DAY_MS).toISOString() }),
  }
}

/** Events of one page of the list. */
export const AUDIT_PAGE_SIZE = 100

/** The events in sight. What comes in meanwhile does not move them: {@link auditHead} says what would be new. */
export const auditList = (project: string, input: AuditListInput) =>
  pagesOf('GET /api/v1/audit', { ...input, limit: AUDIT_PAGE_SIZE }, { project, by: 'before', isStill: true })

/** The newest page as it would be now. */
export const auditHead = (project: string, input: AuditListInput) =>
  queryOf('GET /api/v1/audit', { ...input, limit: AUDIT_PAGE_SIZE }, { project })
