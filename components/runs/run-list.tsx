'use client'

import { useQuery, useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useMemo } from 'react'
import { FreshRows } from '@/components/pieces/fresh-rows'
import { Button } from '@/components/ui/button'
import { formatCount, formatPlural } from '@/lib/format/number'
import { sortLabels } from '@/lib/format/run-labels'
import { toRunListInput } from '@/lib/queries/run-search'
import { RUN_PAGE_SIZE, runQueries } from '@/lib/queries/runs'
import { describeFilters } from './describe-filters'
import { EmptyRuns } from './empty-runs'
import { mergeHead } from './merge-head'
import { RunTable } from './run-table'
import { useRunSearch } from './use-run-search'

const NOTHING = { runs: [], next: null }

/** The runs under the filters in force. While others are fetched, those in sight stay. */
export function RunList({ project }: { project: string }) {
  const { search } = useRunSearch()
  const shown = useDeferredValue(search)
  const input = toRunListInput(shown)
  const { data, dataUpdatedAt, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useSuspenseInfiniteQuery(runQueries.list(project, input))
  const head = useQuery({
    ...runQueries.head(project, input),
    initialData: data.pages[0] ?? NOTHING,
    initialDataUpdatedAt: dataUpdatedAt,
  }).data
  const { runs, fresh } = useMemo(
    () =>
      mergeHead(
        data.pages.flatMap((page) => page.runs),
        head.runs,
      ),
    [data, head],
  )
  const client = useQueryClient()
  const showFresh = () => void client.resetQueries({ queryKey: runQueries.list(project, input).queryKey, exact: true })
  const showMore = useCallback(() => {
    if (!isFetchingNextPage && !isFetchNextPageError) void fetchNextPage({ cancelRefetch: false })
  }, [isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  if (runs.length === 0) return <EmptyRuns project={project} isFiltered={describeFilters(shown).length > 0} />
  return (
    <section aria-busy={shown !== search} className={shown === search ? undefined : 'opacity-60 transition-opacity'}>
      <div className="mb-1 flex min-h-7 items-center justify-between gap-4 text-ink-2 text-sm" role="status">
        <p>
          {hasNextPage
            ? `The first ${formatCount(runs.length)} runs, ${sortLabels[shown.sort].toLowerCase()}; more below`
            : formatPlural(runs.length, 'run')}
        </p>
        <FreshRows count={fresh} most={RUN_PAGE_SIZE} noun="new run" onShow={showFresh} />
      </div>
      <RunTable project={project} runs={runs} hasMore={hasNextPage} onMore={showMore} />
      {isFetchingNextPage && <p className="py-3 text-ink-3 text-sm">Loading more runs…</p>}
      {isFetchNextPageError && (
        <p className="flex items-center gap-3 py-3 text-sm" role="alert">
          The next runs did not come.
          <Button size="sm" onClick={() => void fetchNextPage()}>
            Try again
          </Button>
        </p>
      )}
    </section>
  )
}
