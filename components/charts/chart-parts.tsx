import Link from 'next/link'
import type { ReactNode } from 'react'
import { Skeleton } from '@/components/ui/skeleton'

type MarkLinkProps = {
  href: string
  /** What the mark says; also its tooltip. */
  title: string
  /** Out of the tab order, where a row or a table serves the keyboard. */
  pointerOnly?: boolean
  children: ReactNode
}

/** A mark of a drawing as a link. Drawings hold many, so none is fetched ahead. */
export function MarkLink({ href, title, pointerOnly = false, children }: MarkLinkProps) {
  return (
    <Link href={href} prefetch={false} aria-label={title} tabIndex={pointerOnly ? -1 : undefined} className="group">
      <title>{title}</title>
      {children}
    </Link>
  )
}

type TooltipRow = { label: string; value: string; color?: string; quiet?: boolean }

type ChartTooltipProps = { name: string; rows: readonly TooltipRow[]; note?: string }

/** What a mark says on hover. */
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

/** In place of a drawing that would be empty: what would bring something into it. */
export function NothingDrawn({ children }: { children: ReactNode }) {
  return <p className="pt-1 pb-4 text-ink-3 text-sm">{children}</p>
}

/** Holds a plot's place until its code has come. */
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

/** How every plot draws its axes and grid: quiet, in the tokens of the page. */
export const axisTick = { fill: 'var(--ink-3)', fontSize: 11 } as const
export const axisLine = { stroke: 'var(--line-strong)' } as const
export const gridStroke = 'var(--line)'
export const cursorStroke = { stroke: 'var(--line-control)', strokeWidth: 1 } as const
export const plotMargin = { top: 20, right: 8, bottom: 0, left: 0 } as const
export const PLOT_HEIGHT = 232

/** The line that the keys stand on, behind the marks. */
export const activeStroke = { stroke: 'var(--accent)', strokeWidth: 2, strokeOpacity: 0.6 } as const
