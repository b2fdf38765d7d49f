'use client'

import { Search } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useEffect } from 'react'
import { Kbd } from '@/components/ui/kbd'
import { commandPalette, useIsOpen } from './open-state'

const CommandPalette = dynamic(() => import('./command-palette').then((module) => module.CommandPalette), {
  ssr: false,
})

type CommandPaletteButtonProps = { projects: readonly { slug: string; name: string }[]; project: string }

function onKeyDown(event: KeyboardEvent) {
  if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
  event.preventDefault()
  commandPalette.set(true)
}

export function CommandPaletteButton({ projects, project }: CommandPaletteButtonProps) {
  const isOpen = useIsOpen(commandPalette)
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-label="Search or jump"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => commandPalette.set(true)}
        className="flex h-8 items-center gap-2 rounded-md text-ink-3 text-sm hover:text-ink max-md:w-8 max-md:justify-center md:ml-2 md:w-72 md:border md:bg-sunken md:px-2.5 md:hover:border-line-strong"
      >
        <Search className="size-4" aria-hidden />
        <span className="flex-1 text-left max-md:hidden">Search or jump</span>
        <span className="flex gap-1 max-md:hidden">
          <Kbd>Ctrl</Kbd>
          <Kbd>K</Kbd>
        </span>
      </button>
      {isOpen && <CommandPalette projects={projects} project={project} />}
    </>
  )
}
