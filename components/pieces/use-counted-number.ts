'use client'

import { useEffect, useRef, useState } from 'react'

const COUNT_MS = 280

/** Follows `target`, counting over to it when it changes; at once under reduced motion, and to or from nothing. */
export function useCountedNumber(target: number | null): number | null {
  const [shown, setShown] = useState(target)
  const from = useRef(target)
  useEffect(() => {
    const start = from.current
    from.current = target
    const isStill =
      start === null ||
      target === null ||
      start === target ||
      window.matchMedia('(prefers-reduced-motion: reduce)').matches
    if (isStill) {
      setShown(target)
      return
    }
    const startedAt = performance.now()
    let frame = requestAnimationFrame(function step(now) {
      const share = Math.min(1, (now - startedAt) / COUNT_MS)
      setShown(start + (target - start) * (1 - (1 - share) ** 3))
      if (share < 1) frame = requestAnimationFrame(step)
    })
    return () => cancelAnimationFrame(frame)
  }, [target])
  return shown
}
