'use client'

import { useTable } from '@tanstack/react-table'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import Link from 'next/link'
import { useEffect, useMemo, useRef } from 'react'
import { useRowKeys } from '@/components/shell/row-keys'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { RowSpacer, useTopOf } from '@/components/ui/window-rows'
import { runHref } from '@/lib/charts/runs-href'
import type { RunRow } from '@/lib/contracts/runs'
import { useHiddenColumns } from './column-preference'
import { runColumns, runTableFeatures } from './run-columns'

const ROW_HEIGHT = 40
const OVERSCAN = 15
/** Rows from the end at which the next page is asked for. */
const AHEAD = 30

type RunTableProps = {
  project: string /** The same array for as long as no row changes. */
  runs: RunRow[]
  hasMore: boolean
  onMore: () => void
}

/** Runs as dense rows, of which only those near the window are in the page. */
export function RunTable({ project, runs, hasMore, onMore }: RunTableProps) {
  const [hidden] = useHiddenColumns()
  // The table writes state that is given anew back into itself, so it has to be the same until it changes.
  const columnVisibility = useMemo(() => Object.fromEntries(hidden.map((id) => [id, false])), [hidden])
  const table = useTable({
    features: runTableFeatures,
    columns: runColumns,
    data: runs,
    getRowId: (run) => run.id,
    state: { columnVisibility },
  })
  const rows = table.getRowModel().rows
  const frame = useRef<HTMLDivElement>(null)
  const scrollMargin = useTopOf(frame)
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin,
    getItemKey: (index) => rows[index]?.id ?? index,
    // What the server writes, before there is a window to measure.
    initialRect: { width: 1200, height: 900 },
  })
  const items = virtualizer.getVirtualItems()
  const first = items[0]
  const last = items.at(-1)
  const isNearEnd = hasMore && (last?.index ?? 0) >= rows.length - AHEAD
  useEffect(() => {
    if (isNearEnd) onMore()
  }, [isNearEnd, onMore])
  useRowKeys({
    frame,
    count: rows.length,
    reveal: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    title: 'Runs',
    noun: 'run',
  })
  const columnCount = table.getVisibleLeafColumns().length
  return (
    <div ref={frame}>
      <Table label="Runs" aria-rowcount={hasMore ? -1 : rows.length + 1}>
        <TableHead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <TableHeader
                  key={header.id}
                  numeric={header.column.columnDef.meta?.numeric}
                  className={header.column.columnDef.meta?.className}
                >
                  <table.FlexRender header={header} />
                </TableHeader>
              ))}
            </tr>
          ))}
        </TableHead>
        <TableBody>
          <RowSpacer height={first ? first.start - scrollMargin : 0} columns={columnCount} />
          {items.map((item) => {
            const row = rows[item.index]
            if (!row) return null
            return (
              <TableRow
                key={row.id}
                data-row={item.index}
                aria-rowindex={item.index + 2}
                className="relative focus-within:bg-selected"
              >
                {row.getVisibleCells().map((cell) => (
                  <TableCell
                    key={cell.id}
                    numeric={cell.column.columnDef.meta?.numeric}
                    className={clsx('whitespace-nowrap', cell.column.columnDef.meta?.className)}
                  >
                    {cell.column.id === 'run' ? (
                      <Link
                        href={runHref(project, row.id)}
                        prefetch={false}
                        className="block rounded-sm after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
                      >
                        <table.FlexRender cell={cell} />
                      </Link>
                    ) : (
                      <table.FlexRender cell={cell} />
                    )}
                  </TableCell>
                ))}
              </TableRow>
            )
          })}
          <RowSpacer height={last ? virtualizer.getTotalSize() - (last.end - scrollMargin) : 0} columns={columnCount} />
        </TableBody>
      </Table>
    </div>
  )
}
