'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Returns the origin of the page; an example origin while the server renders. */
export function useOrigin(): string {
  return useSyncExternalStore(
    never,
    () => window.location.origin,
    () => 'http://localhost:3000',
  )
}
