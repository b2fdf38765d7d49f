'use client'

import { useState } from 'react'

const PREFIX = 'veritas:unsent:'

/** Returns the text kept under a key, '' if there is none. */
export function readUnsent(key: string): string {
  try {
    return sessionStorage.getItem(PREFIX + key) ?? ''
  } catch {
    return ''
  }
}

/**
 * Keeps a text that was typed but not sent, for this tab: it is still there after a reload, or after signing in again when the session ended
 * meanwhile. '' forgets it, and so does signing out.
 */
export function keepUnsent(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(PREFIX + key)
    else sessionStorage.setItem(PREFIX + key, text)
  } catch {
    // Without storage, or with a full one, the text lives as long as its field.
  }
}

/**
 * State of a text that is kept while it is unsent. For fields that are not rendered on the server, such as those of a dialog.
 * @param key null = not kept
 * @param start without a kept text
 */
export function useUnsentText(key: string | null, start = '') {
  const [text, setText] = useState(() => (key === null ? start : readUnsent(key) || start))
  const change = (next: string) => {
    if (key !== null) keepUnsent(key, next)
    setText(next)
  }
  return [text, change] as const
}
