import { clsx } from 'clsx'
import type { ChartTable } from '@/lib/presentation/charts/chart-parts'
import type { AttemptLineModel, AttemptPoint } from '@/lib/presentation/charts/prepare-attempt-line'
import { Unscored } from './attempt-line-small'
import { labelHalo, MarkLink, useChartSize } from './chart-parts'
import { LinkedDrawing } from './linked-drawing'
import { OpenLarge } from './open-large'

type AttemptLineLargeProps = {
  model: AttemptLineModel
  /** The same chart at medium size, for phones. */
  narrow: AttemptLineModel
}

/** Attempt chart for a page, 600 px wide, 340 px on phones. Every attempt links to its run. */
export function AttemptLine({ model, narrow }: AttemptLineLargeProps) {
  return (
    <div className="relative">
      <OpenLarge
        title="Attempts"
        summary={model.summary}
        table={toTable(model)}
        reading="Band: within 0.02 of the best, which counts as no change."
        className="absolute top-0 right-0 z-[1]"
      >
        <div className="mx-auto max-w-[56rem] [&_svg]:max-w-none!">
          <AttemptLine model={model} narrow={narrow} />
        </div>
      </OpenLarge>
      <Drawing model={model} className="max-w-[37.5rem] max-sm:hidden" />
      <Drawing model={narrow} className="sm:hidden" />
    </div>
  )
}

function toTable({ points, unscored }: AttemptLineModel): ChartTable {
  return {
    columns: [{ label: 'Attempt' }, { label: 'Score' }],
    rows: [...points, ...unscored]
      .toSorted((a, b) => a.attempt - b.attempt)
      .map(({ attempt, title, href }) => ({
        key: href,
        cells: [`Attempt ${attempt}`, title.replace(/^Attempt \d+: /, '')],
        href,
      })),
  }
}

function Drawing({ model, className }: { model: AttemptLineModel; className: string }) {
  const { plot } = model
  return (
    <LinkedDrawing
      label={model.summary}
      viewBox={`0 0 ${model.width} ${model.height}`}
      className={clsx('w-full', className)}
    >
      <line x1={0} x2={plot.right + 8} y1={plot.bottom} y2={plot.bottom} stroke="var(--line-strong)" />
      {model.noise && (
        <rect x={plot.left} width={plot.right - plot.left} {...model.noise} fill="var(--accent)" fillOpacity={0.12} />
      )}
      {model.thresholds.map((threshold) => (
        <g key={threshold.value}>
          <line
            x1={0}
            x2={plot.right + 8}
            y1={threshold.y}
            y2={threshold.y}
            stroke="var(--line-strong)"
            strokeDasharray="3 3"
          />
          <text x={plot.right + 14} y={threshold.y + 4} fill="var(--ink-3)">
            {threshold.label}
          </text>
        </g>
      ))}
      {model.ticks.map((tick) => (
        <text key={tick.attempt} x={tick.x} y={plot.bottom + 18} textAnchor="middle" fill="var(--ink-3)">
          {tick.attempt}
        </text>
      ))}
      <text x={plot.right + 14} y={plot.bottom + 18} fill="var(--ink-3)">
        attempt
      </text>
      {model.paths.map((path) => (
        <path key={path} d={path} fill="none" stroke="var(--ink-2)" strokeWidth={1.5} strokeLinejoin="round" />
      ))}
      {model.unscored.map((point) => (
        <MarkLink key={point.href} href={point.href} title={point.title}>
          <circle cx={point.x} cy={plot.bottom - 8} r={12} fill="transparent" />
          <Unscored x={point.x} y={plot.bottom - 8} />
        </MarkLink>
      ))}
      {model.points.map((point, place) => (
        <AttemptDot
          key={point.href}
          point={point}
          isLast={place === model.points.length - 1}
          isDense={model.points.length > DENSE}
        />
      ))}
    </LinkedDrawing>
  )
}

/** From here on dots of the usual size would touch. */
const DENSE = 30

type AttemptDotProps = { point: AttemptPoint; isLast: boolean; isDense: boolean }

function AttemptDot({ point, isLast, isDense }: AttemptDotProps) {
  const { active } = useChartSize()
  return (
    <>
      <MarkLink href={point.href} title={point.title}>
        <circle cx={point.x} cy={point.y} r={12} fill="transparent" />
        {active === point.href && <circle cx={point.x} cy={point.y} r={11} fill="var(--selected)" />}
        {point.best && <circle cx={point.x} cy={point.y} r={8} fill="none" stroke="var(--accent)" strokeWidth={1.5} />}
        <circle
          cx={point.x}
          cy={point.y}
          r={isDense && !point.best ? 2 : 4}
          fill={point.best ? 'var(--accent)' : 'var(--ink)'}
          stroke="var(--paper)"
          strokeWidth={isDense ? 0.5 : 1.5}
          className="group-hover:fill-accent"
        />
      </MarkLink>
      {(point.label || point.best) && (
        <text
          // The last label ends at its dot, to stay clear of the names of the thresholds.
          x={isLast ? point.x + 8 : point.x}
          y={point.y - (point.best ? 14 : 10)}
          textAnchor={isLast ? 'end' : 'middle'}
          fill={point.best ? 'var(--accent-fg)' : 'var(--ink-2)'}
          fontWeight={point.best ? 600 : 400}
          pointerEvents="none"
          {...labelHalo}
        >
          {[point.best ? 'best' : null, point.label].filter(Boolean).join(' ')}
        </text>
      )}
    </>
  )
}
