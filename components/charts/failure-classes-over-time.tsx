'use client'

import dynamic from 'next/dynamic'
import Link from 'next/link'
import type { FailureClassesModel } from '@/lib/charts/prepare-failure-classes'
import { ChartFrame } from './chart-frame'
import { PlotSkeleton } from './plot-skeleton'

const FailureClassesPlot = dynamic(() => import('./failure-classes-plot').then((module) => module.FailureClassesPlot), {
  ssr: false,
  loading: PlotSkeleton,
})

type FailureClassesOverTimeProps = { model: FailureClassesModel; title?: string }

export function FailureClassesOverTime({ model, title = 'Failures by class' }: FailureClassesOverTimeProps) {
  return (
    <ChartFrame title={title} summary={model.summary} table={model.table}>
      <FailureClassesPlot model={model} label={`${title}. ${model.summary}`} />
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs">
        {model.series.map((series) => (
          <li key={series.failureClass}>
            <Link href={series.href} className="inline-flex min-h-6 items-center gap-1.5 text-ink-2 hover:text-ink">
              <span className="size-2 rounded-[2px]" style={{ background: series.color }} aria-hidden />
              {series.label} <span className="text-ink-3">{series.totalText}</span>
            </Link>
          </li>
        ))}
      </ul>
    </ChartFrame>
  )
}
