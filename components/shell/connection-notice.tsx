'use client'

import { type QueryCache, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useCallback, useSyncExternalStore } from 'react'
import { isUnanswered } from '@/lib/queries/query-client'

/** Warns while the server does not respond, since skeleton rows alone do not show that. */
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
    // Overlaid, so that the layout does not shift.
    <p
      role="alert"
      className="fixed inset-x-4 top-14 z-30 mx-auto flex w-fit max-w-md items-center gap-2 rounded-md border border-review-line bg-review-bg px-3 py-2 text-review-fg text-sm shadow-raised"
    >
      <TriangleAlert className="size-4 shrink-0" aria-hidden />
      The server is not responding. This page may be out of date; it reconnects automatically.
    </p>
  )
}

/** Whether any query is retrying after its last attempt got no response. */
function isWaiting(cache: QueryCache): boolean {
  return cache
    .getAll()
    .some(
      ({ state }) =>
        state.fetchStatus !== 'idle' && state.fetchFailureCount > 0 && isUnanswered(state.fetchFailureReason),
    )
}
