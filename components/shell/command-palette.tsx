'use client'

import { Command } from 'cmdk'
import { ArrowLeftRight, ArrowRight, Braces, FolderOpen, Keyboard, LogOut, Search, SunMoon } from 'lucide-react'
import * as Dialog from 'radix-ui/dialog'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useMyRole } from '@/components/domain-ui/role'
import { useCoveredPage } from '@/components/ui/covered-page'
import { keepIfTaken } from '@/components/ui/floating/keep-if-taken'
import { useGoTo } from '@/components/ui/go-to'
import { useReturningFocus } from '@/components/ui/returning-focus'
import { announce, toast } from '@/components/ui/toast'
import { projectHref } from '@/lib/presentation/links'
import { rankWords } from '@/lib/presentation/text/mark-words'
import { signOut } from '@/lib/queries/session'
import { navItems } from './nav-items'
import { commandPalette, shortcutSheet } from './open-state'
import { useFound, useOtherProjects } from './palette-found'
import { palettePlaces } from './palette-places'
import { useThemeSwitch } from './theme-toggle'

/** Command palette: searches runs, navigates, and switches project or theme. */
export function CommandPalette({ project }: { project: string }) {
  const goTo = useGoTo()
  const role = useMyRole(project)
  const { resolvedTheme, toggleTheme } = useThemeSwitch()
  const [text, setText] = useState('')
  const query = text.trim()
  const { named, groups: found } = useFound(project, query)
  useSpokenFinds(found.reduce((sum, { items }) => sum + items.length, named ? 1 : 0))
  const others = useOtherProjects(project, query)
  const ownPlaces = palettePlaces(role)
  // Groups stand in the order they are rendered in: a place whose name is typed goes before what is found by it.
  const isPlaceNamed =
    query !== '' && [...navItems, ...ownPlaces].some(({ label }) => label.toLowerCase().startsWith(query.toLowerCase()))
  const returning = useReturningFocus()
  useCoveredPage()
  const act = (run: () => void) => () => {
    commandPalette.set(false)
    run()
  }
  const go = (href: string) => act(() => goTo(href))
  const isSearched = useRef(false)
  const onSearch = () => {
    isSearched.current = location.pathname === projectHref(project, '/runs')
    go(projectHref(project, `/runs?text=${encodeURIComponent(query)}`))()
  }
  const search = query && (
    <Finds key="search" project={project} query={query} named={named} groups={found} go={go} onSearch={onSearch} />
  )
  const places = (
    <Places
      key="places"
      project={project}
      own={ownPlaces}
      go={go}
      onSignOut={act(() => void signOut().catch(toast.problem))}
    />
  )
  return (
    <Dialog.Root open onOpenChange={commandPalette.set}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-overlay" />
        <Dialog.Content
          onCloseAutoFocus={(event) => {
            returning.onCloseAutoFocus(event)
            // No page is opened that would take the focus: the list is there already.
            if (isSearched.current) document.querySelector<HTMLElement>('#main [type="search"]')?.focus()
          }}
          onEscapeKeyDown={keepIfTaken}
          aria-describedby={undefined}
          className="fixed inset-x-3 top-[14dvh] max-sm:top-3 z-50 mx-auto max-w-xl animate-enter overflow-hidden rounded-lg bg-raised shadow-raised outline-none"
        >
          <Dialog.Title className="sr-only">Search or jump</Dialog.Title>
          <Command label="Search or jump" filter={rankWords} loop>
            <div className="flex items-center gap-2.5 border-b px-4">
              <Search className="size-4 shrink-0 text-ink-3" aria-hidden />
              <Command.Input
                value={text}
                onValueChange={setText}
                placeholder="Find a run, gate, chain, failure or page"
                className="h-12 w-full bg-transparent text-md outline-none"
              />
            </div>
            <Command.List className="max-h-[50dvh] max-sm:max-h-[40dvh] overflow-y-auto p-2">
              <Command.Empty className="px-2 py-6 text-center text-ink-2 text-sm">No results.</Command.Empty>
              {isPlaceNamed ? [places, search] : [search, places]}
              {others.projects.length > 0 && (
                <Group heading="Switch project">
                  {others.projects.map((candidate) => (
                    <Item
                      key={candidate.slug}
                      icon={<FolderOpen aria-hidden />}
                      // As those above, if the server has found them.
                      value={`switch project go to ${candidate.name} ${candidate.slug} ${others.areFound ? query : ''}`}
                      onSelect={go(projectHref(candidate.slug))}
                    >
                      <span className="truncate">{candidate.name}</span>
                    </Item>
                  ))}
                </Group>
              )}
              <Group heading="This browser">
                <Item
                  icon={<SunMoon aria-hidden />}
                  value="theme light dark mode appearance"
                  onSelect={act(toggleTheme)}
                >
                  {resolvedTheme === 'dark' ? 'Use the light theme' : 'Use the dark theme'}
                </Item>
                <Item
                  icon={<Keyboard aria-hidden />}
                  value="keyboard shortcuts help keys"
                  hint="?"
                  onSelect={act(() => shortcutSheet.set(true))}
                >
                  Keyboard shortcuts
                </Item>
              </Group>
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type Go = (href: string) => () => void
type Found = ReturnType<typeof useFound>

type FindsProps = {
  project: string
  query: string
  named: Found['named']
  groups: Found['groups']
  go: Go
  onSearch: () => void
}

/** What is found of the project: runs by the text or the id that was typed, and what has that name. */
function Finds({ project, query, named, groups, go, onSearch }: FindsProps) {
  const searchRuns = {
    icon: <Search aria-hidden />,
    onSelect: onSearch,
    children: (
      <>
        <span className="shrink-0">Search runs for</span> <span className="truncate font-medium">{query}</span>
      </>
    ),
  }
  const openRun = named && {
    icon: <ArrowRight aria-hidden />,
    onSelect: go(projectHref(project, `/runs/${named}`)),
    children: (
      <>
        <span className="shrink-0">Open run</span> <span className="truncate font-mono text-xs">{query}</span>
      </>
    ),
  }
  return (
    <>
      <Group heading="Runs">
        {/* The first item stays selected when what it does becomes known. */}
        <Item value={`first ${query}`} {...(openRun || searchRuns)} />
        {openRun && <Item value={`search ${query}`} {...searchRuns} />}
      </Group>
      {groups.map(({ heading, items }) => (
        <Group key={heading} heading={heading === 'Runs' ? 'Runs found' : heading}>
          {items.map((item) => (
            <Item
              key={item.key}
              icon={item.icon}
              // Contains the query, so that cmdk does not filter the server's results again.
              value={`found ${heading} ${item.key} ${query}`}
              onSelect={go(item.href)}
            >
              <span className="min-w-1/2 max-w-fit flex-1 truncate">{item.name}</span>
              <span className="truncate text-ink-3 text-xs">{item.more}</span>
            </Item>
          ))}
        </Group>
      ))}
    </>
  )
}

type PlacesProps = { project: string; own: ReturnType<typeof palettePlaces>; go: Go; onSignOut: () => void }

/** The pages of the project and the account. */
function Places({ project, own, go, onSignOut }: PlacesProps) {
  return (
    <>
      <Group heading="Go to">
        {navItems.map((item) => (
          <Item
            key={item.id}
            icon={<item.Icon aria-hidden />}
            value={`go ${item.label}`}
            hint={`G ${item.key.toUpperCase()}`}
            onSelect={go(projectHref(project, item.path))}
          >
            {item.label}
          </Item>
        ))}
        <Item
          icon={<ArrowLeftRight aria-hidden />}
          value="go compare versions runs attempts"
          onSelect={go(projectHref(project, '/compare'))}
        >
          Compare versions or runs
        </Item>
        <Item icon={<Braces aria-hidden />} value="go API reference" onSelect={go('/reference')}>
          API reference
        </Item>
      </Group>
      <Group heading="Project and account">
        {own.map(({ label, value, path, Icon }) => (
          <Item
            key={label}
            icon={<Icon aria-hidden />}
            value={value}
            onSelect={go(path === '/projects/new' ? path : projectHref(project, path))}
          >
            {label}
          </Item>
        ))}
        <Item icon={<LogOut aria-hidden />} value="sign out log out logout" onSelect={onSignOut}>
          Sign out
        </Item>
      </Group>
    </>
  )
}

/** Has screen readers say how much of the project was found, which appears after the typing, and below what is chosen. */
function useSpokenFinds(count: number) {
  useEffect(() => {
    if (count > 0) announce(`${count} found`)
    return () => announce('')
  }, [count])
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="mb-1 **:[[cmdk-group-heading]]:px-2 **:[[cmdk-group-heading]]:py-1.5 **:[[cmdk-group-heading]]:text-ink-3 **:[[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  )
}

type ItemProps = { icon: ReactNode; value: string; hint?: string; onSelect: () => void; children: ReactNode }

function Item({ icon, value, hint, onSelect, children }: ItemProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex h-9 items-center gap-2.5 rounded-md px-2 text-sm data-[selected=true]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-3"
    >
      {icon}
      <span className="flex min-w-0 flex-1 items-baseline gap-1.5">{children}</span>
      {hint && <span className="pointer-coarse:hidden text-ink-3 text-xs">{hint}</span>}
    </Command.Item>
  )
}
