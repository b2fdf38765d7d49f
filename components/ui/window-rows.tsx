'use client'

import { type RefObject, useLayoutEffect, useState } from 'react'

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
