'use client'

import { clsx } from 'clsx'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { isWithin, type NavCounts, type NavLabels, navHref, navItems } from './nav-items'

type RailProps = { project: string; counts: NavCounts; labels: NavLabels }

export function Rail({ project, counts, labels }: RailProps) {
  const pathname = usePathname()
  return (
    <nav aria-label="Main" className="px-3 py-2">
      <ul className="grid gap-0.5">
        {navItems.map((item) => {
          const isCurrent = isWithin(pathname, project, item)
          const count = counts[item.id] ?? 0
          return (
            <li key={item.id}>
              <Link
                href={navHref(project, item.path)}
                aria-current={isCurrent ? 'page' : undefined}
                aria-keyshortcuts={`g ${item.key}`}
                className={clsx(
                  'flex h-8 items-center gap-2.5 rounded-md px-2 text-sm transition-colors',
                  isCurrent ? 'bg-selected font-medium text-ink' : 'text-ink-2 hover:bg-hover hover:text-ink',
                )}
              >
                <item.Icon className="size-4" strokeWidth={1.75} aria-hidden />
                {labels[item.id] ?? item.label}
                <NavCount count={count} className="ml-auto" />
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

export function NavCount({ count, className }: { count: number; className?: string }) {
  if (count === 0) return null
  return (
    <span
      className={clsx(
        'rounded-full bg-review-bg px-1.5 font-medium text-review-fg text-xs ring-1 ring-review-line',
        className,
      )}
    >
      {count > 99 ? '99+' : count}
      <span className="sr-only"> waiting</span>
    </span>
  )
}
