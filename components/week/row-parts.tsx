import Link from 'next/link'
import { createSerializer } from 'nuqs/server'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import { formatPlural } from '@/lib/presentation/format/number'
import { auditSearchParsers } from '@/lib/queries/audit-search'

type ShowAllProps<Item> = {
  items: readonly Item[]
  /** How many are in sight at first, and on paper. */
  most: number
  /** What one is called. */
  noun: string
  children: (items: readonly Item[]) => ReactNode
}

/** The first of many, and a button for the rest. */
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

/** A number that leads to what it counts. */
export function CountLink({ href, label, children }: CountLinkProps) {
  return (
    <Link href={href} prefetch={false} className="link" {...(label && { 'aria-label': label })}>
      {children}
    </Link>
  )
}

const serialize = createSerializer(auditSearchParsers)

type LogFilter = { actor?: string; action: readonly string[] }

/** The audit log of the days (UTC) of a week: who did these things. */
export function weekLogHref(project: string, { from, to }: Pick<WeeklyReport, 'from' | 'to'>, said: LogFilter): string {
  return serialize(`/p/${encodeURIComponent(project)}/settings/audit`, {
    action: [...said.action],
    actor: said.actor === undefined ? null : [said.actor],
    from: new Date(from),
    to: new Date(Date.parse(to) - 1),
  })
}
