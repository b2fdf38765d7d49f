'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** The address this page was loaded from; while the server draws the page, an example. */
export function useOrigin(): string {
  return useSyncExternalStore(
    never,
    () => window.location.origin,
    () => 'http://localhost:3000',
  )
}
