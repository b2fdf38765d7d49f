'use client'

import { type ReactNode, useState } from 'react'

/** The frame's greatest height, in px. */
const FRAME_HEIGHT = 448
/** Rows kept ready above and below those in sight. */
const OVERSCAN = 12
/** The rows are drawn anew after so many have passed, not after each. */
const STEP = 4

type VirtualRowsProps = {
  label: string
  count: number
  rowHeight: number
  keyOf: (index: number) => string
  /** One row; it fills the height it is given. */
  children: (index: number) => ReactNode
}

/** A list of any length in a frame that scrolls: only the rows in sight are in the page. */
export function VirtualRows({ label, count, rowHeight, keyOf, children }: VirtualRowsProps) {
  const [first, setFirst] = useState(0)
  const start = Math.min(Math.max(0, first - OVERSCAN), count)
  const end = Math.min(count, first + STEP + Math.ceil(FRAME_HEIGHT / rowHeight) + OVERSCAN)
  return (
    <div
      className="max-h-112 overflow-y-auto"
      onScroll={({ currentTarget }) => setFirst(Math.floor(currentTarget.scrollTop / rowHeight / STEP) * STEP)}
    >
      <ul aria-label={label} className="relative" style={{ height: count * rowHeight }}>
        {Array.from({ length: end - start }, (_, place) => start + place).map((index) => (
          <li
            key={keyOf(index)}
            aria-setsize={count}
            aria-posinset={index + 1}
            className="absolute inset-x-0 top-0"
            style={{ height: rowHeight, transform: `translateY(${index * rowHeight}px)` }}
          >
            {children(index)}
          </li>
        ))}
      </ul>
    </div>
  )
}
