'use client'

import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { navHref, navItems } from './nav-items'
import { shortcutSheet, useIsOpen } from './open-state'
import { useShortcuts } from './shortcuts'

const ShortcutSheet = dynamic(() => import('./shortcut-sheet').then((module) => module.ShortcutSheet), { ssr: false })

/** The keys that work everywhere: `g` and a letter goes somewhere, `?` lists them all. */
export function FrameShortcuts({ project }: { project: string }) {
  const router = useRouter()
  const isSheetOpen = useIsOpen(shortcutSheet)
  useShortcuts('Anywhere', [
    ...navItems.map((item) => ({
      keys: `g ${item.key}`,
      label: `Go to ${item.label.toLowerCase()}`,
      run: () => router.push(navHref(project, item.path)),
    })),
    { keys: '?', label: 'Show these shortcuts', run: () => shortcutSheet.set(true) },
  ])
  return isSheetOpen ? <ShortcutSheet /> : null
}
