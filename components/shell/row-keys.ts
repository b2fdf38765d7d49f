'use client'

import { type RefObject, useRef } from 'react'
import { useShortcuts } from './shortcuts'

type RowKeys = {
  frame: RefObject<HTMLElement | null>
  count: number
  reveal: (index: number) => void
  /** Where the keys are listed, and what a row is called there. */
  title: string
  noun: string
  /** Further keys for the row that has the focus; without one they get null. */
  more?: readonly { keys: string; label: string; run: (index: number | null) => void }[]
}

/** j and k move the focus from row to row, across pages; Enter then opens it as any link or button. Rows say their place in `data-row`. */
export function useRowKeys({ frame, count, reveal, title, noun, more = [] }: RowKeys): void {
  const last = useRef(-1)
  const coming = useRef<number | null>(null)
  const current = () => coming.current ?? focusedRow()
  const move = (step: 1 | -1) => {
    const next = Math.min(count - 1, Math.max(0, (current() ?? last.current) + step))
    last.current = next
    const find = () => frame.current?.querySelector<HTMLElement>(`[data-row="${next}"] :is(a, button)`)
    const row = find()
    // At once where it can be: the next key may be Enter.
    row?.focus({ preventScroll: true })
    reveal(next)
    coming.current = row ? null : next
    if (row) return
    // The row comes into the page only with the scrolling.
    requestAnimationFrame(() => {
      coming.current = null
      if (last.current === next) find()?.focus()
    })
  }
  useShortcuts(title, [
    { keys: 'j', label: `Next ${noun}`, run: () => move(1) },
    { keys: 'k', label: `Previous ${noun}`, run: () => move(-1) },
    ...more.map(({ keys, label, run }) => ({ keys, label, run: () => run(current()) })),
  ])
}

function focusedRow(): number | null {
  const text = document.activeElement?.closest('[data-row]')?.getAttribute('data-row')
  return text === null || text === undefined ? null : Number(text)
}
