import { useEffect, useSyncExternalStore } from 'react'
import { useHeldKeys } from './held-keys'

/** A module that is loaded on demand: nothing in it is needed before the first interaction. */
export type LazyComponent<T> = {
  /** Starts loading, once; after a failure the next call retries. */
  prefetch: () => void
  get: () => T | null
  subscribe: (listener: () => void) => () => void
}

const PREFETCH_MS = 5_000

const parts: LazyComponent<unknown>[] = []
let arePrefetched = false

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
  // Belongs to a page that was opened later.
  if (arePrefetched) requestIdleCallback(part.prefetch, { timeout: PREFETCH_MS })
  return part
}

const nothing = () => null

/** Loads the module when `isWanted` and returns it; null while it is loading or not wanted. */
export function useLazyComponent<T>(part: LazyComponent<T>, isWanted: boolean): T | null {
  useEffect(() => {
    if (isWanted) part.prefetch()
  }, [part, isWanted])
  return useSyncExternalStore(part.subscribe, isWanted ? part.get : nothing, nothing)
}

/** The module of something that takes the focus when it opens; the keys pressed while it loads are held for it. */
export function useLazyOverlay<T>(part: LazyComponent<T>, isOpen: boolean, onCancel: () => void): T | null {
  const loaded = useLazyComponent(part, isOpen)
  useHeldKeys(isOpen && loaded === null, onCancel)
  return loaded
}

/** Prefetches the lazy modules when the browser is idle; those of later pages likewise. */
export function usePrefetchedLazyComponents(): void {
  useEffect(() => {
    if (!('requestIdleCallback' in window)) return
    const prefetch = () => {
      arePrefetched = true
      for (const part of parts) part.prefetch()
    }
    const handle = window.requestIdleCallback(prefetch, { timeout: PREFETCH_MS })
    return () => window.cancelIdleCallback(handle)
  }, [])
}
