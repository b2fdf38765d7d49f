import type { FetchNextPageOptions } from '@tanstack/react-query'

/** What {@link fetchNext} needs of a paginated list: a result of `useInfiniteQuery` or `useSuspenseInfiniteQuery`. */
export type Pages = {
  hasNextPage: boolean
  isFetchNextPageError: boolean
  data: { pages: readonly unknown[] } | undefined
  fetchNextPage: (options?: FetchNextPageOptions) => Promise<Omit<Pages, 'fetchNextPage'>>
}

/**
 * Fetches the next page of a list. A refetch that is on its way is awaited before: asking at once would cancel it, and what it was asked for
 * would stay out of date, as nothing asks again.
 */
export async function fetchNext(list: Pages): Promise<void> {
  // A request during a refetch joins it, and adds no page.
  const now = await list.fetchNextPage({ cancelRefetch: false })
  const isAdded = now.data?.pages.length !== list.data?.pages.length
  if (!isAdded && now.hasNextPage && !now.isFetchNextPageError) await list.fetchNextPage({ cancelRefetch: false })
}
