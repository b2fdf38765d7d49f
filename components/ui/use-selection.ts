'use client'

import { useCallback, useMemo, useState } from 'react'

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
  const most = Math.min(items.length, max)
  const without = (gone: readonly string[]) => new Set([...chosen].filter((id) => !gone.includes(id)))
  const toggle = useCallback(
    (id: string) => setChosen((now) => new Set(now.has(id) ? [...now].filter((other) => other !== id) : [...now, id])),
    [],
  )
  const setMany = useCallback((more: readonly string[]) => setChosen((now) => new Set([...now, ...more])), [])
  return {
    ids,
    has: (id) => chosen.has(id),
    toggle,
    all: ids.length === 0 ? false : ids.length >= most ? true : 'indeterminate',
    setMany,
    setAll: (isSelected) => setChosen(new Set(isSelected ? items.slice(0, max).map(({ id }) => id) : [])),
    drop: (gone) => setChosen(without(gone)),
    clear: () => setChosen(new Set()),
  }
}
