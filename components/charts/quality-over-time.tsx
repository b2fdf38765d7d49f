'use client'

import dynamic from 'next/dynamic'
import type { QualityOverTimeModel } from '@/lib/charts/prepare-quality-over-time'
import { ChartFrame } from './chart-frame'
import { PlotSkeleton } from './plot-skeleton'

const TrendPlot = dynamic(() => import('./trend-plot').then((module) => module.TrendPlot), {
  ssr: false,
  loading: PlotSkeleton,
})

type QualityOverTimeProps = { model: QualityOverTimeModel; title?: string }

export function QualityOverTime({ model, title = 'Quality over time' }: QualityOverTimeProps) {
  return (
    <ChartFrame
      title={title}
      summary={model.summary}
      table={model.table}
      reading="Line: mean with its interval. Bars: how many runs."
    >
      <TrendPlot
        points={model.points}
        label={`${title}. ${model.summary}`}
        valueLabel="Mean"
        countLabel="Runs scored"
        ticks="score"
        color="var(--v-current)"
        levels={model.levels}
        marks={model.versions}
      />
    </ChartFrame>
  )
}
