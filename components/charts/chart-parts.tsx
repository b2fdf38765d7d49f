import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { Skeleton } from '@/components/ui/skeleton'

type MarkLinkProps = {
  href: string
  /** Accessible name and tooltip. */
  title: string
  /** Excluded from the tab order; for charts where a row or a table serves the keyboard. */
  pointerOnly?: boolean
  children: ReactNode
}

/** A chart mark as a link. */
export function MarkLink({ href, title, pointerOnly = false, children }: MarkLinkProps) {
  return (
    <Link href={href} aria-label={title} tabIndex={pointerOnly ? -1 : undefined} className="group">
      <title>{title}</title>
      {children}
    </Link>
  )
}

type TooltipRow = { label: string; value: string; color?: string; quiet?: boolean }

type ChartTooltipProps = { name: string; rows: readonly TooltipRow[]; note?: string }

/** Tooltip of a mark. */
export function ChartTooltip({ name, rows, note }: ChartTooltipProps) {
  return (
    <div className="min-w-40 rounded-md bg-raised px-3 py-2 text-xs shadow-raised">
      <p className="mb-1 font-medium">{name}</p>
      <dl className="grid gap-0.5">
        {rows.map((row) => (
          <div key={row.label} className="flex items-center justify-between gap-4">
            <dt className="flex items-center gap-1.5 text-ink-2">
              {row.color && <span className="size-2 rounded-[2px]" style={{ background: row.color }} />}
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
  return (
    <div
      role="status"
      aria-label="Loading chart"
      style={{ height: PLOT_HEIGHT }}
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
export const axisLine = { stroke: 'var(--line-strong)' } as const
export const gridStroke = 'var(--line)'
export const cursorStroke = { stroke: 'var(--line-control)', strokeWidth: 1 } as const
export const plotMargin = { top: 20, right: 8, bottom: 0, left: 0 } as const
const PLOT_HEIGHT = 232

/** Outline of a label that stands over lines and marks. */
export const labelHalo = { stroke: 'var(--paper)', strokeWidth: 3, paintOrder: 'stroke' } as const

/** Style of the line behind the mark selected by keyboard. */
export const activeStroke = { stroke: 'var(--accent)', strokeWidth: 2, strokeOpacity: 0.6 } as const
