'use client'

import { clsx } from 'clsx'
import Link from 'next/link'
import { memo, useMemo, useRef } from 'react'
import { useRowKeys } from '@/components/shell/row-keys'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { RowSpacer, useWindowRows } from '@/components/ui/window-rows'
import { runHref } from '@/lib/charts/runs-href'
import type { RunRow } from '@/lib/contracts/runs'
import { useHiddenColumns } from './column-preference'
import { type RunColumn, runColumns } from './run-columns'

type RunTableProps = { project: string; runs: readonly RunRow[]; hasMore: boolean; onMore: () => void }

/** Runs as dense rows, of which only those near the window are in the page. */
export function RunTable({ project, runs, hasMore, onMore }: RunTableProps) {
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
