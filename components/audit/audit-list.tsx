'use client'

import { useQuery, useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { NewRows } from '@/components/domain-ui/new-rows'
import { WindowTable } from '@/components/shell/window-table'
import { Link } from '@/components/ui/link'
import { MoreRows, useShowMore, useSpokenCount } from '@/components/ui/more-rows'
import { OpenLink } from '@/components/ui/open-link'
import { NoMatches, StatePanel } from '@/components/ui/state-panel'
import type { Column } from '@/components/ui/table'
import { RelativeTime } from '@/components/ui/time'
import type { AuditEventRow } from '@/lib/contracts/audit'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { auditActionLabel, auditOrigin, auditSubject } from '@/lib/presentation/labels/audit'
import { projectHref } from '@/lib/presentation/links'
import { AUDIT_PAGE_SIZE, auditHead, auditList, toAuditListInput } from '@/lib/queries/audit-search'
import { refetchFirstPage } from '@/lib/queries/query-of'
import { useAuditSearch } from './audit-filters'

const NOTHING = { events: [], next: null, actors: [], actions: [] }

/** Events matching the active filters, newest first. */
export function AuditList({ project }: { project: string }) {
  const { search, isFiltered, clear } = useAuditSearch()
  const shown = useDeferredValue(search)
  const input = toAuditListInput(shown)
  const list = useSuspenseInfiniteQuery(auditList(project, input))
  const { data, dataUpdatedAt, hasNextPage } = list
  const first = data.pages[0] ?? NOTHING
  const head = useQuery({
    ...auditHead(project, input),
    initialData: first,
    initialDataUpdatedAt: dataUpdatedAt,
  }).data
  const events = useMemo(() => {
    const inSight = data.pages.flatMap((page) => page.events)
    return inSight.length > 0 ? inSight : head.events
  }, [data, head])
  const newest = events[0]?.seq ?? 0
  const client = useQueryClient()
  const showNew = () => void refetchFirstPage(client, auditList(project, input).queryKey)
  const showMore = useShowMore(list)
  useSpokenCount(shown, formatPlural(events.length, 'event'), hasNextPage)
  if (events.length === 0) return <NoEvents isFiltered={isFiltered} onClear={clear} />
  return (
    <section aria-busy={shown !== search} className="aria-busy:opacity-60 aria-busy:transition-opacity">
      <div className="mb-1 flex min-h-7 items-center justify-between gap-4 text-ink-2 text-sm">
        <p>{hasNextPage ? `The newest ${formatCount(events.length)} events` : formatPlural(events.length, 'event')}</p>
        <NewRows
          count={head.events.filter(({ seq }) => seq > newest).length}
          most={AUDIT_PAGE_SIZE}
          noun="new event"
          onShow={showNew}
        />
      </div>
      <AuditTable project={project} events={events} hasMore={hasNextPage} onMore={showMore} />
      <MoreRows list={list} />
    </section>
  )
}

function NoEvents({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered)
    return (
      <StatePanel state="empty" title="No events yet" compact>
        Decisions and configuration changes will be listed here.
      </StatePanel>
    )
  return <NoMatches noun="events" onClear={onClear} />
}

type AuditTableProps = { project: string; events: readonly AuditEventRow[]; hasMore: boolean; onMore: () => void }

function AuditTable({ project, events, hasMore, onMore }: AuditTableProps) {
  return (
    <WindowTable
      label="Audit log"
      columns={useMemo(() => toColumns(project), [project])}
      rows={events}
      idOf={idOf}
      hasMore={hasMore}
      onMore={onMore}
      keys={{ title: 'Audit log', noun: 'event' }}
    />
  )
}

const idOf = ({ seq }: AuditEventRow) => String(seq)

const toColumns = (project: string): readonly Column<AuditEventRow>[] => [
  { head: 'No.', className: 'max-sm:hidden', cellClass: 'text-ink-3 tabular-nums', cell: ({ seq }) => seq },
  {
    head: 'What',
    isRowName: true,
    className: 'w-full max-w-0 max-sm:pl-0',
    cellClass: 'max-sm:py-0.5 max-sm:leading-4',
    cell: (event) => (
      <span className="flex min-w-0 gap-x-2 max-sm:flex-col sm:items-baseline">
        <OpenLink name="event" value={String(event.seq)} className="font-medium max-sm:truncate sm:shrink-0">
          {auditActionLabel(event.action)}
          <span className="sr-only">, event {event.seq}</span>
        </OpenLink>
        <span className="min-w-0 truncate max-sm:text-xs max-sm:leading-4">
          <SubjectLink project={project} event={event} />
        </span>
      </span>
    ),
  },
  {
    head: 'Who',
    cellClass: 'max-w-40 truncate max-sm:max-w-28',
    title: ({ actor }) => actor,
    cell: ({ actor }) => actor,
  },
  {
    head: 'From where',
    className: 'max-md:hidden',
    cellClass: 'whitespace-nowrap text-ink-2',
    cell: (event) => auditOrigin(event) ?? 'Not recorded',
  },
  { head: 'When', numeric: true, cell: ({ at }) => <RelativeTime iso={at} className="text-ink-2" /> },
]

/** Link to the subject of an event. Stacked above the row's link, so that both are clickable. */
export function SubjectLink({ project, event }: { project: string; event: AuditEventRow }) {
  const text = auditSubject(event)
  if (event.path === null) return <span className="text-ink-2">{text}</span>
  return (
    <Link href={projectHref(project, event.path)} className="link relative z-[1]">
      {text}
    </Link>
  )
}
