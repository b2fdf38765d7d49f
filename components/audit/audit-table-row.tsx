import Link from 'next/link'
import { usePathname, useSearchParams } from 'next/navigation'
import { navHref } from '@/components/shell/nav-items'
import { TableCell, TableRow } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import type { AuditEventRow } from '@/lib/contracts/audit'
import { auditActionLabel, auditOrigin, auditSubject } from '@/lib/format/audit-words'

type AuditTableRowProps = { project: string; event: AuditEventRow; index: number }

export function AuditTableRow({ project, event, index }: AuditTableRowProps) {
  return (
    <TableRow data-row={index} aria-rowindex={index + 2} className="relative focus-within:bg-selected">
      <TableCell className="text-ink-3 tabular-nums max-sm:hidden">{event.seq}</TableCell>
      <TableCell className="w-full max-w-0">
        <span className="flex min-w-0 items-baseline gap-2">
          <OpenLink seq={event.seq}>{auditActionLabel(event.action)}</OpenLink>
          <span className="min-w-0 truncate max-sm:hidden">
            <SubjectLink project={project} event={event} />
          </span>
        </span>
      </TableCell>
      <TableCell className="max-w-40 truncate max-sm:max-w-28" title={event.actor}>
        {event.actor}
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-2 max-md:hidden">
        {auditOrigin(event) ?? 'Not recorded'}
      </TableCell>
      <TableCell numeric>
        <RelativeTime iso={event.at} className="text-ink-2" />
      </TableCell>
    </TableRow>
  )
}

/** What it was done to. Above the link of the row, so that both can be reached. */
export function SubjectLink({ project, event }: { project: string; event: AuditEventRow }) {
  const words = auditSubject(event)
  if (event.path === null) return <span className="text-ink-2">{words}</span>
  return (
    <Link href={navHref(project, event.path)} prefetch={false} className="link relative z-[1]">
      {words}
    </Link>
  )
}

/** Opens the event where it stands, under an address of its own. */
function OpenLink({ seq, children }: { seq: number; children: React.ReactNode }) {
  const pathname = usePathname()
  const query = new URLSearchParams(useSearchParams())
  query.set('event', String(seq))
  return (
    <Link
      href={`${pathname}?${query}`}
      scroll={false}
      prefetch={false}
      className="rounded-sm font-medium max-sm:truncate sm:shrink-0 after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
    >
      {children}
    </Link>
  )
}
