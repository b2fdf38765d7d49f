'use client'

import { useEffect } from 'react'
import { renewSession } from '@/lib/queries/session'

const EVERY_MS = 10 * 60_000

/** The session ends 12 hours after the last use: coming back to the page, and working on it, counts as use. */
export function KeepSession() {
  useEffect(() => {
    let renewedAt = Date.now()
    const onUse = () => {
      if (document.visibilityState !== 'visible' || Date.now() - renewedAt < EVERY_MS) return
      renewedAt = Date.now()
      void renewSession()
    }
    const events = ['visibilitychange', 'keydown', 'pointerdown'] as const
    for (const event of events) document.addEventListener(event, onUse, { passive: true })
    void renewSession()
    return () => {
      for (const event of events) document.removeEventListener(event, onUse)
    }
  }, [])
  return null
}
