'use client'

import { useCallback, useEffect, useRef } from 'react'
import { fetchNext, type Pages } from '@/lib/queries/next-page'
import { Button } from './button'
import { announce } from './toast'

/** What a paginated list needs from its query (a result of `useSuspenseInfiniteQuery`). */
export type PagedList = Pages & { isFetching: boolean; isFetchingNextPage: boolean }

type MoreRowsProps = {
  /** Plural noun for the rows in the messages. */
  noun?: string
  list: PagedList
}

/** Returns a callback that requests the next page. It is a new function when a refetch ends, so that an end reached meanwhile is noticed: a request made during a refetch has no effect. */
export function useShowMore({ isFetching, isFetchNextPageError, fetchNextPage }: PagedList): () => void {
  return useCallback(() => {
    if (!isFetching && !isFetchNextPageError) void fetchNextPage({ cancelRefetch: false })
  }, [isFetching, isFetchNextPageError, fetchNextPage])
}

/** Footer of a paginated list: shows that the next page is loading, or that it failed with a retry button. */
export function MoreRows({ noun, list }: MoreRowsProps) {
  return (
    <>
      {list.isFetchingNextPage && (
        <p className="py-3 text-ink-3 text-sm">{noun ? `Loading more ${noun}…` : 'Loading more…'}</p>
      )}
      {list.isFetchNextPageError && (
        <p className="flex items-center gap-3 py-3 text-sm" role="alert">
          {`The next ${noun ?? 'ones'} could not be loaded.`}
          <Button size="sm" onClick={() => void fetchNext(list)}>
            Try again
          </Button>
        </p>
      )}
    </>
  )
}

/**
 * Has screen readers say how many rows ("12 runs") a changed filter, search or order has left, once: not those that further pages or live changes
 * add. Called by the list, whether or not it has rows.
 */
export function useSpokenCount(filters: object, rows: string, hasMore = false): void {
  const of = JSON.stringify(filters)
  const told = useRef(of)
  useEffect(() => {
    if (told.current === of) return
    told.current = of
    announce(`${rows} found${hasMore ? ', and more' : ''}`)
  }, [of, rows, hasMore])
}

/** Distance from the end of the list at which more rows are requested. */
const AHEAD_PX = 1200

/** End of the rendered rows: calls `onNear` when it is near the viewport, and again whenever this callback changes. */
export function RowsEnd({ onNear }: { onNear: () => void }) {
  const ref = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (!ref.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && onNear(),
      {
        rootMargin: `${AHEAD_PX}px 0px`,
      },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [onNear])
  return (
    <p ref={ref} className="py-3 text-ink-3 text-sm">
      More follow…
    </p>
  )
}
