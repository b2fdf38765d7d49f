'use client'

import { useQuery, useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import dynamic from 'next/dynamic'
import { parseAsString, useQueryState } from 'nuqs'
import { useDeferredValue, useMemo } from 'react'
import { NewRows } from '@/components/domain-ui/new-rows'
import { useMay } from '@/components/domain-ui/role'
import { WindowTable } from '@/components/shell/window-table'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { orMissing } from '@/components/ui/missing-part'
import { MoreRows, useShowMore, useSpokenCount } from '@/components/ui/more-rows'
import { type Selection, useSelection } from '@/components/ui/selected-rows'
import { NoMatches, StatePanel } from '@/components/ui/state-panel'
import { bulkMost } from '@/lib/contracts/limits'
import type { RunRow } from '@/lib/contracts/runs'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { sortLabels } from '@/lib/presentation/labels/runs'
import { projectHref } from '@/lib/presentation/links'
import { queryOf, refetchFirstPage } from '@/lib/queries/query-of'
import {
  RUN_PAGE_SIZE,
  type RunListInput,
  runHead,
  runList,
  toRunFilters,
  toRunListInput,
} from '@/lib/queries/run-search'
import { useShownColumns } from './run-columns'
import { isFiltered } from './run-filters'
import { useRunSearch } from './use-run-search'

const SelectionBar = dynamic(
  orMissing(() => import('./selection-bar'), 'SelectionBar'),
  { ssr: false },
)
const RunPeek = dynamic(
  orMissing(() => import('./run-peek'), 'RunPeek'),
  { ssr: false },
)

/** Maximum number of runs for a bulk action: as many as one request deletes. The others are sent in parts. */
const MAX_SELECTED = bulkMost.deleted

const NOTHING = { runs: [], next: null }

const peekedRun = parseAsString.withOptions({ scroll: false })

/** Runs matching the active filters. The previous rows stay visible while new ones load. */
export function RunList({ project }: { project: string }) {
  const { search } = useRunSearch()
  const shown = useDeferredValue(search)
  const input = toRunListInput(shown)
  const list = useSuspenseInfiniteQuery(runList(project, input))
  const { data, dataUpdatedAt, hasNextPage } = list
  const head = useQuery({
    ...runHead(project, input),
    initialData: data.pages[0] ?? NOTHING,
    initialDataUpdatedAt: dataUpdatedAt,
  }).data
  const { runs, newCount } = useMemo(
    () =>
      mergeHead(
        data.pages.flatMap((page) => page.runs),
        head.runs,
      ),
    [data, head],
  )
  const selection = useSelection(runs, MAX_SELECTED)
  const mayWrite = useMay(project, 'reviewer')
  const [peeked, peek] = useQueryState('peek', peekedRun)
  const client = useQueryClient()
  const showNew = () => void refetchFirstPage(client, runList(project, input).queryKey)
  const showMore = useShowMore(list)
  /** Loads the runs that follow, and selects them all. */
  const selectAll = async () => {
    let loaded = runs
    for (let hasMore = hasNextPage; hasMore && loaded.length < MAX_SELECTED; ) {
      const next = await list.fetchNextPage({ throwOnError: true })
      loaded = next.data?.pages.flatMap((page) => page.runs) ?? loaded
      hasMore = next.hasNextPage
    }
    selection.setMany(loaded.slice(0, MAX_SELECTED).map(({ id }) => id))
  }
  useSpokenCount(shown, formatPlural(runs.length, 'run'), hasNextPage)
  const scope = shown.thread && ' of one conversation'
  if (runs.length === 0) return <EmptyRuns project={project} isFiltered={isFiltered(shown)} />
  return (
    <section aria-busy={shown !== search} className="aria-busy:opacity-60 aria-busy:transition-opacity">
      <div className="mb-1 flex min-h-7 items-center justify-between gap-4 text-ink-2 text-sm">
        <p>
          {hasNextPage ? (
            <>
              The first {formatCount(runs.length)} of <Total project={project} input={input} />
              {scope}, {sortLabels[shown.sort].toLowerCase()}
            </>
          ) : (
            <>
              {formatPlural(runs.length, 'run')}
              {scope}
            </>
          )}
        </p>
        <NewRows count={newCount} most={RUN_PAGE_SIZE} noun="new run" onShow={showNew} />
      </div>
      <RunTable
        project={project}
        runs={runs}
        text={shown.text}
        selection={selection}
        peeked={peeked}
        onPeek={peek}
        hasMore={hasNextPage}
        onMore={showMore}
      />
      <MoreRows noun="runs" list={list} />
      {selection.ids.length > 0 && (
        <SelectionBar
          project={project}
          ids={selection.ids}
          onAll={hasNextPage && runs.length < MAX_SELECTED ? selectAll : null}
          isMost={hasNextPage && selection.ids.length >= MAX_SELECTED}
          mayWrite={mayWrite}
          onClear={selection.clear}
        />
      )}
      {peeked && <RunPeek project={project} runId={peeked} onClose={() => void peek(null)} />}
    </section>
  )
}

/** Number of runs that match the filters, exact or estimated. */
function Total({ project, input }: { project: string; input: RunListInput }) {
  const { data } = useQuery(queryOf('GET /api/v1/runs/count', toRunFilters(input), { project }))
  if (!data) return 'many runs'
  return (data.isExact ? '' : 'about ') + formatPlural(data.count, 'run')
}

/** Empty state: no run matches the filters, or the project has no runs yet. */
function EmptyRuns({ project, isFiltered }: { project: string; isFiltered: boolean }) {
  const { clear } = useRunSearch()
  if (isFiltered) return <NoMatches noun="runs" onClear={clear} />
  return (
    <StatePanel
      state="empty"
      title="No runs yet"
      action={
        <Button variant="primary" asChild>
          <Link href={projectHref(project)}>Send the first run</Link>
        </Button>
      }
    >
      Runs sent to this project appear here, scored, a moment later.
    </StatePanel>
  )
}

/** The shown rows with current values in their old order, and the number of rows the first page would add. */
type MergedRuns = { runs: RunRow[]; newCount: number }

/**
 * Merges the current first page into the shown rows: changed rows are updated in place, new rows are counted but not
 * inserted, so that no row moves. If no row is shown yet, returns the first page.
 */
export function mergeHead(shown: readonly RunRow[], head: readonly RunRow[]): MergedRuns {
  if (shown.length === 0) return { runs: [...head], newCount: 0 }
  const now = new Map(head.map((run) => [run.id, run]))
  const known = new Set(shown.map((run) => run.id))
  return { runs: shown.map((run) => now.get(run.id) ?? run), newCount: head.filter((run) => !known.has(run.id)).length }
}

type RunTableProps = {
  project: string
  runs: readonly RunRow[]
  /** The active search text. */
  text: string | null
  selection: Selection
  /** Id of the run shown in the side panel. */
  peeked: string | null
  onPeek: (runId: string | null) => unknown
  hasMore: boolean
  onMore: () => void
}

const idOf = ({ id }: RunRow) => id

function RunTable({ project, runs, text, selection, peeked, onPeek, hasMore, onMore }: RunTableProps) {
  const { columns: shown } = useShownColumns()
  const columns = useMemo(
    () =>
      shown.map(({ cell, className, ...column }) => ({
        ...column,
        className: clsx('whitespace-nowrap', className),
        cell: (run: RunRow) => cell(run, { project, text, peek: onPeek }),
      })),
    [shown, project, text, onPeek],
  )
  const showBeside = (run?: RunRow) => run && onPeek(run.id === peeked ? null : run.id)
  return (
    <WindowTable
      label="Runs"
      columns={columns}
      rows={runs}
      idOf={idOf}
      nameOf={({ clientId }) => clientId}
      rowClass={({ id }) => (id === peeked ? '[--fill:var(--selected)]!' : undefined)}
      selection={selection}
      onRowFocus={({ id }) => peeked !== null && id !== peeked && onPeek(id)}
      hasMore={hasMore}
      onMore={onMore}
      keys={{
        title: 'Runs',
        noun: 'run',
        more: [
          { keys: 'p', label: 'Show it beside the list', run: showBeside },
          { keys: ' ', label: 'Show it beside the list', run: showBeside },
        ],
      }}
    />
  )
}
