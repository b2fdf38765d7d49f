'use client'

import { createContext, type ReactNode, useContext } from 'react'
import { Link } from '@/components/ui/link'
import { scrollStop } from '@/components/ui/scroll-stop'
import { Skeleton } from '@/components/ui/skeleton'
import type { ChartTable } from '@/lib/presentation/charts/chart-parts'

type MarkLinkProps = {
  href: string
  /** Accessible name and tooltip: with a label besides, it would be read twice. */
  title: string
  /** Excluded from the tab order; for charts where a row or a table serves the keyboard. */
  pointerOnly?: boolean
  children: ReactNode
}

/** A chart mark as a link. */
export function MarkLink({ href, title, pointerOnly = false, children }: MarkLinkProps) {
  return (
    <Link href={href} tabIndex={pointerOnly ? -1 : undefined} className="group">
      <title>{title}</title>
      {children}
    </Link>
  )
}

type TooltipRow = { label: string; value: string; color?: string; quiet?: boolean }

type ChartTooltipProps = { name: string; rows: readonly TooltipRow[]; note?: string }

export function ChartTooltip({ name, rows, note }: ChartTooltipProps) {
  return (
    <div className="min-w-40 rounded-md bg-raised px-3 py-2 text-xs shadow-raised">
      <p className="mb-1 font-medium">{name}</p>
      <dl className="grid gap-0.5">
        {rows.map((row) => (
          <div key={row.label} className="flex items-center justify-between gap-4">
            <dt className="flex items-center gap-1.5 text-ink-2">
              {row.color && <span className="size-2 rounded-xs" style={{ background: row.color }} />}
              {row.label}
            </dt>
            <dd className={row.quiet ? 'text-ink-2' : 'font-medium text-ink'}>{row.value}</dd>
          </div>
        ))}
      </dl>
      {note && <p className="mt-1 text-ink-3">{note}</p>}
    </div>
  )
}

/** Replaces an empty chart with a hint about what would fill it. */
export function NothingDrawn({ children }: { children: ReactNode }) {
  return <p className="pt-1 pb-4 text-ink-3 text-sm">{children}</p>
}

/** Placeholder of a plot while its code is loading. */
export function PlotSkeleton() {
  const { height: plotHeight } = useChartSize()
  return (
    <div
      role="status"
      aria-label="Loading chart"
      style={{ height: plotHeight }}
      className="flex items-end gap-2 pb-6 pl-9"
    >
      {[46, 62, 55, 70, 64, 78, 72, 66, 74, 80].map((height) => (
        <span key={height} className="flex-1" style={{ height: `${height}%` }}>
          <Skeleton className="h-full w-full opacity-50" />
        </span>
      ))}
    </div>
  )
}

/** Shared style of axes and grids. */
export const axisTick = { fill: 'var(--ink-3)', fontSize: 11 } as const
const axisLine = { stroke: 'var(--line-strong)' } as const
/** The time axis of buckets, which are labelled by their start. */
export const timeAxis = (tickOf: ReadonlyMap<string, string>) =>
  ({
    dataKey: 'start',
    tickFormatter: (start: string) => tickOf.get(start) ?? '',
    tick: axisTick,
    axisLine,
    tickLine: false,
    tickMargin: 6,
    minTickGap: 32,
    interval: 'preserveStartEnd',
  }) as const

export const gridStroke = 'var(--line)'
export const cursorStroke = { stroke: 'var(--line-control)', strokeWidth: 1 } as const
export const plotMargin = { top: 20, right: 8, bottom: 0, left: 0 } as const

/** Outline of a label that stands over lines and marks. */
export const labelHalo = { stroke: 'var(--paper)', strokeWidth: 3, paintOrder: 'stroke' } as const

/** Style of the line behind the mark selected by keyboard. */
export const activeStroke = { stroke: 'var(--accent)', strokeWidth: 2, strokeOpacity: 0.6 } as const

const INLINE_HEIGHT = 232

type ChartSize = {
  /** Height of a plot in px. */
  height: number
  /** `key` of the table row of the mark selected by keyboard; null if there is none. */
  active: string | null
  isLarge: boolean
}

const size = createContext<ChartSize>({ height: INLINE_HEIGHT, active: null, isLarge: false })

export const ChartSizeProvider = size.Provider

/** Returns the size of the chart here and its mark selected by keyboard. */
export function useChartSize(): ChartSize {
  return useContext(size)
}

type NumbersTableProps = { label: string; table: ChartTable /** Without a maximum height. */; isWhole?: boolean }

/** The numbers of a chart as a table; each row links to the same page as its mark. */
export function NumbersTable({ label, table, isWhole = false }: NumbersTableProps) {
  return (
    <div ref={scrollStop} className={isWhole ? 'overflow-x-auto' : 'max-h-72 overflow-auto'}>
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
              {row.cells.map((cell, place) => {
                const column = table.columns[place]
                const Cell = place === 0 ? 'th' : 'td'
                return (
                  <Cell
                    key={column?.label ?? place}
                    scope={place === 0 ? 'row' : undefined}
                    className={`border-t py-1.5 pr-3 font-normal last:pr-1 ${column?.numeric ? 'text-right' : 'text-left'}`}
                  >
                    {place === 0 && row.href ? (
                      <Link href={row.href} className="link">
                        {cell}
                      </Link>
                    ) : (
                      cell
                    )}
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
