'use client'

import { clsx } from 'clsx'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { isWithin, type NavCounts, navHref, navItems } from './nav-items'
import { NavCount } from './rail'

type BottomBarProps = { project: string; counts: NavCounts }

/** The navigation of phones, under the thumb. */
export function BottomBar({ project, counts }: BottomBarProps) {
  const pathname = usePathname()
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 border-t bg-rail pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      <ul className="grid auto-cols-fr grid-flow-col">
        {navItems.map((item) => {
          const isCurrent = isWithin(pathname, project, item)
          return (
            <li key={item.id}>
              <Link
                href={navHref(project, item.path)}
                aria-current={isCurrent ? 'page' : undefined}
                className={clsx(
                  'relative flex h-14 flex-col items-center justify-center gap-0.5 text-xs focus-visible:outline-offset-[-3px]',
                  isCurrent ? 'font-medium text-ink' : 'text-ink-2',
                )}
              >
                <item.Icon className="size-5" strokeWidth={isCurrent ? 2 : 1.6} aria-hidden />
                {item.label}
                <NavCount count={counts[item.id] ?? 0} className="absolute top-1 left-[calc(50%+4px)]" />
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
