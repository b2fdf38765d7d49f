import { createSerializer } from 'nuqs/server'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import { formatPlural } from '@/lib/presentation/format/number'
import { auditSearchParsers } from '@/lib/queries/audit-search'

type ShowAllProps<Item> = {
  items: readonly Item[]
  /** Number shown initially and in print. */
  most: number
  /** Singular noun. */
  noun: string
  children: (items: readonly Item[]) => ReactNode
}

/** Renders the first items, with a button that shows the rest. */
export function ShowAll<Item>({ items, most, noun, children }: ShowAllProps<Item>) {
  const [isAll, setAll] = useState(false)
  const rest = isAll ? 0 : items.length - most
  return (
    <>
      {children(isAll ? items : items.slice(0, most))}
      {rest > 0 && (
        <p className="mt-2">
          <span className="hidden text-ink-2 text-sm print:inline">And {formatPlural(rest, noun)} more.</span>
          <Button variant="ghost" size="sm" className="print:hidden" onClick={() => setAll(true)}>
            Show {formatPlural(rest, `more ${noun}`)}
          </Button>
        </p>
      )}
    </>
  )
}

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

/** Returns the path of the audit log filtered to the days (UTC) of a week. */
export function weekLogHref(project: string, { from, to }: Pick<WeeklyReport, 'from' | 'to'>, log: LogFilter): string {
  return serialize(`/p/${encodeURIComponent(project)}/settings/audit`, {
    action: [...log.action],
    actor: log.actor === undefined ? null : [log.actor],
    from: new Date(from),
    to: new Date(Date.parse(to) - 1),
  })
}
