'use client'

import { useEffect, useState } from 'react'

/** The id of the entry at the top of the window, as the reader scrolls. */
export function useEntryInView(): string | null {
  const [inView, setInView] = useState<string | null>(null)
  useEffect(() => {
    const visible = new Set<Element>()
    const entries = [...document.querySelectorAll('[data-entry]')]
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes)
          if (isIntersecting) visible.add(target)
          else visible.delete(target)
        setInView(entries.find((entry) => visible.has(entry))?.id ?? null)
      },
      // The band just under the header, where reading begins.
      { rootMargin: '-64px 0px -80% 0px' },
    )
    for (const entry of entries) observer.observe(entry)
    return () => observer.disconnect()
  }, [])
  return inView
}
