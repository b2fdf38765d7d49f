'use client'

import { Table2, TrendingUp } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import type { ChartTable } from '@/lib/presentation/charts/chart-parts'

type ChartFrameProps = {
  title: string
  /** What the chart shows, in one sentence. */
  summary: string
  table: ChartTable
  /** Beside the toggle: a legend, a choice. */
  actions?: ReactNode
  /** How to read the marks, where that is not plain. */
  reading?: string
  children: ReactNode
}

/** A chart under its heading and its sentence, with the same numbers as a table one press away. */
export function ChartFrame({ title, summary, table, actions, reading, children }: ChartFrameProps) {
  const [isTable, setTable] = useState(false)
  return (
    <section aria-label={title} className="min-w-0 border-t pt-4">
      <header className="mb-3 flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-base">{title}</h2>
          <p className="text-ink-2 text-sm">{summary}</p>
        </div>
        <div className="flex shrink-0 items-center gap-1">
          {actions}
          <IconButton
            label={isTable ? 'Show as chart' : 'Show as table'}
            aria-pressed={isTable}
            size="sm"
            className="-mr-1.5"
            onClick={() => setTable(!isTable)}
          >
            {isTable ? <TrendingUp aria-hidden /> : <Table2 aria-hidden />}
          </IconButton>
        </div>
      </header>
      {isTable ? <NumbersTable label={title} table={table} /> : children}
      {!isTable && reading && <p className="mt-1 text-ink-3 text-xs">{reading}</p>}
    </section>
  )
}

type NumbersTableProps = { label: string; table: ChartTable }

/** The numbers behind a drawing; each row leads where its mark does. */
export function NumbersTable({ label, table }: NumbersTableProps) {
  return (
    <div className="max-h-72 overflow-auto">
      <table aria-label={label} className="w-full text-sm">
        <thead className="sticky top-0 bg-paper text-ink-3 text-xs">
          <tr>
            {table.columns.map((column) => (
              <th
                key={column.label}
                scope="col"
                className={`py-1.5 pr-3 font-medium last:pr-1 ${column.numeric ? 'text-right' : 'text-left'}`}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.key}>
              {row.cells.map((cell, place) => (
                <td
                  key={table.columns[place]?.label ?? place}
                  className={`border-t py-1.5 pr-3 last:pr-1 ${table.columns[place]?.numeric ? 'text-right' : ''}`}
                >
                  {place === 0 && row.href ? (
                    <Link href={row.href} className="link">
                      {cell}
                    </Link>
                  ) : (
                    cell
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
