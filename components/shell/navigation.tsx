'use client'

import { clsx } from 'clsx'
import { Ellipsis } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { DropdownMenu, MenuItem } from '@/components/ui/dropdown-menu'
import { Link } from '@/components/ui/link'
import { projectHref } from '@/lib/presentation/links'
import { isWithin, type NavCounts, type NavLabels, navItems } from './nav-items'

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
                href={projectHref(project, item.path)}
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

function NavCount({ count, className }: { count: number; className?: string }) {
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

type BottomBarProps = { project: string; counts: NavCounts; labels: NavLabels }

const inBar = navItems.filter((item) => item.isInBar)
const underMore = navItems.filter((item) => !item.isInBar)
const placeClass = (isCurrent: boolean) => clsx('bottom-place', isCurrent ? 'font-medium text-ink' : 'text-ink-2')

/** Bottom navigation on phones: the main items, and a menu of the others. */
export function BottomBar({ project, counts, labels }: BottomBarProps) {
  const pathname = usePathname()
  const isUnderMore = underMore.some((item) => isWithin(pathname, project, item))
  const waiting = underMore.reduce((sum, item) => sum + (counts[item.id] ?? 0), 0)
  return (
    <nav aria-label="Main" className="bottom-bar">
      <ul>
        {inBar.map((item) => {
          const isCurrent = isWithin(pathname, project, item)
          return (
            <li key={item.id}>
              <Link
                href={projectHref(project, item.path)}
                aria-current={isCurrent ? 'page' : undefined}
                className={placeClass(isCurrent)}
              >
                <item.Icon className="size-5" strokeWidth={isCurrent ? 2 : 1.6} aria-hidden />
                {labels[item.id] ?? item.label}
                <NavCount count={counts[item.id] ?? 0} className="bottom-count" />
              </Link>
            </li>
          )
        })}
        <li>
          <DropdownMenu
            align="end"
            trigger={
              <button type="button" className={placeClass(isUnderMore)}>
                <Ellipsis className="size-5" strokeWidth={isUnderMore ? 2 : 1.6} aria-hidden />
                More
                <NavCount count={waiting} className="bottom-count" />
              </button>
            }
          >
            {underMore.map((item) => (
              <MenuItem key={item.id} asChild>
                <Link
                  href={projectHref(project, item.path)}
                  aria-current={isWithin(pathname, project, item) ? 'page' : undefined}
                  className="h-10"
                >
                  <item.Icon aria-hidden />
                  <span className="flex-1">{item.label}</span>
                  <NavCount count={counts[item.id] ?? 0} />
                </Link>
              </MenuItem>
            ))}
          </DropdownMenu>
        </li>
      </ul>
    </nav>
  )
}
