'use client'

import dynamic from 'next/dynamic'
import type { ShareGoodModel } from '@/lib/charts/prepare-share-good'
import { ChartFrame } from './chart-frame'
import { PlotSkeleton } from './plot-skeleton'

const TrendPlot = dynamic(() => import('./trend-plot').then((module) => module.TrendPlot), {
  ssr: false,
  loading: PlotSkeleton,
})

type ShareGoodProps = { model: ShareGoodModel; title?: string }

export function ShareGood({ model, title = 'Share good' }: ShareGoodProps) {
  return (
    <ChartFrame
      title={title}
      summary={model.summary}
      table={model.table}
      reading="Line: share with its interval. Bars: how many runs."
    >
      <TrendPlot
        points={model.points}
        label={`${title}. ${model.summary}`}
        valueLabel="Share good"
        countLabel="Good runs"
        ticks="percent"
        color="var(--pass)"
      />
    </ChartFrame>
  )
}
