'use client'

import type { ReactNode } from 'react'
import { PageOpener, useGoTo } from '@/components/ui/go-to'
import { lazyComponent, useLazyOverlay, usePrefetchedLazyComponents } from '@/components/ui/lazy-component'
import { projectHref } from '@/lib/presentation/links'
import { type NavCounts, type NavLabels, navItems } from './nav-items'
import { BottomBar, Rail } from './navigation'
import { shortcutSheet, useIsOpen } from './open-state'
import { useShortcuts } from './shortcuts'
import { ThemeToggle } from './theme-toggle'
import { AccountMenu, CommandPaletteButton, type GatesDue, GatesDueChip, ProjectSwitcher } from './top-bar'
import { SkipLink, Wordmark } from './wordmark'

export type FrameUser = { userId: string; name: string | null; email: string }

type AppFrameProps = {
  user: FrameUser
  /** Slug of the current project. */
  project: string
  /** Name of the current project. */
  name: string
  /** Number of items waiting for a person, by navigation item. */
  counts: NavCounts
  labels: NavLabels
  /** Null until it is known. */
  gatesDue: GatesDue | null
  /** The live indicator, rendered by the owner of the connection. */
  live: ReactNode
  bell: ReactNode
  children: ReactNode
}

/** Layout of signed-in pages: sidebar, top bar, bottom bar on phones, command palette and shortcuts. */
export function AppFrame(props: AppFrameProps) {
  const { user, project, name, counts, labels, gatesDue, live, bell, children } = props
  usePrefetchedLazyComponents()
  return (
    <PageOpener>
      <div className="in-data-covered:pointer-events-auto min-h-dvh lg:grid lg:grid-cols-[13rem_minmax(0,1fr)] print:block!">
        <SkipLink />
        <aside className="sticky top-0 hidden h-dvh flex-col border-r bg-rail lg:flex print:hidden">
          <Wordmark href={projectHref(project)} />
          <Rail project={project} counts={counts} labels={labels} />
          <div className="mt-auto px-5 py-3 text-xs">{live}</div>
        </aside>
        <div className="min-w-0">
          <header className="sticky top-0 z-20 flex h-12 items-center gap-2 border-b bg-paper px-4 lg:px-8 print:hidden">
            <ProjectSwitcher project={project} name={name} />
            <CommandPaletteButton project={project} />
            <div className="ml-auto flex items-center gap-1">
              {gatesDue && <GatesDueChip project={project} due={gatesDue} />}
              {bell}
              <ThemeToggle />
              <AccountMenu project={project} user={user} />
            </div>
          </header>
          <main
            id="main"
            tabIndex={-1}
            className="mx-auto w-full max-w-[90rem] px-4 pt-6 pb-28 outline-none lg:px-8 lg:pb-16"
          >
            {children}
          </main>
        </div>
        <BottomBar project={project} counts={counts} labels={labels} />
        <FrameShortcuts project={project} />
      </div>
    </PageOpener>
  )
}

const sheet = lazyComponent(() => import('./shortcut-sheet'))

/** Global shortcuts: `g` and a letter navigates, `?` lists all shortcuts. */
function FrameShortcuts({ project }: { project: string }) {
  const goTo = useGoTo()
  const isSheetOpen = useIsOpen(shortcutSheet)
  useShortcuts('Anywhere', [
    ...navItems.map((item) => ({
      keys: `g ${item.key}`,
      label: `Go to ${item.label.toLowerCase()}`,
      run: () => goTo(projectHref(project, item.path)),
    })),
    { keys: '?', label: 'Show these shortcuts', run: () => shortcutSheet.set(true) },
  ])
  const parts = useLazyOverlay(sheet, isSheetOpen, () => shortcutSheet.set(false))
  return parts && <parts.ShortcutSheet />
}
