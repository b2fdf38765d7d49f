'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'

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
  const frame = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    getItemKey: keyOf,
    overscan: 12,
    initialRect: { width: 400, height: 448 },
  })
  return (
    <div ref={frame} className="max-h-112 overflow-y-auto">
      <ul aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => (
          <li
            key={item.key}
            aria-setsize={count}
            aria-posinset={item.index + 1}
            className="absolute inset-x-0 top-0"
            style={{ height: item.size, transform: `translateY(${item.start}px)` }}
          >
            {children(item.index)}
          </li>
        ))}
      </ul>
    </div>
  )
}
