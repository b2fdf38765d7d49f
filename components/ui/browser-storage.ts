'use client'

import { useState, useSyncExternalStore } from 'react'
import { ownUnsent } from '@/lib/queries/shown-person'
import { useBrowserValue } from './browser-value'

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
  return { fallback, read, write, subscribe }
}

type BrowserSetting = ReturnType<typeof browserSetting>

export function useBrowserSetting({ fallback, read, subscribe }: BrowserSetting): string {
  return useSyncExternalStore(subscribe, read, () => fallback)
}

/** Returns the text kept under a key, '' if there is none. */
function readUnsent(key: string): string {
  try {
    return sessionStorage.getItem(ownUnsent() + key) ?? ''
  } catch {
    return ''
  }
}

/** Returns the value kept as JSON under a key; undefined if there is none, or what is there is not JSON. */
export function readUnsentJson(key: string): unknown {
  try {
    return JSON.parse(readUnsent(key))
  } catch {
    return undefined
  }
}

/**
 * Keeps a text that was typed but not sent, for this tab: it is still there after a reload, or after signing in again when the session ended
 * meanwhile. '' forgets it, and so does signing out.
 */
export function keepUnsent(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(ownUnsent() + key)
    else sessionStorage.setItem(ownUnsent() + key, text)
  } catch {
    // Without storage, or with a full one, the text lives as long as its field.
  }
}

const same = (text: string) => text

type TextChange = string | ((text: string) => string)

/**
 * The text, its change, and what forgets it if it is one that was kept earlier and has not been touched since, else null. A change that depends
 * on the text is a function: a click may come before React has read what was kept.
 */
export type UnsentText = readonly [string, (change: TextChange) => void, (() => void) | null]

/**
 * State of a text that is kept while it is unsent, one per key. The server and the first client render have no kept text.
 * @param start without a kept text
 * @param keepable removes from a text what must not be kept, such as a secret
 */
export function useUnsentText(key: string, start = '', keepable: (text: string) => string = same): UnsentText {
  const [typed, setTyped] = useState<{ key: string; text: string } | null>(null)
  const kept = useBrowserValue(() => readUnsent(key), '')
  const own = typed?.key === key ? typed.text : null
  const change = (next: TextChange) => {
    const now = own ?? (readUnsent(key) || start)
    const text = typeof next === 'string' ? next : next(now)
    if (typeof next === 'function' && text === now) return
    keepUnsent(key, text === start ? '' : keepable(text))
    setTyped({ key, text })
  }
  return [own ?? (kept || start), change, own === null && kept ? () => change(start) : null]
}
