'use client'

import { parseAsInteger, useQueryState } from 'nuqs'
import { useEffect, useEffectEvent, useRef } from 'react'

const FIRST_ROWS = 100
const STEP = 200
/** Distance from the end of the list at which more rows are rendered. */
const AHEAD_PX = 1200

const rowsParser = parseAsInteger.withDefault(FIRST_ROWS).withOptions({ history: 'replace', scroll: false })

/**
 * Renders only the first rows of a long list that is already loaded, whatever their heights, and more when its end comes near. The number
 * is kept in the URL, so that going back finds the same place.
 */
export function useGrowingRows<Row>(rows: readonly Row[]) {
  const [asked, ask] = useQueryState('rows', rowsParser)
  const shown = rows.slice(0, Math.max(FIRST_ROWS, asked))
  return { shown, isCut: shown.length < rows.length, grow: () => void ask(shown.length + STEP) }
}

/** End of the rendered rows: calls `onNear` when it comes near the viewport. */
export function RowsEnd({ shown, onNear }: { shown: number; onNear: () => void }) {
  const ref = useRef<HTMLParagraphElement>(null)
  const grow = useEffectEvent(onNear)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end may still be near when rows were added, so it is observed anew.
  useEffect(() => {
    if (!ref.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && grow(),
      {
        rootMargin: `${AHEAD_PX}px 0px`,
      },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [shown])
  return (
    <p ref={ref} className="py-3 text-ink-3 text-sm">
      More follow…
    </p>
  )
}
