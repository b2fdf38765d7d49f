'use client'

import { useInfiniteQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Archive, Check, Combine, UserRound } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { PartBoundary } from '@/components/domain-ui/part-boundary'
import { useMay, useMyRole } from '@/components/domain-ui/role'
import { Button } from '@/components/ui/button'
import { lazyComponent, useLazyOverlay } from '@/components/ui/lazy-component'
import { MoreRows, useShowMore, useSpokenCount } from '@/components/ui/more-rows'
import { PageHeader } from '@/components/ui/page-header'
import { SelectedRowsBar, useSelection } from '@/components/ui/selected-rows'
import { SkeletonRows } from '@/components/ui/skeleton'
import { NoMatches, StatePanel } from '@/components/ui/state-panel'
import { useTimeZone } from '@/components/ui/time'
import type { OutputOf } from '@/lib/contracts/contract'
import type { FailureAction } from '@/lib/contracts/failure-groups'
import type { FailureGroup, searchFailures } from '@/lib/contracts/failures'
import { prepareFailureStrip } from '@/lib/presentation/charts/prepare-failure-strip'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { failureName, failuresHeadline } from '@/lib/presentation/labels/failures'
import { rangeLabels } from '@/lib/presentation/labels/verdicts'
import { type FailureSearch, failureList, toFailureListInput } from '@/lib/queries/failure-search'
import type { RequestedAction } from './act-dialog'
import { FailureFilters, FailureRangeAndOrder, useFailureSearch } from './failure-filters'
import { FailureTable } from './failure-table'

const dialogs = lazyComponent(() => import('./act-dialog'))

/** Maximum number of groups for a bulk action. */
const MAX_SELECTED = 100

export function FailuresScreen({ project }: { project: string }) {
  return (
    <>
      <PageHeader
        title="Failures"
        headline={<FailuresHeadline project={project} />}
        className="mb-4!"
        actions={<FailureRangeAndOrder project={project} />}
      />
      <FailureFilters project={project} />
      <PartBoundary fallback={<SkeletonRows rows={12} />} isSteady>
        <FailureList project={project} />
      </PartBoundary>
    </>
  )
}

/** Counts of new, escalating and regressed groups. */
function FailuresHeadline({ project }: { project: string }) {
  const { search } = useFailureSearch()
  const counts = useInfiniteQuery(failureList(project, toFailureListInput(search))).data?.pages[0]?.counts
  return counts ? failuresHeadline(counts) : 'Similar failures, grouped.'
}

function FailureList({ project }: { project: string }) {
  const { search, isFiltered, clear, change } = useFailureSearch()
  const shown = useDeferredValue(search)
  const list = useSuspenseInfiniteQuery(failureList(project, toFailureListInput(shown)))
  const { data, hasNextPage } = list
  const groups = useMemo(() => data.pages.flatMap((page) => page.groups), [data])
  const items = useMemo(() => groups.map(({ fingerprint }) => ({ id: fingerprint })), [groups])
  const trend = data.pages[0]?.trend ?? null
  const timeZone = useTimeZone()
  const strips = useMemo(
    () =>
      prepareFailureStrip(
        groups.map((group) => ({ ...group, marks: group.marks ?? [] })),
        trend?.buckets ?? [],
        project,
        { bucket: trend?.unit ?? 'day', chain: shown.chain ?? undefined, timeZone },
      ),
    [groups, trend, project, shown.chain, timeZone],
  )
  const role = useMyRole(project)
  const mayAct = useMay(project, 'reviewer')
  const selection = useSelection(items, MAX_SELECTED)
  const [requested, setRequested] = useState<RequestedAction>(null)
  const close = () => setRequested(null)
  const dialog = useLazyOverlay(dialogs, requested !== null, close)
  const showMore = useShowMore(list)
  useSpokenCount(shown, formatPlural(groups.length, 'kind of failure', 'kinds of failure'), hasNextPage)
  const ownerOf = ([id, ...others]: readonly string[]) =>
    others.length === 0 ? groups.find(({ fingerprint }) => fingerprint === id)?.owner : undefined
  const ask = (action: FailureAction, one?: string) => {
    const chosen = selection.ids.length > 0 ? selection.ids : one ? [one] : []
    if (chosen.length > (action === 'merge' ? 1 : 0))
      setRequested({ action, groups: chosen, names: namesOf(groups, chosen), owner: ownerOf(chosen) })
  }
  const content =
    groups.length === 0 ? (
      <NoFailures
        project={project}
        search={shown}
        isFiltered={isFiltered}
        closed={shown.status === null && !shown.over ? closedOf(data.pages[0]?.counts) : 0}
        onClear={clear}
        onClosed={() => void change({ over: 'shown' })}
        onAll={() => void change({ range: 'all' })}
      />
    ) : (
      <section aria-busy={shown !== search} className="aria-busy:opacity-60 aria-busy:transition-opacity">
        <p className="mb-1 flex min-h-7 flex-wrap items-center justify-between gap-x-4 text-ink-2 text-sm">
          {hasNextPage
            ? `The first ${formatCount(groups.length)} kinds of failure; more below`
            : formatPlural(groups.length, 'kind of failure', 'kinds of failure')}
          {role === 'viewer' && (
            <span>You are a viewer of this project. Reviewers and admins can resolve, archive and merge these.</span>
          )}
        </p>
        <FailureTable
          project={project}
          groups={groups}
          strips={strips}
          selection={mayAct ? selection : null}
          hasMore={hasNextPage}
          onMore={showMore}
          onAct={ask}
        />
        <MoreRows list={list} />
        <SelectionBar count={selection.ids.length} onAct={ask} onClear={selection.clear} />
      </section>
    )
  return (
    <>
      {content}
      {/* Stays mounted when its action empties the list: else it would open again with the next row. */}
      {dialog && <dialog.ActDialog project={project} requested={requested} onClose={close} onDone={selection.drop} />}
    </>
  )
}

