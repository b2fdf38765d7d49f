import { createLoader, type inferParserType, parseAsArrayOf, parseAsIsoDate, parseAsString } from 'nuqs/server'
import type { listAuditEvents } from '@/lib/contracts/audit'
import type { InputOf } from '@/lib/contracts/contract'

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
