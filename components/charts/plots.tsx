'use client'

import { type ComponentProps, startTransition, useEffect, useState } from 'react'
import { useLazyPart } from '@/components/ui/lazy-component'
import { PlotSkeleton } from './chart-parts'
import type { FailureClassesPlot, TrendPlot } from './drawn-plots'
import { plots } from './plot-code'

type TrendPlotProps = ComponentProps<typeof TrendPlot>

/** `TrendPlot`, drawn in its turn. */
export function LateTrendPlot(props: TrendPlotProps) {
  const { drawn, placeholder } = usePlots()
  return drawn ? <drawn.TrendPlot {...props} /> : placeholder
}

type FailureClassesPlotProps = ComponentProps<typeof FailureClassesPlot>

/** `FailureClassesPlot`, drawn in its turn. */
export function LateFailureClassesPlot(props: FailureClassesPlotProps) {
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
