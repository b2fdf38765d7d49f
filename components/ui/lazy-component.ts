import { useEffect, useSyncExternalStore } from 'react'

/** A part of the page that nobody needs before the first click or key. */
export type LazyComponent<T> = {
  /** Fetches it ahead of its use, once; after a failure the next call tries again. */
  prefetch: () => void
  get: () => T | null
  subscribe: (listener: () => void) => () => void
}

const parts: LazyComponent<unknown>[] = []

export function lazyComponent<T>(load: () => Promise<T>): LazyComponent<T> {
  const listeners = new Set<() => void>()
  let loaded: T | null = null
  let isLoading = false
  const part: LazyComponent<T> = {
    prefetch() {
      if (loaded !== null || isLoading) return
      isLoading = true
      load()
        .then((module) => {
          loaded = module
          for (const listener of listeners) listener()
        })
        .catch(() => undefined)
        .finally(() => {
          isLoading = false
        })
    },
    get: () => loaded,
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
  parts.push(part)
  return part
}

const nothing = () => null

/** The part once it is wanted and there, else null. */
export function useLazyComponent<T>(part: LazyComponent<T>, isWanted: boolean): T | null {
  useEffect(() => {
    if (isWanted) part.prefetch()
  }, [part, isWanted])
  return useSyncExternalStore(part.subscribe, isWanted ? part.get : nothing, nothing)
}

/** Fetches every part that the page has, for when the browser is idle. */
export function prefetchLazyComponents(): void {
  for (const part of parts) part.prefetch()
}
