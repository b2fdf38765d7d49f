'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** The reader's time zone; UTC on the server and in the first render, so that both write the same text. */
export function useTimeZone(): string {
  return useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => 'UTC',
  )
}
