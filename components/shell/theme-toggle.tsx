'use client'

import { Moon, Sun } from 'lucide-react'
import { useTheme } from 'next-themes'
import { IconButton } from '@/components/ui/icon-button'

/** Theme switch. Renders both icons and lets CSS show one, because the server does not know the theme. */
export function ThemeToggle() {
  const { resolvedTheme, setTheme } = useTheme()
  return (
    <IconButton
      label="Switch between light and dark"
      className="max-sm:hidden"
      onClick={() => setTheme(resolvedTheme === 'dark' ? 'light' : 'dark')}
    >
      <Sun className="dark:hidden" aria-hidden />
      <Moon className="hidden dark:block" aria-hidden />
    </IconButton>
  )
}
