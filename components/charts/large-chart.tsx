'use client'

import { Table2, TrendingUp } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { useGoTo } from '@/components/ui/go-to'
import { Kbd } from '@/components/ui/kbd'
import { Link } from '@/components/ui/link'
import type { ChartTable } from '@/lib/presentation/charts/chart-parts'
import { ChartSizeProvider, NumbersTable } from './chart-parts'

const LARGE_HEIGHT = 420
const NARROW_HEIGHT = 280

export type ChartProps = {
  title: string
  /** What the chart shows, in one sentence. */
  summary: string
  table: ChartTable
  /** Shown beside the toggle, such as a legend or a select. */
  actions?: ReactNode
  /** How to read the marks, if that is not obvious. */
  reading?: string
  children: ReactNode
}

type LargeChartProps = ChartProps & { onClose: () => void }

/** A chart in a full-width dialog. Arrow keys move between its marks and announce them; Enter opens the runs of a mark. */
export function LargeChart({ title, summary, table, actions, reading, onClose, children }: LargeChartProps) {
  const [isTable, setTable] = useState(false)
  const [at, setAt] = useState(0)
  const row = table.rows[at]
  const height = typeof window !== 'undefined' && window.innerWidth < 640 ? NARROW_HEIGHT : LARGE_HEIGHT
  const chartSize = useMemo(() => ({ height, active: row?.key ?? null, isLarge: true }), [height, row])
  return (
    <Dialog open width="full" onOpenChange={(isOpen) => !isOpen && onClose()} title={title} description={summary}>
      <div className="flex flex-col">
        {isTable ? (
          <NumbersTable label={title} table={table} isWhole />
        ) : (
          <ChartSizeProvider value={chartSize}>
            <Marks title={title} table={table} at={at} onMove={setAt}>
              {children}
            </Marks>
            {reading && <p className="mt-2 text-ink-3 text-xs">{reading}</p>}
          </ChartSizeProvider>
        )}
        {/* After the marks in the DOM, so that opening focuses them. */}
        <div className="order-first mb-3 flex flex-wrap items-center justify-end gap-2">
          {actions}
          <Button
            size="sm"
            icon={isTable ? <TrendingUp aria-hidden /> : <Table2 aria-hidden />}
            onClick={() => setTable(!isTable)}
          >
            {isTable ? 'Show as chart' : 'Show as table'}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

type MarksProps = {
  title: string
  table: ChartTable
  at: number
  onMove: (at: number) => void
  children: ReactNode
}

function Marks({ title, table, at, onMove, children }: MarksProps) {
  const id = useId()
  const goTo = useGoTo()
  const { rows } = table
  const row = rows[at]
  const press = (event: KeyboardEvent) => {
    const to = target(event.key, at, rows.length)
    if (to !== null) {
      event.preventDefault()
      onMove(to)
    } else if (event.key === 'Enter' && row?.href) {
      event.preventDefault()
      goTo(row.href)
    }
  }
  return (
    <>
      <div className="rounded-md p-1 has-[[role=listbox]:focus-visible]:outline-2 has-[[role=listbox]:focus-visible]:outline-accent">
        {rows.length > 0 && (
          <div
            role="listbox"
            tabIndex={0}
            aria-label={`Marks of ${title}`}
            aria-activedescendant={`${id}-${at}`}
            onKeyDown={press}
            className="sr-only"
          >
            {rows.map((one, place) => (
              <div key={one.key} id={`${id}-${place}`} role="option" tabIndex={-1} aria-selected={place === at}>
                {rowText(table, place)}
              </div>
            ))}
          </div>
        )}
        {children}
      </div>
      {row && (
        <p className="mt-3 flex min-h-8 flex-wrap items-baseline gap-x-4 gap-y-1 border-t pt-3 text-sm" aria-hidden>
          {row.cells.map((cell, place) => (
            <span key={table.columns[place]?.label ?? place}>
              {place > 0 && <span className="text-ink-3 text-xs">{table.columns[place]?.label} </span>}
              <span className={place === 0 ? 'font-medium' : undefined}>{cell}</span>
            </span>
          ))}
          <span className="ml-auto flex items-center gap-1.5 text-ink-3 text-xs max-sm:hidden">
            <Kbd>←</Kbd> <Kbd>→</Kbd> {at + 1} of {rows.length}
            {row.href && (
              <>
                {' · '}
                <Kbd>Enter</Kbd> opens
              </>
            )}
          </span>
        </p>
      )}
      {row?.href && (
        <p className="mt-1 text-sm">
          <Link href={row.href} className="link">
            Open what is behind {row.cells[0]}
          </Link>
        </p>
      )}
    </>
  )
}

function target(key: string, at: number, count: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowDown') return Math.min(count - 1, at + 1)
  if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max(0, at - 1)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

/** Formats a row for screen readers: "3 Nov, Mean .81, Runs 12". */
function rowText({ columns, rows }: ChartTable, at: number): string {
  const cells = rows[at]?.cells ?? []
  return cells.map((cell, place) => (place === 0 ? cell : `${columns[place]?.label ?? ''} ${cell}`)).join(', ')
}
