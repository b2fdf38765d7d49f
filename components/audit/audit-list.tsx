'use client'

import { useQuery, useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useMemo } from 'react'
import { FreshRows } from '@/components/pieces/fresh-rows'
import { Button } from '@/components/ui/button'
import { StatePanel } from '@/components/ui/state-panel'
import { formatCount, formatPlural } from '@/lib/format/number'
import { AUDIT_PAGE_SIZE, auditQueries } from '@/lib/queries/audit'
import { toAuditListInput } from '@/lib/queries/audit-search'
import { AuditTable } from './audit-table'
import { useAuditSearch } from './use-audit-search'

const NOTHING = { events: [], next: null, actors: [], actions: [] }

/** The events under the filters in force, newest first. */
export function AuditList({ project }: { project: string }) {
  const { search, isFiltered, clear } = useAuditSearch()
  const shown = useDeferredValue(search)
  const input = toAuditListInput(shown)
  const { data, dataUpdatedAt, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useSuspenseInfiniteQuery(auditQueries.list(project, input))
  const first = data.pages[0] ?? NOTHING
  const head = useQuery({
    ...auditQueries.head(project, input),
    initialData: first,
    initialDataUpdatedAt: dataUpdatedAt,
  }).data
  const events = useMemo(() => {
    const inSight = data.pages.flatMap((page) => page.events)
    return inSight.length > 0 ? inSight : head.events
  }, [data, head])
  const newest = events[0]?.seq ?? 0
  const client = useQueryClient()
  const showFresh = () =>
    void client.resetQueries({ queryKey: auditQueries.list(project, input).queryKey, exact: true })
  const showMore = useCallback(() => {
    if (!isFetchingNextPage && !isFetchNextPageError) void fetchNextPage({ cancelRefetch: false })
  }, [isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  if (events.length === 0) return <NoEvents isFiltered={isFiltered} onClear={clear} />
  return (
    <section aria-busy={shown !== search} className={shown === search ? undefined : 'opacity-60 transition-opacity'}>
      <div className="mb-1 flex min-h-7 items-center justify-between gap-4 text-ink-2 text-sm" role="status">
        <p>
          {hasNextPage
            ? `The newest ${formatCount(events.length)} events; more below`
            : formatPlural(events.length, 'event')}
        </p>
        <FreshRows
          count={head.events.filter(({ seq }) => seq > newest).length}
          most={AUDIT_PAGE_SIZE}
          noun="new event"
          onShow={showFresh}
        />
      </div>
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
