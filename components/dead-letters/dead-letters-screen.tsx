'use client'

import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Check, RotateCcw, X } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { ExportMenu } from '@/components/domain-ui/export-menu'
import { ListViews } from '@/components/domain-ui/list-views'
import { PartBoundary } from '@/components/domain-ui/part-boundary'
import { useMay, useMyRole } from '@/components/domain-ui/role'
import { Button } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'
import { MoreRows, useShowMore, useSpokenCount } from '@/components/ui/more-rows'
import { PageHeader } from '@/components/ui/page-header'
import { SelectedRowsBar, useSelection } from '@/components/ui/selected-rows'
import { SkeletonRows } from '@/components/ui/skeleton'
import { NoMatches, StatePanel } from '@/components/ui/state-panel'
import type { DeadLetterAction } from '@/lib/contracts/dead-letters'
import { MAX_BULK } from '@/lib/contracts/limits'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { deadLetterList } from '@/lib/queries/dead-letter-search'
import { queryOf } from '@/lib/queries/query-of'
import { onlySet } from '@/lib/queries/search-parameters'
import { ActDialog, type RequestedAction } from './act-dialog'
import { DeadLetterDialog } from './dead-letter-dialog'
import { DeadLetterFilters, useDeadLetterSearch } from './dead-letter-filters'
import { DeadLetterTable, isOpen } from './dead-letter-table'

/** Page of the dead letters: failed operations that are retried automatically or wait for a person. */
export function DeadLettersScreen({ project }: { project: string }) {
  return (
    <>
      <PageHeader
        title="Dead letters"
        headline={<DeadLettersHeadline project={project} />}
        className="mb-4!"
        actions={
          <>
            <ListViews project={project} screen="dead-letters" />
            <DeadLettersExport project={project} />
          </>
        }
      />
      <DeadLetterFilters project={project} />
      <PartBoundary fallback={<SkeletonRows rows={10} />} isSteady>
        <DeadLetterList project={project} />
      </PartBoundary>
      <DeadLetterDialog project={project} />
    </>
  )
}

/** Export of all dead letters matching the active filters. */
function DeadLettersExport({ project }: { project: string }) {
  const { search } = useDeadLetterSearch()
  return <ExportMenu project={project} target="GET /api/v1/dead-letters" input={onlySet(search)} />
}

/** Number of dead letters that wait for a person. */
function DeadLettersHeadline({ project }: { project: string }) {
  const { data } = useQuery(queryOf('GET /api/v1/status', {}, { project }))
  if (!data) return 'Failed operations, kept for a retry.'
  if (data.deadLetters === 0)
    return 'Nothing waits for a person. What can recover waits for its next retry or for a worker.'
  return `${formatPlural(data.deadLetters, 'failed operation waits', 'failed operations wait')} for a person. The others wait for their next retry or for a worker.`
}

/** Dead letters matching the active filters, newest first, with bulk actions. */
function DeadLetterList({ project }: { project: string }) {
  const { search, isFiltered, clear } = useDeadLetterSearch()
  const shown = useDeferredValue(search)
  const list = useSuspenseInfiniteQuery(deadLetterList(project, shown))
  const { data, hasNextPage } = list
  const items = useMemo(() => data.pages.flatMap((page) => page.items), [data])
  const role = useMyRole(project)
  const mayAct = useMay(project, 'reviewer')
  const open = useMemo(() => items.filter(isOpen), [items])
  const selection = useSelection(open, MAX_BULK)
  const [requested, setRequested] = useState<RequestedAction>(null)
  const showMore = useShowMore(list)
  useSpokenCount(shown, formatPlural(items.length, 'dead letter'), hasNextPage)
  const ask = (action: DeadLetterAction, one?: string) => {
    const ids = selection.ids.length > 0 ? selection.ids : open.flatMap(({ id }) => (id === one ? id : []))
    if (ids.length > 0) setRequested({ action, ids })
  }
  return (
    <>
      {items.length === 0 ? (
        <EmptyDeadLetters isFiltered={isFiltered} onClear={clear} />
      ) : (
        <section aria-busy={shown !== search} className="aria-busy:opacity-60 aria-busy:transition-opacity">
          <p className="mb-1 flex min-h-7 flex-wrap items-center justify-between gap-x-4 text-ink-2 text-sm">
            {hasNextPage
              ? `The newest ${formatCount(items.length)} dead letters; more below`
              : formatPlural(items.length, 'dead letter')}
            {role === 'viewer' && (
              <span>You are a viewer of this project. Reviewers and admins can retry or close these.</span>
            )}
          </p>
          <DeadLetterTable
            items={items}
            selection={mayAct ? selection : null}
            hasMore={hasNextPage}
            onMore={showMore}
            onRetry={(id) => ask('retry', id)}
          />
          <MoreRows list={list} />
          <SelectionBar
            count={selection.ids.length}
            isMost={selection.ids.length === MAX_BULK && (hasNextPage || open.length > MAX_BULK)}
            onAct={ask}
            onClear={selection.clear}
          />
        </section>
      )}
      {/* Stays mounted when its action empties the list: else it would open again with the next row. */}
      <ActDialog project={project} requested={requested} onClose={() => setRequested(null)} onDone={selection.drop} />
    </>
  )
}

type SelectionBarProps = {
  count: number
  /** Whether no more can be selected although there are more. */
  isMost: boolean
  onAct: (action: DeadLetterAction) => void
  onClear: () => void
}

/** Sticky bar with the bulk actions for the selected items. */
function SelectionBar({ count, isMost, onAct, onClear }: SelectionBarProps) {
  if (count === 0) return null
  return (
    <SelectedRowsBar
      label="Selected dead letters"
      what={`${formatPlural(count, 'dead letter')}${isMost ? ', the most at once,' : ''}`}
      onClear={onClear}
    >
      <Button icon={<X aria-hidden />} onClick={() => onAct('abandon')}>
        Abandon
      </Button>
      <Button icon={<Check aria-hidden />} onClick={() => onAct('resolve')}>
        Resolve
      </Button>
      <Button variant="primary" icon={<RotateCcw aria-hidden />} shortcut="r" onClick={() => onAct('retry')}>
        Retry
      </Button>
    </SelectedRowsBar>
  )
}

const example = `POST /api/v1/dead-letters
{ "operation": "tool:bash", "args": { "command": "make" },
  "error": "exit 137", "category": "RESOURCE" }`

/** Empty state: no dead letter matches the filters, or there are none, with an explanation of what they are. */
function EmptyDeadLetters({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) return <NoMatches noun="dead letters" onClear={onClear} />
  return (
    <StatePanel state="empty" title="No dead letters">
      <p>Operations that agents report as failed, and judge calls that could not be answered, wait here for a retry.</p>
      <CodeBlock code={example} title="Request" className="mt-4 text-left" />
    </StatePanel>
  )
}
