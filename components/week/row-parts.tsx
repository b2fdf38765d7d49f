import { createSerializer } from 'nuqs/server'
import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import { projectHref } from '@/lib/presentation/links'
import { auditSearchParsers } from '@/lib/queries/audit-search'

type CountLinkProps = { href: string; children: ReactNode; label?: string }

/** A count linked to what it counts. */
export function CountLink({ href, label, children }: CountLinkProps) {
  return (
    <Link href={href} className="link" {...(label && { 'aria-label': label })}>
      {children}
    </Link>
  )
}

const serialize = createSerializer(auditSearchParsers)

type LogFilter = { actor?: string; action: readonly string[] }

/** Returns the path of the audit log filtered to a week. */
export function weekLogHref(project: string, { from, to }: Pick<WeeklyReport, 'from' | 'to'>, log: LogFilter): string {
  return serialize(projectHref(project, '/settings/audit'), {
    action: [...log.action],
    actor: log.actor === undefined ? null : [log.actor],
    from: new Date(from),
    to: new Date(to),
  })
}
