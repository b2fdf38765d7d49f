'use client'

import { useMemo, useSyncExternalStore } from 'react'

const KEY = 'veritas:run-columns'
const CHANGED = 'veritas:run-columns-changed'
/** Hidden by default, to leave room for run names. */
const HIDDEN_BY_DEFAULT = '["duration","tokens"]'

function read(): string {
  try {
    return localStorage.getItem(KEY) ?? HIDDEN_BY_DEFAULT
  } catch {
    return HIDDEN_BY_DEFAULT
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

/** Returns the ids of the columns hidden in this browser, and a setter. */
export function useHiddenColumns(): [string[], (hidden: readonly string[]) => void] {
  const text = useSyncExternalStore(subscribe, read, () => HIDDEN_BY_DEFAULT)
  return [useMemo(() => parse(text), [text]), hideColumns]
}

function hideColumns(hidden: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(hidden))
  } catch {
    // A browser without storage keeps the default.
  }
  window.dispatchEvent(new Event(CHANGED))
}
