'use client'

import { type QueryCache, useQueryClient } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useCallback, useSyncExternalStore } from 'react'
import { isUnanswered } from '@/lib/queries/query-client'

/** Says so while the server does not answer what the page asks for: grey rows alone could mean anything. */
export function ConnectionNotice() {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(onChange), [cache])
  const isDown = useSyncExternalStore(
    subscribe,
    () => isWaiting(cache),
    () => false,
  )
  if (!isDown) return null
  return (
    // Over the page, so that nothing moves.
    <p
      role="alert"
      className="fixed inset-x-4 top-14 z-30 mx-auto flex w-fit max-w-md items-center gap-2 rounded-md border border-review-line bg-review-bg px-3 py-2 text-review-fg text-sm shadow-raised"
    >
      <WifiOff className="size-4 shrink-0" aria-hidden />
      The desk does not answer. What you see may be old; it is asked again by itself.
    </p>
  )
}

/** Whether a question waits for its next try, since the last got no answer. */
function isWaiting(cache: QueryCache): boolean {
  return cache
    .getAll()
    .some(
      ({ state }) =>
        state.fetchStatus !== 'idle' && state.fetchFailureCount > 0 && isUnanswered(state.fetchFailureReason),
    )
}
