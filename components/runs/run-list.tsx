'use client'

import { useQuery, useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import dynamic from 'next/dynamic'
import { parseAsString, useQueryState } from 'nuqs'
import { memo, useCallback, useDeferredValue, useMemo, useRef } from 'react'
import { NewRows } from '@/components/domain-ui/new-rows'
import { useMyRole } from '@/components/domain-ui/role'
import { useRowKeys } from '@/components/shell/shortcuts'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Link } from '@/components/ui/link'
import { MoreRows, useShowMore } from '@/components/ui/more-rows'
import { SelectAllHeader } from '@/components/ui/selected-rows'
import { StatePanel } from '@/components/ui/state-panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { type Selection, useSelection } from '@/components/ui/use-selection'
import { RowSpacer, useWindowRows } from '@/components/ui/window-rows'
import type { RunRow } from '@/lib/contracts/runs'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { sortLabels } from '@/lib/presentation/labels/runs'
import { runHref } from '@/lib/presentation/links'
import { queryOf } from '@/lib/queries/query-of'
import {
  RUN_PAGE_SIZE,
  type RunListInput,
  runHead,
  runList,
  toRunFilters,
  toRunListInput,
} from '@/lib/queries/run-search'
import { mergeHead } from './merge-head'
import type { RunColumn } from './run-columns'
import { describeFilters } from './run-filters'
import { useShownColumns } from './shown-columns'
import { useRunSearch } from './use-run-search'

const SelectionBar = dynamic(() => import('./selection-bar').then((module) => module.SelectionBar), { ssr: false })
const RunPeek = dynamic(() => import('./run-peek').then((module) => module.RunPeek), { ssr: false })

/** Maximum number of runs for a bulk action. */
const MAX_SELECTED = 2000

const NOTHING = { runs: [], next: null }

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
  const role = useMyRole(project)
  const mayWrite = role !== null && role !== 'viewer'
  const [peeked, peek] = useQueryState('peek', parseAsString.withOptions({ scroll: false }))
  const client = useQueryClient()
  const showNew = () => void client.resetQueries({ queryKey: runList(project, input).queryKey, exact: true })
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
  const scope = shown.thread && ' of one conversation'
  if (runs.length === 0) return <EmptyRuns project={project} isFiltered={describeFilters(shown).length > 0} />
  return (
    <section aria-busy={shown !== search} className={shown === search ? undefined : 'opacity-60 transition-opacity'}>
      <div className="mb-1 flex min-h-7 items-center justify-between gap-4 text-ink-2 text-sm" role="status">
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
        onPeek={(id) => void peek(id)}
        hasMore={hasNextPage}
        onMore={showMore}
      />
      <MoreRows noun="runs" list={list} />
      {selection.ids.length > 0 && (
        <SelectionBar
          project={project}
          ids={selection.ids}
          onAll={hasNextPage && runs.length < MAX_SELECTED ? selectAll : null}
          mayWrite={mayWrite}
          onClear={selection.clear}
        />
      )}
      {peeked && <RunPeek project={project} runId={peeked} mayWrite={mayWrite} onClose={() => void peek(null)} />}
    </section>
  )
}

/** Number of runs that match the filters, exact or estimated. */
function Total({ project, input }: { project: string; input: RunListInput }) {
  const { data } = useQuery(queryOf('GET /api/v1/runs/count', toRunFilters(input), { project }))
  if (!data) return 'many runs'
  return (data.isExact ? '' : 'about ') + formatPlural(data.count, 'run')
}

type RunTableProps = {
  project: string
  runs: readonly RunRow[]
  /** The active search text. */
  text: string | null
  selection: Selection
  /** Id of the run shown in the side panel. */
  peeked: string | null
  onPeek: (runId: string | null) => void
  hasMore: boolean
  onMore: () => void
}

