'use client'

import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useSelection } from '@/components/pieces/use-selection'
import { useMyRole } from '@/components/settings/use-my-role'
import { Button } from '@/components/ui/button'
import type { DeadLetterAction } from '@/lib/contracts/dead-letters'
import { MAX_BULK } from '@/lib/contracts/vocabulary'
import { formatCount, formatPlural } from '@/lib/format/number'
import { toDeadLetterListInput } from '@/lib/queries/dead-letter-search'
import { deadLetterQueries } from '@/lib/queries/dead-letters'
import { ActDialog, type Asked } from './act-dialog'
import { DeadLetterTable } from './dead-letter-table'
import { EmptyDeadLetters } from './empty-dead-letters'
import { SelectionBar } from './selection-bar'
import { useDeadLetterSearch } from './use-dead-letter-search'

/** The items under the filters in force, newest first, and what can be done with those selected. */
export function DeadLetterList({ project }: { project: string }) {
  const { search, isFiltered, clear } = useDeadLetterSearch()
  const shown = useDeferredValue(search)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = useSuspenseInfiniteQuery(
    deadLetterQueries.list(project, toDeadLetterListInput(shown)),
  )
  const items = useMemo(() => data.pages.flatMap((page) => page.items), [data])
  const role = useMyRole(project)
  const mayAct = role === 'reviewer' || role === 'admin'
  const selection = useSelection(items, MAX_BULK)
  const [asked, setAsked] = useState<Asked>(null)
  const showMore = useCallback(() => {
    if (!isFetchingNextPage && !isFetchNextPageError) void fetchNextPage({ cancelRefetch: false })
  }, [isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  const ask = (action: DeadLetterAction, one?: string) => {
    const ids = selection.ids.length > 0 ? selection.ids : one ? [one] : []
    if (ids.length > 0) setAsked({ action, ids })
  }
  if (items.length === 0) return <EmptyDeadLetters isFiltered={isFiltered} onClear={clear} />
  return (
    <section aria-busy={shown !== search} className={shown === search ? undefined : 'opacity-60 transition-opacity'}>
      <p className="mb-1 flex min-h-7 flex-wrap items-center justify-between gap-x-4 text-ink-2 text-sm" role="status">
        {hasNextPage
          ? `The newest ${formatCount(items.length)} dead letters; more below`
          : formatPlural(items.length, 'dead letter')}
        {role === 'viewer' && (
          <span>You are a viewer of this project: a reviewer or an admin retries and ends them.</span>
        )}
      </p>
      <DeadLetterTable
        items={items}
        selection={mayAct ? selection : null}
        hasMore={hasNextPage}
        onMore={showMore}
        onRetry={(id) => ask('retry', id)}
      />
      {isFetchingNextPage && <p className="py-3 text-ink-3 text-sm">Loading more…</p>}
      {isFetchNextPageError && (
        <p className="flex items-center gap-3 py-3 text-sm" role="alert">
          The next ones did not come.
          <Button size="sm" onClick={() => void fetchNextPage()}>
            Try again
          </Button>
        </p>
      )}
      <SelectionBar count={selection.ids.length} onAct={ask} onClear={selection.clear} />
      <ActDialog project={project} asked={asked} onClose={() => setAsked(null)} onDone={selection.drop} />
    </section>
  )
}
