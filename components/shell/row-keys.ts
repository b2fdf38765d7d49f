'use client'

import { type RefObject, useRef } from 'react'
import { useShortcuts } from './shortcuts'

/** Index of the row that has the focus, null while none has. Rows say theirs in `data-row`. */
export function focusedRow(): number | null {
  const text = document.activeElement?.closest('[data-row]')?.getAttribute('data-row')
  return text === null || text === undefined ? null : Number(text)
}

type RowKeys = {
  frame: RefObject<HTMLElement | null>
  count: number
  reveal: (index: number) => void
  /** Where the keys are listed, and what a row is called there. */
  title: string
  noun: string
}

/** j and k move the focus from row to row, across pages; Enter then opens it as any link. */
export function useRowKeys({ frame, count, reveal, title, noun }: RowKeys): void {
  const at = useRef(-1)
  const move = (step: 1 | -1) => {
    const next = Math.min(count - 1, Math.max(0, (focusedRow() ?? at.current) + step))
    at.current = next
    reveal(next)
    // The row may have come into the page only with the scrolling.
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(`[data-row="${next}"] a`)?.focus())
  }
  useShortcuts(title, [
    { keys: 'j', label: `Next ${noun}`, run: () => move(1) },
    { keys: 'k', label: `Previous ${noun}`, run: () => move(-1) },
  ])
}
