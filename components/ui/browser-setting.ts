'use client'

import { useSyncExternalStore } from 'react'

/** A setting kept by this browser. All its windows follow a change; a browser without storage keeps the default. */
export function browserSetting(name: string, fallback: string) {
  const key = `veritas:${name}`
  const changed = `${key}-changed`
  const read = (): string => {
    try {
      return localStorage.getItem(key) ?? fallback
    } catch {
      return fallback
    }
  }
  const write = (value: string): void => {
    try {
      localStorage.setItem(key, value)
    } catch {
      // Without storage the default stays.
    }
    window.dispatchEvent(new Event(changed))
  }
  const subscribe = (listener: () => void) => {
    window.addEventListener('storage', listener)
    window.addEventListener(changed, listener)
    return () => {
      window.removeEventListener('storage', listener)
      window.removeEventListener(changed, listener)
    }
  }
  const useValue = (): string => useSyncExternalStore(subscribe, read, () => fallback)
  return { read, write, subscribe, useValue }
}
