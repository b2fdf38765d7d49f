'use client'

import { type RefObject, useCallback, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'

/** Of a row of text, in px. */
const ROW_HEIGHT = 40
/** Rows kept ready above and below the window. */
const OVERSCAN = 15
/** The rows are drawn anew after so many have passed, not after each. */
const STEP = 5
/** Rows from the end at which the next page is asked for. */
const AHEAD = 30
/** What the server writes, before there is a window to measure. */
const FIRST_ROWS = 23
/** What lies over the rows at the top of the window: the bar and the head of the table. */
const COVERED_PX = 80

type WindowRows = {
  /** Places of the rows to draw, in order. */
  indexes: readonly number[]
  /** Height of the rows left out before and after those, in px. */
  before: number
  after: number
  /** Scrolls a row into sight, no further than it takes. */
  reveal: (index: number) => void
}

type WindowRowsOptions = {
  frame: RefObject<HTMLElement | null>
  count: number
  hasMore: boolean
  /** Asks for the next page; called again for as long as the end is near. */
  onMore: () => void
}

/** Of many rows of one height, those near the window. */
export function useWindowRows({ frame, count, hasMore, onMore }: WindowRowsOptions): WindowRows {
  const top = useTopOf(frame)
  const firstInSight = useCallback(
    () => Math.floor(Math.max(0, window.scrollY - top) / ROW_HEIGHT / STEP) * STEP,
    [top],
  )
  const first = useSyncExternalStore(subscribe, firstInSight, zero)
  const inSight = useSyncExternalStore(subscribe, rowsInSight, firstRows)
  const start = Math.min(Math.max(0, first - OVERSCAN), count)
  const end = Math.min(count, first + STEP + inSight + OVERSCAN)
  const isNearEnd = hasMore && end >= count - AHEAD
  useEffect(() => {
    if (isNearEnd) onMore()
  }, [isNearEnd, onMore])
  const reveal = useCallback(
    (index: number) => {
      const above = top + index * ROW_HEIGHT - COVERED_PX - window.scrollY
      const below = top + (index + 2) * ROW_HEIGHT - window.innerHeight - window.scrollY
      if (above < 0) window.scrollBy(0, above)
      else if (below > 0) window.scrollBy(0, below)
    },
    [top],
  )
  return {
    indexes: Array.from({ length: end - start }, (_, place) => start + place),
    before: start * ROW_HEIGHT,
    after: (count - end) * ROW_HEIGHT,
    reveal,
  }
}

const zero = () => 0
const firstRows = () => FIRST_ROWS
const rowsInSight = () => Math.ceil(window.innerHeight / ROW_HEIGHT)

function subscribe(onChange: () => void) {
  window.addEventListener('scroll', onChange, { passive: true })
  window.addEventListener('resize', onChange)
  return () => {
    window.removeEventListener('scroll', onChange)
    window.removeEventListener('resize', onChange)
  }
}

/** Stands in a table for rows that are not in the page. */
export function RowSpacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height }} />
    </tr>
  )
}

/** Distance of an element from the top of the document, in px, kept up to date as things above it come and go. */
export function useTopOf(ref: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    if (ref.current) setTop(Math.round(ref.current.getBoundingClientRect().top + window.scrollY))
  })
  return top
}
