'use client'

import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { Button } from './button'
import { announce } from './toast'

type SelectedRowsBarProps = {
  label: string
  /** Count with its noun: "3 runs". */
  what: string
  onClear: () => void
  /** Control that selects more. */
  more?: ReactNode
  /** Bulk actions. */
  children: ReactNode
}

/** Sticky bar with the bulk actions for the selected rows. */
export function SelectedRowsBar({ label, what, onClear, more, children }: SelectedRowsBarProps) {
  // The bar arrives with its first count, which screen readers take for a part of the page.
  useEffect(() => {
    announce(`${what} selected`)
    return () => announce('')
  }, [what])
  return (
    <section
      aria-label={label}
      className="sticky bottom-14 z-10 -mx-4 mt-4 flex flex-wrap items-center gap-2 border-t bg-paper px-4 py-2.5 lg:bottom-0 lg:-mx-8 lg:px-8 print:hidden"
    >
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-2">
        <p className="text-sm">{what} selected</p>
        <Button variant="ghost" onClick={onClear}>
          Clear
        </Button>
        {more}
      </div>
      <div className="flex flex-wrap items-center gap-2 max-xl:[&_svg:not(.animate-spin)]:hidden">{children}</div>
    </section>
  )
}

export type Selection = {
  ids: readonly string[]
  has: (id: string) => boolean
  toggle: (id: string) => void
  /** Adds these to the selection. */
  setMany: (ids: readonly string[]) => void
  /** State of the "select all" checkbox, over the loaded items up to the maximum. */
  all: boolean | 'indeterminate'
  setAll: (isSelected: boolean) => void
  drop: (ids: readonly string[]) => void
  clear: () => void
}

/** Selection of at most `max` items. Items that leave the list are no longer in `ids`. */
export function useSelection(items: readonly { id: string }[], max: number): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const ids = useMemo(() => items.flatMap(({ id }) => (chosen.has(id) ? id : [])).slice(0, max), [items, chosen, max])
  const selected = useMemo(() => new Set(ids), [ids])
  const most = Math.min(items.length, max)
  const without = (gone: readonly string[]) => new Set([...chosen].filter((id) => !gone.includes(id)))
  const toggle = useCallback(
    (id: string) => setChosen((now) => new Set(now.has(id) ? [...now].filter((other) => other !== id) : [...now, id])),
    [],
  )
  const setMany = useCallback((more: readonly string[]) => setChosen((now) => new Set([...now, ...more])), [])
  return {
    ids,
    // What is beyond the maximum is not acted on, so it does not look selected.
    has: (id) => selected.has(id),
    toggle,
    all: ids.length === 0 ? false : ids.length >= most ? true : 'indeterminate',
    setMany,
    setAll: (isSelected) => setChosen(new Set(isSelected ? items.slice(0, max).map(({ id }) => id) : [])),
    drop: (gone) => setChosen(without(gone)),
    clear: () => setChosen(new Set()),
  }
}
