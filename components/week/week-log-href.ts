import { createSerializer } from 'nuqs/server'
import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import { auditSearchParsers } from '@/lib/queries/audit-search'

const serialize = createSerializer(auditSearchParsers)

type Said = { actor?: string; action: readonly string[] }

/** The audit log of the days (UTC) of a week: who did these things. */
export function weekLogHref(project: string, { from, to }: Pick<WeeklyReport, 'from' | 'to'>, said: Said): string {
  return serialize(`/p/${encodeURIComponent(project)}/settings/audit`, {
    action: [...said.action],
    actor: said.actor === undefined ? null : [said.actor],
    from: new Date(from),
    to: new Date(Date.parse(to) - 1),
  })
}
