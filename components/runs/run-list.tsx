'use client'

import { useQuery, useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import Link from 'next/link'
import { memo, useCallback, useDeferredValue, useMemo, useRef } from 'react'
import { NewRows } from '@/components/domain-ui/new-rows'
import { useRowKeys } from '@/components/shell/shortcuts'
import { Button } from '@/components/ui/button'
import { StatePanel } from '@/components/ui/state-panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { RowSpacer, useWindowRows } from '@/components/ui/window-rows'
import type { RunRow } from '@/lib/contracts/runs'
import { formatCount, formatPlural } from '@/lib/presentation/format/number'
import { sortLabels } from '@/lib/presentation/labels/runs'
import { runHref } from '@/lib/presentation/links'
import { RUN_PAGE_SIZE, runHead, runList, toRunListInput } from '@/lib/queries/run-search'
import { useHiddenColumns } from './column-menu'
import { mergeHead } from './merge-head'
import { type RunColumn, runColumns } from './run-columns'
import { useRunSearch } from './run-filter-bar'
import { describeFilters } from './run-filters'

const NOTHING = { runs: [], next: null }

/** The runs under the filters in force. While others are fetched, those in sight stay. */
export function RunList({ project }: { project: string }) {
  const { search } = useRunSearch()
  const shown = useDeferredValue(search)
  const input = toRunListInput(shown)
  const { data, dataUpdatedAt, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } =
    useSuspenseInfiniteQuery(runList(project, input))
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
  const client = useQueryClient()
  const showNew = () => void client.resetQueries({ queryKey: runList(project, input).queryKey, exact: true })
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
        <NewRows count={newCount} most={RUN_PAGE_SIZE} noun="new run" onShow={showNew} />
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

type RunTableProps = { project: string; runs: readonly RunRow[]; hasMore: boolean; onMore: () => void }

/** Runs as dense rows, of which only those near the window are in the page. */
function RunTable({ project, runs, hasMore, onMore }: RunTableProps) {
  const [hidden] = useHiddenColumns()
  const columns = useMemo(() => runColumns.filter((column) => column.isFixed || !hidden.includes(column.id)), [hidden])
  const frame = useRef<HTMLDivElement>(null)
  const { indexes, before, after, reveal } = useWindowRows({ frame, count: runs.length, hasMore, onMore })
  useRowKeys({ frame, count: runs.length, reveal, title: 'Runs', noun: 'run' })
  return (
    <div ref={frame}>
      <Table label="Runs" aria-rowcount={hasMore ? -1 : runs.length + 1}>
        <TableHead>
          <tr>
            {columns.map((column) => (
              <TableHeader key={column.id} numeric={column.numeric} className={column.className}>
                {column.isHeadHidden ? <span className="sr-only">{column.head}</span> : column.head}
              </TableHeader>
            ))}
          </tr>
        </TableHead>
        <TableBody>
          <RowSpacer height={before} columns={columns.length} />
          {indexes.map((index) => {
            const run = runs[index]
            return run && <RunTableRow key={run.id} project={project} run={run} index={index} columns={columns} />
          })}
          <RowSpacer height={after} columns={columns.length} />
        </TableBody>
      </Table>
    </div>
  )
}

type RunTableRowProps = { project: string; run: RunRow; index: number; columns: readonly RunColumn[] }

const RunTableRow = memo(function RunTableRow({ project, run, index, columns }: RunTableRowProps) {
  return (
    <TableRow data-row={index} aria-rowindex={index + 2} className="relative focus-within:bg-selected">
      {columns.map(({ id, numeric, className, cell }) => (
        <TableCell key={id} numeric={numeric} className={clsx('whitespace-nowrap', className)}>
          {id === 'run' ? (
            <Link
              href={runHref(project, run.id)}
              prefetch={false}
              className="block rounded-sm after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
            >
              {cell(run)}
            </Link>
          ) : (
            cell(run)
          )}
        </TableCell>
      ))}
    </TableRow>
  )
})

/** No run: either none fits the filters, or none has ever come in. */
function EmptyRuns({ project, isFiltered }: { project: string; isFiltered: boolean }) {
  const { clear } = useRunSearch()
  if (isFiltered) {
    return (
      <StatePanel
        state="empty"
        title="No run fits these filters"
        action={<Button onClick={clear}>Clear filters</Button>}
      >
        Runs that do will show up here as they come in.
      </StatePanel>
    )
  }
  return (
    <StatePanel
      state="empty"
      title="No run has come in yet"
      action={
        <Button variant="primary" asChild>
          <Link href={`/p/${encodeURIComponent(project)}`}>Send the first one</Link>
        </Button>
      }
    >
      Every run that is sent to this project is listed here, scored, a moment later.
    </StatePanel>
  )
}
