'use client'

import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useMemo } from 'react'
import { Button } from '@/components/ui/button'
import { StatePanel } from '@/components/ui/state-panel'
import { formatCount, formatPlural } from '@/lib/format/number'
import { auditQueries } from '@/lib/queries/audit'
import { toAuditListInput } from '@/lib/queries/audit-search'
import { AuditTable } from './audit-table'
import { useAuditSearch } from './use-audit-search'

/** The events under the filters in force, newest first. */
export function AuditList({ project }: { project: string }) {
  const { search, isFiltered, clear } = useAuditSearch()
  const shown = useDeferredValue(search)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = useSuspenseInfiniteQuery(
    auditQueries.list(project, toAuditListInput(shown)),
  )
  const events = useMemo(() => data.pages.flatMap((page) => page.events), [data])
  const showMore = useCallback(() => {
    if (!isFetchingNextPage && !isFetchNextPageError) void fetchNextPage({ cancelRefetch: false })
  }, [isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  if (events.length === 0) return <NoEvents isFiltered={isFiltered} onClear={clear} />
  return (
    <section aria-busy={shown !== search} className={shown === search ? undefined : 'opacity-60 transition-opacity'}>
      <p className="mb-1 min-h-7 text-ink-2 text-sm" role="status">
        {hasNextPage
          ? `The newest ${formatCount(events.length)} events; more below`
          : formatPlural(events.length, 'event')}
      </p>
      <AuditTable project={project} events={events} hasMore={hasNextPage} onMore={showMore} />
      {isFetchingNextPage && <p className="py-3 text-ink-3 text-sm">Loading more…</p>}
      {isFetchNextPageError && (
        <p className="flex items-center gap-3 py-3 text-sm" role="alert">
          The next ones did not come.
          <Button size="sm" onClick={() => void fetchNextPage()}>
            Try again
          </Button>
        </p>
      )}
    </section>
  )
}

function NoEvents({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered)
    return (
      <StatePanel state="empty" title="Nothing is on record yet" compact>
        The first decision or change of configuration will stand here.
      </StatePanel>
    )
  return (
    <StatePanel
      state="empty"
      title="No event fits these filters"
      action={<Button onClick={onClear}>Clear filters</Button>}
      compact
    />
  )
}
