'use client'

import { Bar, BarChart, CartesianGrid, ReferenceLine, Tooltip, type TooltipContentProps, XAxis, YAxis } from 'recharts'
import { goWith, useGoTo } from '@/components/ui/go-to'
import type { FailureClassesModel } from '@/lib/presentation/charts/prepare-failure-classes'
import { formatCount } from '@/lib/presentation/format/number'
import { activeStroke, axisTick, ChartTooltip, gridStroke, plotMargin, timeAxis, useChartSize } from './chart-parts'

type FailureClassesPlotProps = { model: FailureClassesModel; label: string }

/** Stacked bar chart of failures by class. */
export function FailureClassesPlot({ model, label }: FailureClassesPlotProps) {
  const goTo = useGoTo()
  const { height, active } = useChartSize()
  const tickOf = new Map(model.points.map((point) => [point.start, point.tick]))
  const open = (index: number | string | null | undefined, event: MouseEvent) => {
    const point = model.points[Number(index)]
    if (index !== null && index !== undefined && point) goWith(goTo, point.href, event)
  }
  return (
    <BarChart
      responsive
      accessibilityLayer
      title={label}
      data={model.points}
      margin={plotMargin}
      style={{ width: '100%', height, cursor: 'pointer' }}
      onClick={(state, event) => open(state.activeTooltipIndex, event.nativeEvent)}
    >
      <CartesianGrid vertical={false} stroke={gridStroke} />
      <XAxis {...timeAxis(tickOf)} />
      <YAxis allowDecimals={false} tick={axisTick} axisLine={false} tickLine={false} width={30} />
      <Tooltip
        cursor={{ fill: 'var(--hover)' }}
        isAnimationActive={false}
        content={(shown: TooltipContentProps) => <StackTooltip shown={shown} model={model} />}
      />
      {active !== null && <ReferenceLine x={active} {...activeStroke} />}
      {model.series.map((series) => (
        <Bar
          key={series.failureClass}
          dataKey={(point: FailureClassesModel['points'][number]) => point.counts[series.failureClass] ?? 0}
          name={series.label}
          stackId="failures"
          fill={series.color}
          stroke="var(--paper)"
          strokeWidth={1}
          maxBarSize={28}
          isAnimationActive={false}
        />
      ))}
    </BarChart>
  )
}

function StackTooltip({ shown, model }: { shown: TooltipContentProps; model: FailureClassesModel }) {
  const point = model.points.find((candidate) => candidate.start === shown.label)
  if (!shown.active || !point) return null
  const rows = model.series
    .filter((series) => (point.counts[series.failureClass] ?? 0) > 0)
    .map((series) => ({
      label: series.label,
      value: formatCount(point.counts[series.failureClass]),
      color: series.color,
    }))
  return <ChartTooltip name={point.name} rows={rows} note={rows.length === 0 ? 'No failure' : undefined} />
}
