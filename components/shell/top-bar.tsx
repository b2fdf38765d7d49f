'use client'

import { useQuery } from '@tanstack/react-query'
import { ChevronsUpDown, Search, Timer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ClosedTrigger, type OpenedBy } from '@/components/ui/closed-trigger'
import { Kbd } from '@/components/ui/kbd'
import { lazyComponent, useLazyComponent, useLazyOverlay } from '@/components/ui/lazy-component'
import { Link } from '@/components/ui/link'
import { useModifierKey } from '@/components/ui/modifier-key'
import { Countdown } from '@/components/ui/time'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { projectHref } from '@/lib/presentation/links'
import { projectsOfPage } from '@/lib/queries/project-search'
import { commandPalette, useIsOpen } from './open-state'
import { keyOf } from './shortcuts'

const switcher = lazyComponent(() => import('./project-switcher'))

/** Name of the current project, which opens the list of the others. */
export function ProjectSwitcher({ project, name }: { project: string; name: string }) {
  const { data } = useQuery(projectsOfPage(project))
  const [openedBy, setOpenedBy] = useState<OpenedBy | null>(null)
  const parts = useLazyComponent(switcher, openedBy !== null)
  const trigger = (
    <button
      type="button"
      aria-label={`Project ${name}. Switch project`}
      className="-ml-2 flex h-8 min-w-0 max-w-48 items-center gap-1.5 rounded-md px-2 font-medium text-sm hover:bg-hover data-[state=open]:bg-hover"
    >
      <span className="truncate">{name}</span>
      <ChevronsUpDown className="size-3.5 shrink-0 text-ink-3" aria-hidden />
    </button>
  )
  if (parts)
    return (
      <parts.OpenedSwitcher project={project} known={data} trigger={trigger} byKeyboard={openedBy === 'keyboard'} />
    )
  return (
    <ClosedTrigger popup={data?.more ? 'dialog' : 'menu'} part={switcher} onOpen={setOpenedBy}>
      {trigger}
    </ClosedTrigger>
  )
}

const palette = lazyComponent(() => import('./command-palette'))

function onKeyDown(event: KeyboardEvent) {
  if (keyOf(event) !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
  event.preventDefault()
  commandPalette.set(true)
}

export function CommandPaletteButton({ project }: { project: string }) {
  const isOpen = useIsOpen(commandPalette)
  const parts = useLazyOverlay(palette, isOpen, () => commandPalette.set(false))
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => commandPalette.set(true)}
        className="flex h-8 min-w-0 items-center gap-2 rounded-md text-ink-3 text-sm hover:text-ink max-md:w-8 max-md:justify-center md:ml-2 md:w-72 md:border md:bg-sunken md:px-2.5 md:hover:border-line-strong"
      >
        <Search className="size-4" aria-hidden />
        <span className="max-md:sr-only flex-1 truncate text-left">Search or jump</span>
        <span className="flex gap-1 max-md:hidden">
          <Kbd>{useModifierKey()}</Kbd>
          <Kbd>K</Kbd>
        </span>
      </button>
      {parts && <parts.CommandPalette project={project} />}
    </>
  )
}

export type GatesDue = {
  count: number
  /** The earliest deadline. */
  nextDeadlineAt: string | null
}

type GatesDueChipProps = { project: string; due: GatesDue }

/** Link to the gates that wait for a person, with the earliest deadline; renders nothing if there are none. */
export function GatesDueChip({ project, due }: GatesDueChipProps) {
  if (due.count === 0) return null
  return (
    <Link
      href={projectHref(project, '/gates')}
      className="mr-1 flex h-7 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-md border border-review-line bg-review-bg px-2 font-medium text-review-fg text-xs hover:border-review"
    >
      <Timer className="size-3.5" aria-hidden />
      <span className="max-sm:sr-only">{formatPlural(due.count, 'gate')} due</span>
      <span className="sm:hidden" aria-hidden>
        {formatCount(due.count)}
      </span>
      {due.nextDeadlineAt && (
        <span className="-ml-0.5 max-md:hidden">
          · <Countdown deadlineAt={due.nextDeadlineAt} compact inherit />
        </span>
      )}
    </Link>
  )
}

type AccountMenuProps = { project: string; user: { name: string | null; email: string } }

const account = lazyComponent(() => import('./account-menu'))

export function AccountMenu({ project, user }: AccountMenuProps) {
  const [openedBy, setOpenedBy] = useState<OpenedBy | null>(null)
  const parts = useLazyComponent(account, openedBy !== null)
  const shown = user.name || user.email
  const trigger = (
    <button
      type="button"
      aria-label={`Account of ${shown}`}
      data-initials={initialsOf(shown)}
      // A picture of the name, not a text that the button would have to be called by.
      className="ml-1 inline-flex size-7 items-center justify-center rounded-full bg-selected font-medium text-ink text-xs before:content-[attr(data-initials)] hover:bg-line-strong"
    />
  )
  if (parts)
    return (
      <parts.OpenedAccountMenu project={project} user={user} trigger={trigger} byKeyboard={openedBy === 'keyboard'} />
    )
  return (
    <ClosedTrigger popup="menu" part={account} onOpen={setOpenedBy}>
      {trigger}
    </ClosedTrigger>
  )
}

function initialsOf(name: string): string {
  const words = name.split(/[\s@._-]+/).filter(Boolean)
  // By letter: half of one outside the basic plane is none.
  return words
    .slice(0, 2)
    .map((word) => [...word].slice(0, 1).join('').toUpperCase())
    .join('')
}
