'use client'

import { Table2, TrendingUp } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '@/components/ui/icon-button'
import { NumbersTable } from './chart-parts'
import type { ChartProps } from './large-chart'
import { OpenLarge } from './open-large'

/** A chart with its heading and summary, a toggle to show the numbers as a table, and a button that enlarges it. */
export function ChartFrame({ title, summary, table, actions, reading, children }: ChartProps) {
  const [isTable, setTable] = useState(false)
  return (
    <section aria-label={title} className="min-w-0 border-t pt-4">
      <header className="mb-3 flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <h2 className="text-base">{title}</h2>
          <p className="text-ink-2 text-sm">{summary}</p>
        </div>
        <div className="flex max-w-full flex-wrap items-center gap-1">
          {actions}
          <IconButton
            label={`Show ${title} as a ${isTable ? 'chart' : 'table'}`}
            size="sm"
            onClick={() => setTable(!isTable)}
          >
            {isTable ? <TrendingUp aria-hidden /> : <Table2 aria-hidden />}
          </IconButton>
          <OpenLarge
            title={title}
            summary={summary}
            table={table}
            actions={actions}
            reading={reading}
            className="-mr-1.5"
          >
            {children}
          </OpenLarge>
        </div>
      </header>
      {isTable ? <NumbersTable label={title} table={table} /> : children}
      {!isTable && reading && <p className="mt-1 text-ink-3 text-xs">{reading}</p>}
    </section>
  )
}
