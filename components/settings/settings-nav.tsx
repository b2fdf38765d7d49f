'use client'

import { clsx } from 'clsx'
import { usePathname } from 'next/navigation'
import { navHref } from '@/components/shell/nav-items'
import { Link } from '@/components/ui/link'

const places = [
  { path: '/settings', label: 'Project' },
  { path: '/settings/configuration', label: 'Configuration' },
  { path: '/settings/members', label: 'Members' },
  { path: '/settings/keys', label: 'API keys' },
  { path: '/settings/webhooks', label: 'Webhooks' },
  { path: '/settings/mail', label: 'E-mail' },
  { path: '/settings/judge', label: 'Judge' },
  { path: '/settings/templates', label: 'Thinking templates' },
  { path: '/settings/data', label: 'Data' },
  { path: '/settings/audit', label: 'Audit log' },
  { path: '/settings/account', label: 'Your account' },
]

export function SettingsNav({ project }: { project: string }) {
  const pathname = usePathname()
  return (
    <nav aria-label="Settings" className="mb-8 flex gap-4 md:gap-2.5 xl:gap-4 overflow-x-auto border-b">
      {places.map(({ path, label }) => {
        const href = navHref(project, path)
        const isCurrent = pathname === href
        return (
          <Link
            key={path}
            ref={isCurrent ? centre : undefined}
            href={href}
            aria-current={isCurrent ? 'page' : undefined}
            className={clsx(
              '-mb-px flex h-9 items-center whitespace-nowrap border-b-2 text-sm transition-colors focus-visible:outline-offset-[-2px]',
              isCurrent ? 'border-ink font-medium text-ink' : 'border-transparent text-ink-2 hover:text-ink',
            )}
          >
            {label}
          </Link>
        )
      })}
    </nav>
  )
}

/** Scrolls the current tab into view if the tabs are wider than the screen. */
function centre(tab: HTMLAnchorElement | null) {
  const tabs = tab?.parentElement
  if (!tabs) return
  const [inner, outer] = [tab.getBoundingClientRect(), tabs.getBoundingClientRect()]
  tabs.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2
}
