'use client'

import { useMemo } from 'react'
import { browserSetting } from '@/components/ui/browser-storage'
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

/** By default these are hidden, to leave room for run names. */
const setting = browserSetting('run-columns', '["duration","tokens"]')

/** Returns the ids of the columns hidden in this browser, and a setter. */
function useHiddenColumns(): [string[], (hidden: readonly string[]) => void] {
  const text = setting.useValue()
  return [useMemo(() => parse(text), [text]), (hidden) => setting.write(JSON.stringify(hidden))]
}

function parse(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
  } catch {
    return []
  }
}
