import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Returns what only the browser knows, and `rendered` on the server and in the first client render, so that hydration matches.
 * @param read returns equal values as the same one, or React would render forever
 */
export function useBrowserValue<T>(read: () => T, rendered: T): T {
  return useSyncExternalStore(never, read, () => rendered)
}
