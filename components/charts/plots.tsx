'use client'

import { type ComponentProps, startTransition, useEffect, useState } from 'react'
import { useLazyComponent } from '@/components/ui/lazy-component'
import { PlotSkeleton } from './chart-parts'
import type { FailureClassesPlot, TrendPlot } from './drawn-plots'
import { plots } from './plot-code'

type TrendPlotProps = ComponentProps<typeof TrendPlot>

/** `TrendPlot`, drawn in its turn. */
export function LateTrendPlot(props: TrendPlotProps) {
  const drawn = usePlots()
  return drawn ? <drawn.TrendPlot {...props} /> : <PlotSkeleton />
}

type FailureClassesPlotProps = ComponentProps<typeof FailureClassesPlot>

/** `FailureClassesPlot`, drawn in its turn. */
export function LateFailureClassesPlot(props: FailureClassesPlotProps) {
  const drawn = usePlots()
  return drawn ? <drawn.FailureClassesPlot {...props} /> : <PlotSkeleton />
}

/** The plots, once their code is loaded and it is this one's turn; null until then. */
function usePlots() {
  const loaded = useLazyComponent(plots, true)
  const isTurn = useTurn(loaded !== null)
  return isTurn ? loaded : null
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
