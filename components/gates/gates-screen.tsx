'use client'

import { useQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useRef } from 'react'
import { ExportMenu } from '@/components/domain-ui/export-menu'
import { GateStateMark, gateKindLabels } from '@/components/domain-ui/gate-mark'
import { ListViews } from '@/components/domain-ui/list-views'
import { PartBoundary } from '@/components/domain-ui/part-boundary'
import { useRowKeys } from '@/components/shell/row-keys'
import { Badge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { useSpokenCount } from '@/components/ui/more-rows'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { ShowMore } from '@/components/ui/show-more'
import { SkeletonRows } from '@/components/ui/skeleton'
import { NoMatches, StatePanel } from '@/components/ui/state-panel'
import { DataTable } from '@/components/ui/table'
import { Countdown, RelativeTime } from '@/components/ui/time'
import type { GateRow, ListedGate } from '@/lib/contracts/gates'
import { formatPlural, MISSING } from '@/lib/presentation/format/number'
import { formatOwner, openedText, runReviewText } from '@/lib/presentation/labels/gates'
import { gateHref } from '@/lib/presentation/links'
import { gateList, toGateListInput } from '@/lib/queries/gates'
import { queryOf } from '@/lib/queries/query-of'
import { GateFilters, useGateSearch } from './gate-filters'
import { OpenGateButton } from './open-gate-button'

/** Page of a project's gates: pending and closed. */
export function GatesScreen({ project }: { project: string }) {
  return (
    <>
      <PageHeader
        title="Gates"
        headline={<GatesHeadline project={project} />}
        actions={
          <>
            <ListViews project={project} screen="gates" />
            <GatesExport project={project} />
            <OpenGateButton project={project} />
          </>
        }
      />
      <GateFilters project={project} />
      <PartBoundary fallback={<SkeletonRows rows={6} />} isSteady>
        <GateList project={project} />
      </PartBoundary>
    </>
  )
}

/** Export of all gates matching the active filters. */
function GatesExport({ project }: { project: string }) {
  const { search } = useGateSearch()
  return <ExportMenu project={project} target="GET /api/v1/gates" input={toGateListInput(search)} />
}

/** Number of pending gates, and the nearest deadline. */
function GatesHeadline({ project }: { project: string }) {
  const { data } = useQuery(queryOf('GET /api/v1/status', {}, { project }))
  if (!data) return 'Questions only a person can answer.'
  if (data.pendingGates === 0 || !data.nextDeadlineAt) return 'No decisions are waiting.'
  return (
    <>
      {formatPlural(data.pendingGates, 'gate waits', 'gates wait')} for a person; the nearest deadline is{' '}
      <Countdown deadlineAt={data.nextDeadlineAt} />.
    </>
  )
}

/** Pending gates by deadline, then closed gates, latest first. */
function GateList({ project }: { project: string }) {
  const { search: wanted, isFiltered } = useGateSearch()
  const search = useDeferredValue(wanted)
  const list = useSuspenseInfiniteQuery(gateList(project, toGateListInput(search)))
  const gates = list.data.pages.flatMap((page) => page.gates)
  const pending = gates.filter((gate) => gate.state === 'pending')
  const closed = gates.filter((gate) => gate.state !== 'pending')
  const frame = useRef<HTMLDivElement>(null)
  useRowKeys({ frame, count: gates.length, title: 'Gates', noun: 'gate' })
  useSpokenCount(search, formatPlural(gates.length, 'gate'), list.hasNextPage)
  if (gates.length === 0) return <EmptyGates project={project} isFiltered={isFiltered} />
  return (
    <div ref={frame} className="grid gap-10">
      {pending.length > 0 && <PendingGates project={project} gates={pending} />}
      {closed.length > 0 && <ClosedGates project={project} gates={closed} start={pending.length} />}
      <ShowMore noun="gates" list={list} rows={gates.length} className="justify-self-center" />
    </div>
  )
}

type PendingGatesProps = { project: string; gates: readonly ListedGate[] }

function PendingGates({ project, gates }: PendingGatesProps) {
  return (
    <Panel title="Waiting for a decision" note="The most urgent first.">
      <ul className="divide-y border-y">
        {gates.map((gate, index) => (
          <PendingGate key={gate.id} project={project} gate={gate} index={index} />
        ))}
      </ul>
    </Panel>
  )
}

function PendingGate({ project, gate, index }: { project: string; gate: ListedGate; index: number }) {
  return (
    <li
      data-row={index}
      className="group relative flex flex-wrap items-start justify-between gap-x-8 gap-y-2 py-3 hover:bg-hover hover:shadow-[-8px_0_0_var(--hover),8px_0_0_var(--hover)]"
    >
      <div className="min-w-0 flex-1 basis-80">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {/* Makes the whole row clickable. */}
          <Link
            href={gateHref(project, gate.id)}
            className="min-w-0 break-words font-medium text-base after:absolute after:inset-0"
          >
            {gate.title}
          </Link>
          {gate.runs > 1 && <span className="text-ink-2 text-sm">and {formatPlural(gate.runs - 1, 'more run')}</span>}
          <Badge tone={gate.kind === 'manual' ? 'neutral' : 'review'}>{gateKindLabels[gate.kind]}</Badge>
        </p>
        <p dir="auto" className="mt-0.5 line-clamp-2 max-w-3xl text-left text-ink-2 text-sm">
          {gate.question}
        </p>
        {gate.runReview && (
          <p className="mt-0.5 text-review-fg text-sm">{runReviewText(gate.runReview)}; the gate itself waits.</p>
        )}
        <p className="mt-1 text-ink-3 text-xs">
          <span>{gate.chain}</span> <span>{gate.version}</span>
          {` · ${openedText(gate)}, `}
          <RelativeTime iso={gate.openedAt} />
        </p>
      </div>
      <div className="grid gap-0.5 pt-0.5 text-ink-2 text-sm sm:justify-items-end">
        <Countdown deadlineAt={gate.deadlineAt} />
        <p className="text-ink-3 text-xs">{assignedText(gate)}</p>
      </div>
    </li>
  )
}

/** Formats the owner of a gate, with its approvals if the quorum is more than one. */
function assignedText(gate: ListedGate): string {
  const { quorum, approvals } = gate
  const owner = formatOwner(gate)
  return quorum > 1 ? `${owner} · ${approvals} of ${quorum} approvals` : owner
}

/** `start`: the index of the first row in the whole list. */
type ClosedGatesProps = { project: string; gates: readonly GateRow[]; start: number }

/** Table of closed gates: outcome, person and reason. */
function ClosedGates({ project, gates, start }: ClosedGatesProps) {
  return (
    <Panel title="Closed">
      <DataTable
        label="Closed gates"
        rows={gates}
        keyOf={({ id }) => id}
        rowProps={(_, index) => ({ 'data-row': start + index })}
        columns={[
          { head: 'Outcome', cell: (gate) => <GateStateMark gate={gate} /> },
          {
            head: 'Gate',
            isRowName: true,
            cellClass: 'w-full max-w-0 sm:min-w-40',
            cell: ({ id, title }) => (
              <Link href={gateHref(project, id)} className="block truncate font-medium hover:underline" title={title}>
                {title}
              </Link>
            ),
          },
          {
            head: 'Chain',
            className: 'max-sm:hidden',
            cellClass: 'max-w-48 truncate text-ink-2',
            title: ({ chain, version }) => `${chain} ${version}`,
            cell: ({ chain, version }) => `${chain} ${version}`,
          },
          {
            head: 'By',
            className: 'max-sm:hidden',
            cellClass: 'max-w-40 truncate',
            title: ({ decidedBy }) => decidedBy,
            cell: ({ decidedBy }) => decidedBy ?? <span className="text-ink-3">The deadline</span>,
          },
          {
            head: 'Reason',
            className: 'max-xl:hidden',
            cellClass: 'max-w-80 truncate text-ink-2',
            title: ({ reason }) => reason,
            cell: ({ reason }) => reason ?? <span className="text-ink-3">{MISSING}</span>,
          },
          {
            head: 'When',
            numeric: true,
            cellClass: 'text-ink-2',
            cell: ({ decidedAt }) => <RelativeTime iso={decidedAt} />,
          },
        ]}
      />
    </Panel>
  )
}

/** Empty state: no gate matches the filters, or none was opened yet, with an explanation of when gates open. */
function EmptyGates({ project, isFiltered }: { project: string; isFiltered: boolean }) {
  const { clear } = useGateSearch()
  if (isFiltered) return <NoMatches noun="gates" onClear={clear} />
  return (
    <StatePanel state="empty" title="No gates yet" action={<OpenGateButton project={project} />}>
      A gate opens automatically when a new version’s live runs score clearly below the version before it, and for every
      live run that needs a person. You can also open one yourself.
    </StatePanel>
  )
}
