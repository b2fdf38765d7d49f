'use client'

import { useEffect, useRef } from 'react'

/** Distance from the end of the list at which more rows are requested. */
const AHEAD_PX = 1200

/** End of the rendered rows: calls `onNear` when it is near the viewport, and again whenever this callback changes. */
export function RowsEnd({ onNear }: { onNear: () => void }) {
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (!ref.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && onNear(),
      {
        rootMargin: `${AHEAD_PX}px 0px`,
      },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [onNear])
  return (
    <p ref={ref} className="py-3 text-ink-3 text-sm">
      More follow…
    </p>
  )
}
