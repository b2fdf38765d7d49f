'use client'

import { Moon, Sun } from 'lucide-react'
import { IconButton } from '@/components/ui/icon-button'
import { useThemeSwitch } from './use-theme-switch'

/** Theme switch. Renders both icons and lets CSS show one, because the server does not know the theme. */
export function ThemeToggle() {
  const { toggleTheme } = useThemeSwitch()
  return (
    <IconButton label="Switch between light and dark" className="max-sm:hidden" onClick={toggleTheme}>
      <Sun className="dark:hidden" aria-hidden />
      <Moon className="hidden dark:block" aria-hidden />
    </IconButton>
  )
}
