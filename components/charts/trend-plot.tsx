'use client'

import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  ErrorBar,
  Line,
  ReferenceLine,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts'
import { goWith, useGoTo } from '@/components/ui/go-to'
import type { TrendLevel, TrendMark, TrendPoint } from '@/lib/presentation/charts/chart-parts'
import { formatCompact } from '@/lib/presentation/format/number'
import {
  activeStroke,
  axisTick,
  ChartTooltip,
  cursorStroke,
  gridStroke,
  MarkLink,
  plotMargin,
  timeAxis,
  useChartSize,
} from './chart-parts'

/** The counts take the lowest fifth of the plot. */
const RUNS_LANE = 5
/** Width in px of a character of a level's label, and of the gap between the label and the plot. */
const LABEL_CHARACTER = 5.6
const LABEL_GAP = 10
/** Width in px of the count axis. */
const COUNT_AXIS_WIDTH = 34

type TrendPlotProps = {
  points: readonly TrendPoint[]
  label: string
  valueLabel: string
  countLabel: string
  ticks: 'score' | 'percent'
  color: string
  levels?: readonly TrendLevel[]
  marks?: readonly TrendMark[]
}

/** Line chart on a fixed axis from 0 to 1, with its interval as a band, as a whisker where a point stands alone, and the sample counts below. Missing points leave gaps. */
export function TrendPlot({
  points,
  label,
  valueLabel,
  countLabel,
  ticks,
  color,
  levels = [],
  marks = [],
}: TrendPlotProps) {
  const goTo = useGoTo()
  const { height, active } = useChartSize()
  const tickOf = new Map(points.map((point) => [point.start, point.tick]))
  const peak = Math.max(1, ...points.map((point) => point.runs))
  const longest = Math.max(0, ...levels.map((level) => level.label.length))
  const labelWidth = longest > 0 ? LABEL_GAP + longest * LABEL_CHARACTER : 0
  const open = (index: number | string | null | undefined, event: MouseEvent) => {
    const point = points[Number(index)]
    if (index !== null && index !== undefined && point) goWith(goTo, point.href, event)
  }
  return (
    <ComposedChart
      responsive
      // The labels beside the plot may be wider than the font makes them.
      className="[&>svg]:overflow-visible"
      accessibilityLayer
      title={label}
      data={points.map((point, index) => ({ ...point, whisker: whiskerAt(points, index) }))}
      margin={{ ...plotMargin, right: Math.max(0, labelWidth - COUNT_AXIS_WIDTH) }}
      style={{ width: '100%', height, cursor: 'pointer' }}
      onClick={(state, event) => open(state.activeTooltipIndex, event.nativeEvent)}
    >
      <CartesianGrid yAxisId="value" vertical={false} stroke={gridStroke} />
      <XAxis {...timeAxis(tickOf)} />
      <YAxis
        yAxisId="value"
        domain={[0, 1]}
        ticks={[0, 0.2, 0.4, 0.6, 0.8, 1]}
        tickFormatter={(value: number) => (ticks === 'percent' ? `${Math.round(value * 100)}%` : value.toFixed(1))}
        tick={axisTick}
        axisLine={false}
        tickLine={false}
        width={ticks === 'percent' ? 44 : 30}
      />
      <YAxis
        yAxisId="runs"
        orientation="right"
        width={COUNT_AXIS_WIDTH}
        domain={[0, peak * RUNS_LANE]}
        ticks={[0, peak]}
        tickFormatter={(count: number) => formatCompact(count)}
        tick={axisTick}
        axisLine={false}
        tickLine={false}
      />
      <Tooltip
        cursor={cursorStroke}
        isAnimationActive={false}
        content={(shown: TooltipContentProps) => (
          <PointTooltip
            shown={shown}
            points={points}
            valueLabel={valueLabel}
            countLabel={countLabel}
            color={color}
            marks={marks}
          />
        )}
      />
      <Bar
        yAxisId="runs"
        dataKey="runs"
        fill="var(--line-strong)"
        fillOpacity={0.7}
        maxBarSize={24}
        isAnimationActive={false}
      />
      {active !== null && <ReferenceLine yAxisId="value" x={active} {...activeStroke} />}
      {levels.map((level) => (
        <ReferenceLine
          key={level.value}
          yAxisId="value"
          y={level.value}
          stroke="var(--line-control)"
          strokeDasharray="4 3"
          label={{ value: level.label, position: 'right', fill: 'var(--ink-3)', fontSize: 11 }}
        />
      ))}
      {marks.map((mark) => (
        <ReferenceLine
          key={mark.start}
          yAxisId="value"
          x={mark.start}
          stroke="var(--ink-3)"
          strokeDasharray="1 3"
          // Hidden where labels would overlap; the tooltip names them.
          label={{
            value: mark.label,
            position: 'top',
            fill: 'var(--ink-2)',
            fontSize: 11,
            className: '@max-[600px]:hidden',
          }}
        />
      ))}
      <Area
        yAxisId="value"
        dataKey="band"
        stroke="none"
        fill={color}
        fillOpacity={0.13}
        connectNulls={false}
        isAnimationActive={false}
        activeDot={false}
      />
      <Line
        yAxisId="value"
        dataKey="value"
        stroke={color}
        strokeWidth={1.75}
        connectNulls={false}
        isAnimationActive={false}
        dot={({ cx, cy, index }) => <PointDot key={index} x={cx} y={cy} point={points[index]} color={color} />}
        activeDot={{ r: 5, fill: color, stroke: 'var(--paper)', strokeWidth: 2 }}
      >
        <ErrorBar
          dataKey="whisker"
          direction="y"
          width={4}
          stroke={color}
          strokeOpacity={0.5}
          isAnimationActive={false}
        />
      </Line>
    </ComposedChart>
  )
}

/** The interval of a point between gaps, as its distances from the value: a band needs two points. Null for any other point. */
function whiskerAt(points: readonly TrendPoint[], index: number): [number, number] | null {
  const { value, band } = points[index] ?? {}
  const hasNeighbour = [index - 1, index + 1].some((other) => points[other]?.value != null)
  return value == null || !band || hasNeighbour ? null : [value - band[0], band[1] - value]
}

type PointDotProps = { x?: number; y?: number; point: TrendPoint | undefined; color: string }

function PointDot({ x, y, point, color }: PointDotProps) {
  if (!point || point.value === null || x === undefined || y === undefined) return <g />
  return (
    <MarkLink href={point.href} title={`${point.name}: ${point.valueText}`} pointerOnly>
      <circle cx={x} cy={y} r={3} fill={color} stroke="var(--paper)" strokeWidth={1.5} />
    </MarkLink>
  )
}

type PointTooltipProps = {
  shown: TooltipContentProps
  points: readonly TrendPoint[]
  marks: readonly TrendMark[]
  valueLabel: string
  countLabel: string
  color: string
}

function PointTooltip({ shown, points, marks, valueLabel, countLabel, color }: PointTooltipProps) {
  const point = points.find((candidate) => candidate.start === shown.label)
  if (!shown.active || !point) return null
  return (
    <ChartTooltip
      name={point.name}
      rows={[
        { label: valueLabel, value: point.valueText, color },
        { label: 'Interval', value: point.bandText, quiet: true },
        { label: countLabel, value: point.countText, quiet: true },
      ]}
      note={marks.find((mark) => mark.start === point.start)?.title}
    />
  )
}
