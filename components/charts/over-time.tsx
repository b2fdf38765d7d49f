'use client'

import { type ComponentProps, memo, type ReactNode, startTransition, useEffect, useState } from 'react'
import { useLazyPart } from '@/components/ui/lazy-component'
import { Link } from '@/components/ui/link'
import type { FailureClassesModel } from '@/lib/presentation/charts/prepare-failure-classes'
import type { ScoreOverTimeModel, ShareGoodModel } from '@/lib/presentation/charts/prepare-score-over-time'
import { ChartFrame } from './chart-frame'
import { NothingDrawn, PlotSkeleton } from './chart-parts'
import type { FailureClassesPlot, TrendPlot } from './drawn-plots'
import { plots } from './plot-code'

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
              {`${series.label} `}
              <span className="text-ink-3">{series.totalText}</span>
            </Link>
          </li>
        ))}
      </ul>
    </ChartFrame>
  )
})

type TrendPlotProps = ComponentProps<typeof TrendPlot>

/** `TrendPlot`, drawn in its turn. */
function LateTrendPlot(props: TrendPlotProps) {
  const { drawn, placeholder } = usePlots()
  return drawn ? <drawn.TrendPlot {...props} /> : placeholder
}

type FailureClassesPlotProps = ComponentProps<typeof FailureClassesPlot>

/** `FailureClassesPlot`, drawn in its turn. */
function LateFailureClassesPlot(props: FailureClassesPlotProps) {
  const { drawn, placeholder } = usePlots()
  return drawn ? <drawn.FailureClassesPlot {...props} /> : placeholder
}

/** The plots, once their code is loaded and it is this one's turn; null until then, with what stands in their place. */
function usePlots() {
  const { loaded, hasFailed } = useLazyPart(plots)
  const isTurn = useTurn(loaded !== null)
  return {
    drawn: isTurn ? loaded : null,
    placeholder: hasFailed ? <PlotProblem /> : <PlotSkeleton />,
  }
}

function PlotProblem() {
  return (
    <p role="alert" className="py-8 text-center text-ink-2 text-sm">
      This chart could not be loaded. If that stays so, reload the page.{' '}
      <button type="button" className="link" onClick={plots.prefetch}>
        Try again
      </button>
    </p>
  )
}

const waiting = new Set<() => void>()

/** Whether a plot is to be drawn now: after the figures around it are on the screen, and one plot at a time, so that the page answers in between. */
function useTurn(isLoaded: boolean): boolean {
  const [isTurn, setTurn] = useState(false)
  useEffect(() => {
    if (!isLoaded) return
    const draw = () => startTransition(() => setTurn(true))
    waiting.add(draw)
    if (waiting.size === 1) drawNext()
    return () => void waiting.delete(draw)
  }, [isLoaded])
  return isTurn
}

function drawNext(): void {
  // A timer of a frame ends after that frame is painted.
  requestAnimationFrame(() =>
    setTimeout(() => {
      const [draw] = waiting
      if (!draw) return
      draw()
      waiting.delete(draw)
      if (waiting.size > 0) drawNext()
    }),
  )
}
