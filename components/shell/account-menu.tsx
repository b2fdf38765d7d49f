'use client'

import { Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { useTheme } from 'next-themes'
import { DropdownMenu, MenuItem, MenuSeparator } from '@/components/ui/dropdown-menu'
import { signOut } from '@/lib/queries/session'
import { shortcutSheet } from './open-state'

type AccountMenuProps = { user: { name: string | null; email: string } }

export function AccountMenu({ user }: AccountMenuProps) {
  const { setTheme } = useTheme()
  const shown = user.name || user.email
  const trigger = (
    <button
      type="button"
      aria-label={`Account of ${shown}`}
      className="ml-1 inline-flex size-7 items-center justify-center rounded-full bg-selected font-medium text-ink text-xs hover:bg-line-strong"
    >
      {initialsOf(shown)}
    </button>
  )
  return (
    <DropdownMenu trigger={trigger} align="end" className="w-60">
      <div className="px-2 py-1.5">
        <p className="truncate font-medium">{shown}</p>
        {user.name && <p className="truncate text-ink-3 text-xs">{user.email}</p>}
      </div>
      <MenuSeparator />
      <MenuItem icon={<Sun aria-hidden />} onSelect={() => setTheme('light')}>
        Light
      </MenuItem>
      <MenuItem icon={<Moon aria-hidden />} onSelect={() => setTheme('dark')}>
        Dark
      </MenuItem>
      <MenuItem icon={<Monitor aria-hidden />} onSelect={() => setTheme('system')}>
        As the system
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Keyboard aria-hidden />} shortcut="?" onSelect={() => shortcutSheet.set(true)}>
        Keyboard shortcuts
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden />} onSelect={() => void signOut()}>
        Sign out
      </MenuItem>
    </DropdownMenu>
  )
}

function initialsOf(name: string): string {
  const words = name.split(/[\s@._-]+/).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
}
