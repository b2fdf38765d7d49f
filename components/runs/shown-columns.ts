'use client'

import { useMemo } from 'react'
import { useHiddenColumns } from './hidden-columns'
import { hideableColumns, type RunColumn, runColumns } from './run-columns'
import { useRunSearch } from './use-run-search'

/** Returns the columns of the table: those named in the URL, or all but those hidden in this browser. */
export function useShownColumns(): {
  columns: readonly RunColumn[]
  /** Ids of the shown columns that can be hidden. */
  shown: readonly string[]
  show: (ids: readonly string[]) => void
} {
  const [hidden, setHidden] = useHiddenColumns()
  const { search, change } = useRunSearch()
  const named = search.columns
  const shown = useMemo(
    () => hideableColumns.map(({ id }) => id).filter((id) => (named ? named.includes(id) : !hidden.includes(id))),
    [named, hidden],
  )
  const columns = useMemo(() => runColumns.filter(({ id, isFixed }) => isFixed || shown.includes(id)), [shown])
  const show = (ids: readonly string[]) => {
    setHidden(hideableColumns.map(({ id }) => id).filter((id) => !ids.includes(id)))
    if (named) change({ columns: [...ids] })
  }
  return { columns, shown, show }
}
