'use client'

import { type RefObject, useCallback, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'

/** Height of a table row in px. */
const ROW_HEIGHT = 40
/** Rows rendered above and below the viewport. */
const OVERSCAN = 15
/** The rendered range changes every this many rows, not with each one. */
const STEP = 5
const BEYOND = STEP + OVERSCAN
/** Rows below the viewport, down to the end of the list, at which the next page is requested. */
const AHEAD = 30
/** Rows rendered on the server, which has no viewport to measure: as many as most screens show, so that they arrive early. */
const FIRST_ROWS = 23
/** Height of the sticky top bar and table header, which cover the first rows of the viewport. */
const COVERED_PX = 80

type WindowRows = {
  /** Indexes of the rows to render, in order. */
  indexes: readonly number[]
  /** Height of the omitted rows before and after, in px. */
  before: number
  after: number
  /** Scrolls a row into view, no further than necessary. */
  reveal: (index: number) => void
}

type WindowRowsOptions = {
  frame: RefObject<HTMLElement | null>
  count: number
  hasMore: boolean
  /** Requests the next page when the end is near; called again whenever this callback changes. */
  onMore: () => void
}

/** Window virtualization for rows of one height: returns the range to render near the viewport. */
export function useWindowRows({ frame, count, hasMore, onMore }: WindowRowsOptions): WindowRows {
  const top = useTopOf(frame)
  const firstInSight = useCallback(
    () => Math.floor(Math.max(0, window.scrollY - top) / ROW_HEIGHT / STEP) * STEP,
    [top],
  )
  const first = useSyncExternalStore(subscribe, firstInSight, zero)
  const rendered = useSyncExternalStore(subscribe, rowsToRender, firstRows)
  const start = Math.min(Math.max(0, first - OVERSCAN), count)
  const end = Math.min(count, first + rendered)
  const firstBelow = first + rendered - BEYOND
  const isNearEnd = hasMore && firstBelow >= count - AHEAD
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
const rowsToRender = () => Math.ceil(window.innerHeight / ROW_HEIGHT) + BEYOND

function subscribe(onChange: () => void) {
  window.addEventListener('scroll', onChange, { passive: true })
  window.addEventListener('resize', onChange)
  return () => {
    window.removeEventListener('scroll', onChange)
    window.removeEventListener('resize', onChange)
  }
}

/** Table row that takes the height of the omitted rows. */
export function RowSpacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height }} />
    </tr>
  )
}

/** Returns an element's distance from the top of the document in px, measured after every render. */
export function useTopOf(ref: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    if (ref.current) setTop(Math.round(ref.current.getBoundingClientRect().top + window.scrollY))
  })
  return top
}
