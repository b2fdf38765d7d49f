'use client'

import { Moon, Sun } from 'lucide-react'
import { useTheme } from 'next-themes'
import { IconButton } from '@/components/ui/icon-button'

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

/**
 * Returns the theme in force and functions that change it, without the transitions of colours. The provider's own option for that restyles
 * the whole page several times on every load.
 */
export function useThemeSwitch() {
  const { resolvedTheme, setTheme } = useTheme()
  const switchTheme = (theme: 'light' | 'dark' | 'system') => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, still]
    setTheme(theme)
    // The first frame has the new colours.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still)
      }),
    )
  }
  return { resolvedTheme, switchTheme, toggleTheme: () => switchTheme(resolvedTheme === 'dark' ? 'light' : 'dark') }
}
