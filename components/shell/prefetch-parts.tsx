'use client'

import { useEffect } from 'react'
import { prefetchParts } from '@/components/ui/lazy-part'

/** Fetches what the first click or key will need, once the browser has nothing better to do. */
export function PrefetchParts() {
  useEffect(() => {
    if (!('requestIdleCallback' in window)) return
    const handle = window.requestIdleCallback(prefetchParts, { timeout: 5_000 })
    return () => window.cancelIdleCallback(handle)
  }, [])
  return null
}
