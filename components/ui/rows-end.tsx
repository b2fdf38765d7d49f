'use client'

import { useEffect, useEffectEvent, useRef } from 'react'

/** Distance from the end of the list at which more rows are requested. */
const AHEAD_PX = 1200

/** End of the rendered rows: calls `onNear` when it is near the viewport, as soon as the list is not busy with another request. */
export function RowsEnd({ shown, isBusy, onNear }: { shown: number; isBusy: boolean; onNear: () => void }) {
  const ref = useRef<HTMLParagraphElement>(null)
  const grow = useEffectEvent(onNear)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end may still be near when rows were added, so it is observed anew.
  useEffect(() => {
    if (!ref.current || isBusy) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && grow(),
      {
        rootMargin: `${AHEAD_PX}px 0px`,
      },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [shown, isBusy])
  return (
    <p ref={ref} className="py-3 text-ink-3 text-sm">
      More follow…
    </p>
  )
}
