import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useHeldKeys } from './held-keys'
import { subscribers } from './subscribers'
import { toast } from './toast'

/** A module that is loaded on demand: nothing in it is needed before the first interaction. */
export type LazyComponent<T> = {
  /** Starts loading, once; after a failure the next call retries. */
  prefetch: () => void
  get: () => T | null
  /** Whether the last attempt to load it failed. */
  hasFailed: () => boolean
  subscribe: (listener: () => void) => () => void
}

const PREFETCH_MS = 5_000

const parts: LazyComponent<unknown>[] = []
let arePrefetched = false

export function lazyComponent<T>(load: () => Promise<T>): LazyComponent<T> {
  const { subscribe, notify } = subscribers()
  let loaded: T | null = null
  let isLoading = false
  let hasFailed = false
  const part: LazyComponent<T> = {
    prefetch() {
      if (loaded !== null || isLoading) return
      isLoading = true
      hasFailed = false
      load()
        .then(
          (module) => {
            loaded = module
          },
          () => {
            hasFailed = true
          },
        )
        .finally(() => {
          isLoading = false
          notify()
        })
    },
    get: () => loaded,
    hasFailed: () => hasFailed,
    subscribe,
  }
  parts.push(part)
  // Belongs to a page that was opened later.
  if (arePrefetched) requestIdleCallback(part.prefetch, { timeout: PREFETCH_MS })
  return part
}

const nothing = () => null
const never = () => false

/** Loads the module, once it `isWanted`; null while it is loading or not wanted. The caller says that it failed. */
export function useLazyPart<T>(part: LazyComponent<T>, isWanted = true): { loaded: T | null; hasFailed: boolean } {
  useEffect(() => {
    if (isWanted) part.prefetch()
  }, [part, isWanted])
  return {
    loaded: useSyncExternalStore(part.subscribe, isWanted ? part.get : nothing, nothing),
    hasFailed: useSyncExternalStore(part.subscribe, isWanted ? part.hasFailed : never, never),
  }
}

/** {@link useLazyPart} of which a message says that it failed, with a button to try again. `onFailure` is called besides. */
export function useLazyComponent<T>(part: LazyComponent<T>, isWanted = true, onFailure?: () => void): T | null {
  const { loaded, hasFailed } = useLazyPart(part, isWanted)
  const fail = useEffectEvent(() => {
    onFailure?.()
    // Long enough to reach its button.
    toast.error(PART_MISSING, { action: { label: 'Try again', onClick: retryParts }, duration: 10_000 })
  })
  useEffect(() => {
    // A part that failed before it was wanted is loading again.
    if (hasFailed && part.hasFailed()) fail()
  }, [part, hasFailed])
  return loaded
}

export const PART_MISSING = 'A part of this page could not be loaded. If that stays so, reload the page.'

/** Loads again what failed. */
export function retryParts(): void {
  for (const part of parts) if (part.hasFailed()) part.prefetch()
}

/** The module of something that takes the focus when it opens; the keys pressed while it loads are held for it. */
export function useLazyOverlay<T>(part: LazyComponent<T>, isOpen: boolean, onCancel: () => void): T | null {
  const loaded = useLazyComponent(part, isOpen, onCancel)
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
