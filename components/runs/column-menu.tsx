'use client'

import { Columns3 } from 'lucide-react'
import { useMemo, useSyncExternalStore } from 'react'
import { Button } from '@/components/ui/button'
import { DropdownMenu, MenuCheckbox } from '@/components/ui/dropdown-menu'
import { hideableColumns } from './run-columns'

/** Which columns the table shows; this browser remembers it. */
export function ColumnMenu() {
  const [hidden, setHidden] = useHiddenColumns()
  return (
    <DropdownMenu align="end" trigger={<Button icon={<Columns3 aria-hidden />}>Columns</Button>}>
      {hideableColumns.map((column) => (
        <MenuCheckbox
          key={column.id}
          checked={!hidden.includes(column.id)}
          onCheckedChange={(isShown) =>
            setHidden(isShown ? hidden.filter((id) => id !== column.id) : [...hidden, column.id])
          }
        >
          {column.head}
        </MenuCheckbox>
      ))}
    </DropdownMenu>
  )
}

const KEY = 'veritas:run-columns'
const CHANGED = 'veritas:run-columns-changed'
const NOTHING_HIDDEN = '[]'

function read(): string {
  try {
    return localStorage.getItem(KEY) ?? NOTHING_HIDDEN
  } catch {
    return NOTHING_HIDDEN
  }
}

function subscribe(listener: () => void) {
  window.addEventListener('storage', listener)
  window.addEventListener(CHANGED, listener)
  return () => {
    window.removeEventListener('storage', listener)
    window.removeEventListener(CHANGED, listener)
  }
}

function parse(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
  } catch {
    return []
  }
}

/** The ids of the columns this browser hides, and how to change them. */
export function useHiddenColumns(): [string[], (hidden: readonly string[]) => void] {
  const text = useSyncExternalStore(subscribe, read, () => NOTHING_HIDDEN)
  return [useMemo(() => parse(text), [text]), hideColumns]
}

function hideColumns(hidden: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(hidden))
  } catch {
    // A browser without storage shows every column.
  }
  window.dispatchEvent(new Event(CHANGED))
}
