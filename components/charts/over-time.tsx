'use client'

import { memo, type ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import type { FailureClassesModel } from '@/lib/presentation/charts/prepare-failure-classes'
import type { ScoreOverTimeModel, ShareGoodModel } from '@/lib/presentation/charts/prepare-score-over-time'
import { ChartFrame } from './chart-frame'
import { NothingDrawn } from './chart-parts'
import { LateFailureClassesPlot, LateTrendPlot } from './plots'

type ScoreOverTimeProps = { model: ScoreOverTimeModel; actions: ReactNode }

export function ScoreOverTime({ model, actions }: ScoreOverTimeProps) {
  const hasBand = model.points.some((point) => point.band !== null)
  return (
    <ChartFrame
      title={model.title}
      summary={model.summary}
      table={model.table}
      actions={actions}
      reading={`Line: mean${hasBand ? ' with its interval' : ''}. Bars: how many runs.`}
    >
      <div className="@container">
        <LateTrendPlot
          points={model.points}
          label={`${model.title}. ${model.summary}`}
          valueLabel="Mean"
          countLabel={model.table.columns.at(-1)?.label ?? 'Runs'}
          ticks="score"
          color="var(--v-current)"
          levels={model.levels}
          marks={model.versions}
        />
      </div>
    </ChartFrame>
  )
}

type ShareGoodProps = { model: ShareGoodModel; title: string }

/** Drawn again only for another model: a chart is the dearest part of its page. */
export const ShareGood = memo(function ShareGood({ model, title }: ShareGoodProps) {
  const isDrawn = model.points.some(({ value }) => value !== null)
  return (
    <ChartFrame
      title={title}
      summary={model.summary}
      table={model.table}
      reading={isDrawn ? 'Line: share with its interval. Bars: how many runs.' : ''}
    >
      {isDrawn ? (
        <LateTrendPlot
          points={model.points}
          label={`${title}. ${model.summary}`}
          valueLabel="Share good"
          countLabel="Good runs"
          ticks="percent"
          color="var(--pass)"
        />
      ) : (
        <NothingDrawn>Shown once enough of a run is measured to score it.</NothingDrawn>
      )}
    </ChartFrame>
  )
})

/** Drawn again only for another model. */
export const FailureClassesOverTime = memo(function FailureClassesOverTime({ model }: { model: FailureClassesModel }) {
  const title = 'Failures by class'
  return (
    <ChartFrame title={title} summary={model.summary} table={model.table}>
      <LateFailureClassesPlot model={model} label={`${title}. ${model.summary}`} />
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs">
        {model.series.map((series) => (
          <li key={series.failureClass}>
            <Link href={series.href} className="inline-flex min-h-6 items-center gap-1.5 text-ink-2 hover:text-ink">
              <span className="size-2 rounded-xs" style={{ background: series.color }} aria-hidden />
              {series.label} <span className="text-ink-3">{series.totalText}</span>
            </Link>
          </li>
        ))}
      </ul>
    </ChartFrame>
  )
})