/** Names of the chosen groups, those with the most failures first. */
function namesOf(groups: readonly FailureGroup[], chosen: readonly string[]): string[] {
  return groups
    .filter(({ fingerprint }) => chosen.includes(fingerprint))
    .toSorted((a, b) => b.roots + b.cascades - a.roots - a.cascades)
    .map(failureName)
}

type SelectionBarProps = { count: number; onAct: (action: FailureAction) => void; onClear: () => void }

/** Sticky bar with the bulk actions for the selected groups. */
function SelectionBar({ count, onAct, onClear }: SelectionBarProps) {
  if (count === 0) return null
  return (
    <SelectedRowsBar
      label="Selected kinds of failure"
      what={`${formatPlural(count, 'kind', 'kinds')} of failure`}
      onClear={onClear}
    >
      <Button icon={<UserRound aria-hidden />} shortcut="u" onClick={() => onAct('assign')}>
        Assign
      </Button>
      <Button icon={<Combine aria-hidden />} shortcut="m" disabled={count < 2} onClick={() => onAct('merge')}>
        Merge
      </Button>
      <Button icon={<Archive aria-hidden />} shortcut="a" onClick={() => onAct('archive')}>
        Archive
      </Button>
      <Button variant="primary" icon={<Check aria-hidden />} shortcut="r" onClick={() => onAct('resolve')}>
        Resolve
      </Button>
    </SelectedRowsBar>
  )
}

type NoFailuresProps = {
  project: string
  search: FailureSearch
  isFiltered: boolean
  /** How many archived and resolved groups match, and are left out. */
  closed: number
  onClear: () => void
  onClosed: () => void
  onAll: () => void
}

type Counts = OutputOf<typeof searchFailures>['counts']

const closedOf = (counts: Counts | undefined) => (counts ? counts.archived + counts.resolved : 0)

/** Empty state: no group matches the filters, or there are no failures in the range. */
function NoFailures({ project, search, isFiltered, closed, onClear, onClosed, onAll }: NoFailuresProps) {
  const ever = useInfiniteQuery(failureList(project, toFailureListInput({ ...search, range: 'all' }))).data?.pages[0]
    ?.counts
  const isNarrowed = ever !== undefined && ever !== null && Object.values(ever).some((count) => count > 0)
  if (closed > 0)
    return (
      <StatePanel
        state="empty"
        title={isFiltered ? 'No open failure matches these filters' : 'No open failures'}
        action={<Button onClick={onClosed}>Show archived and resolved</Button>}
      >
        {`${formatPlural(closed, 'kind of failure is', 'kinds of failure are')} archived or resolved.`}
      </StatePanel>
    )
  if (isFiltered) return <NoMatches noun="failures" onClear={onClear} />
  return (
    <StatePanel
      state="empty"
      title={isNarrowed ? `Nothing failed in the ${rangeLabels[search.range].toLowerCase()}` : 'No failures yet'}
      action={isNarrowed && <Button onClick={onAll}>Show all time</Button>}
    >
      Failures with the same class, step and message are grouped here, with their trend, versions and owner.
    </StatePanel>
  )
}
