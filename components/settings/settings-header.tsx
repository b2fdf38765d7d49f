'use client'

import { clsx } from 'clsx'
import { usePathname } from 'next/navigation'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { projectHref } from '@/lib/presentation/links'

const places: readonly { path: string; label: string; title?: string }[] = [
  { path: '/settings', label: 'Project', title: 'Project settings' },
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

/** Name of the open settings page, and the tabs of all of them. */
export function SettingsHeader({ project }: { project: string }) {
  const pathname = usePathname()
  const current = places.find(({ path }) => pathname === projectHref(project, path))
  return (
    <>
      <PageHeader title={current?.title ?? current?.label ?? 'Settings'} className="mb-3" />
      <SettingsNav project={project} pathname={pathname} />
    </>
  )
}

function SettingsNav({ project, pathname }: { project: string; pathname: string }) {
  return (
    <nav aria-label="Settings" className="mb-8 flex gap-4 md:gap-2.5 xl:gap-4 overflow-x-auto border-b">
      {places.map(({ path, label }) => {
        const href = projectHref(project, path)
        const isCurrent = pathname === href
        return (
          <Link
            key={path}
            ref={isCurrent ? centre : undefined}
            href={href}
            aria-current={isCurrent ? 'page' : undefined}
            className={clsx(
              '-mb-px flex h-9 items-center whitespace-nowrap border-b-2 font-medium text-sm transition-colors focus-visible:outline-offset-[-2px]',
              isCurrent ? 'border-ink text-ink' : 'border-transparent text-ink-2 hover:text-ink',
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
