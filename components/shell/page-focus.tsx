import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { focusFirst } from '@/components/ui/heirs'

/**
 * Gives the focus to the content of a page that a link has opened, if what had it is gone: the keyboard and a screen reader would begin at the top
 * of the window again. Next announces the title. Mounted once, above all pages.
 */
export function PageFocus() {
  const path = usePathname()
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    // After whatever of the new page takes the focus itself, and a menu that gives it back.
    const frame = requestAnimationFrame(() => {
      const main = document.getElementById('main')
      if (main && document.activeElement === document.body) focusFirst([main])
    })
    return () => cancelAnimationFrame(frame)
  }, [path])
  return null
}
