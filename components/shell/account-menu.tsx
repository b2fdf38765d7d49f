'use client'

import { Check, Keyboard, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react'
import { useTheme } from 'next-themes'
import type { ReactNode } from 'react'
import { MenuItem, MenuSeparator, OpenedMenu } from '@/components/ui/floating/menu'
import { Link } from '@/components/ui/link'
import { toast } from '@/components/ui/toast'
import { projectHref } from '@/lib/presentation/links'
import { signOut } from '@/lib/queries/session'
import { shortcutSheet } from './open-state'
import { useThemeSwitch } from './theme-toggle'

const themes = [
  { theme: 'light', label: 'Light', Icon: Sun },
  { theme: 'dark', label: 'Dark', Icon: Moon },
  { theme: 'system', label: 'As the system', Icon: Monitor },
] as const

type OpenedAccountMenuProps = {
  project: string
  user: { name: string | null; email: string }
  trigger: ReactNode
  byKeyboard: boolean
}

/** Menu of a person: their account, the theme of this browser with a tick at the one in force, the shortcuts, and signing out. */
export function OpenedAccountMenu({ project, user, trigger, byKeyboard }: OpenedAccountMenuProps) {
  const { theme: current } = useTheme()
  const { switchTheme } = useThemeSwitch()
  return (
    <OpenedMenu trigger={trigger} align="end" className="w-60" byKeyboard={byKeyboard}>
      <div className="px-2 py-1.5">
        <p className="truncate font-medium">{user.name || user.email}</p>
        {user.name && <p className="truncate text-ink-3 text-xs">{user.email}</p>}
      </div>
      <MenuSeparator />
      <MenuItem asChild>
        <Link href={projectHref(project, '/settings/account')}>
          <UserRound aria-hidden />
          Your account
        </Link>
      </MenuItem>
      <MenuSeparator />
      {themes.map(({ theme, label, Icon }) => (
        <MenuItem
          key={theme}
          icon={<Icon aria-hidden />}
          aria-current={theme === current || undefined}
          onSelect={() => switchTheme(theme)}
        >
          <span className="flex items-center justify-between">
            {label}
            {theme === current && <Check className="text-ink-3" aria-hidden />}
          </span>
        </MenuItem>
      ))}
      <div className="pointer-coarse:hidden">
        <MenuSeparator />
        <MenuItem icon={<Keyboard aria-hidden />} shortcut="?" onSelect={() => shortcutSheet.set(true)}>
          Keyboard shortcuts
        </MenuItem>
      </div>
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden />} onSelect={() => void signOut().catch(toast.problem)}>
        Sign out
      </MenuItem>
    </OpenedMenu>
  )
}
