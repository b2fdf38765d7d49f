'use client'

import { useMemo, useSyncExternalStore } from 'react'

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