/** Virtualized table of runs. */
function RunTable({ project, runs, text, selection, peeked, onPeek, hasMore, onMore }: RunTableProps) {
  const { columns } = useShownColumns()
  const anchor = useRef<number | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const { indexes, before, after, reveal } = useWindowRows({ frame, count: runs.length, hasMore, onMore })
  const at = (index: number | null) => runs[index ?? -1]?.id
  const { setMany, toggle } = selection
  const select = useCallback(
    (index: number, isRange: boolean) => {
      const id = runs[index]?.id
      if (!id) return
      if (isRange && anchor.current !== null) {
        const [from, to] = [Math.min(anchor.current, index), Math.max(anchor.current, index)]
        setMany(runs.slice(from, to + 1).map((run) => run.id))
      } else toggle(id)
      anchor.current = index
    },
    [runs, setMany, toggle],
  )
  const showBeside = (index: number | null) => {
    const id = at(index)
    if (id) onPeek(id === peeked ? null : id)
  }
  useRowKeys({
    frame,
    count: runs.length,
    reveal,
    title: 'Runs',
    noun: 'run',
    more: [
      { keys: 'x', label: 'Select it', run: (index) => index !== null && select(index, false) },
      {
        keys: 'X',
        label: 'Select all from the last one selected',
        run: (index) => index !== null && select(index, true),
      },
      { keys: 'p', label: 'Show it beside the list', run: showBeside },
      { keys: ' ', label: 'Show it beside the list', run: showBeside },
    ],
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows inside it are the focus targets
    <div
      ref={frame}
      onFocus={({ target }) => {
        const row = peeked === null ? null : target.closest('[data-row]')?.getAttribute('data-row')
        const id = row === null || row === undefined ? undefined : at(Number(row))
        if (id && id !== peeked) onPeek(id)
      }}
    >
      <Table label="Runs" aria-rowcount={hasMore ? -1 : runs.length + 1}>
        <TableHead>
          <tr>
            <SelectAllHeader selection={selection} />
            {columns.map((column) => (
              <TableHeader key={column.id} numeric={column.numeric} className={column.className}>
                {column.isHeadHidden ? <span className="sr-only">{column.head}</span> : column.head}
              </TableHeader>
            ))}
          </tr>
        </TableHead>
        <TableBody>
          <RowSpacer height={before} columns={columns.length + 1} />
          {indexes.map((index) => {
            const run = runs[index]
            return (
              run && (
                <RunTableRow
                  key={run.id}
                  project={project}
                  run={run}
                  text={text}
                  index={index}
                  columns={columns}
                  isSelected={selection.has(run.id)}
                  isPeeked={run.id === peeked}
                  onSelect={select}
                />
              )
            )
          })}
          <RowSpacer height={after} columns={columns.length + 1} />
        </TableBody>
      </Table>
    </div>
  )
}

type RunTableRowProps = {
  project: string
  run: RunRow
  text: string | null
  index: number
  columns: readonly RunColumn[]
  isSelected: boolean
  isPeeked: boolean
  onSelect: (index: number, isRange: boolean) => void
}

const RunTableRow = memo(function RunTableRow(props: RunTableRowProps) {
  const { project, run, text, index, columns, isSelected, isPeeked, onSelect } = props
  return (
    <TableRow
      data-row={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={clsx('relative focus-within:bg-selected', isPeeked && 'bg-selected')}
    >
      <TableCell>
        <Checkbox
          aria-label={`Select ${run.clientId}`}
          className="relative z-[1] grid!"
          checked={isSelected}
          onClick={(event) => onSelect(index, event.shiftKey)}
        />
      </TableCell>
      {columns.map(({ id, numeric, className, cell }) => (
        <TableCell key={id} numeric={numeric} className={clsx('whitespace-nowrap', className)}>
          {id === 'run' ? (
            <Link
              href={runHref(project, run.id)}
              className="block rounded-sm after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
            >
              {cell(run, text)}
            </Link>
          ) : (
            cell(run, text)
          )}
        </TableCell>
      ))}
    </TableRow>
  )
})

/** Empty state: no run matches the filters, or the project has no runs yet. */
function EmptyRuns({ project, isFiltered }: { project: string; isFiltered: boolean }) {
  const { clear } = useRunSearch()
  if (isFiltered) {
    return (
      <StatePanel
        state="empty"
        title="No runs match these filters"
        action={<Button onClick={clear}>Clear filters</Button>}
      >
        New runs that match will appear here.
      </StatePanel>
    )
  }
  return (
    <StatePanel
      state="empty"
      title="No runs yet"
      action={
        <Button variant="primary" asChild>
          <Link href={`/p/${encodeURIComponent(project)}`}>Send the first run</Link>
        </Button>
      }
    >
      Runs sent to this project appear here, scored, a moment later.
    </StatePanel>
  )
}
