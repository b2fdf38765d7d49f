import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { TrendScore } from '@/lib/contracts/vocabulary'
import type { VersionLineModel, VersionPoint } from '@/lib/presentation/charts/prepare-version-line'
import { ChartFrame } from './chart-frame'
import { MarkLink, useChartSize } from './chart-parts'
import { LinkedDrawing } from './linked-drawing'

const toneFill: Record<VersionPoint['tone'], string> = {
  pass: 'var(--pass)',
  review: 'var(--review)',
  fail: 'var(--fail)',
  unknown: 'var(--unknown)',
}

const titles: Record<TrendScore, string> = { quality: 'Mean by version', confidence: 'Mean confidence by version' }
const readings: Record<TrendScore, string> = {
  quality:
    'Dot: mean of live runs with its interval. Red: worse than the version before. Ring: serving. Hollow: rolled back.',
  confidence:
    'Dot: mean of the newest live runs by their evaluators, without people’s verdicts, with its interval. Red: less than the version before. Ring: serving. Hollow: rolled back.',
}

type VersionLineProps = {
  model: VersionLineModel
  /** The same chart for phones, with fewer versions. */
  narrow: VersionLineModel
  /** Chooses the score whose mean is drawn. */
  actions: ReactNode
}

/** Versions of a chain as a line chart as wide as its page: mean, interval, verdict by colour, and a ring around the serving one. */
export function VersionLine({ model, narrow, actions }: VersionLineProps) {
  const isCut = model.points.length > narrow.points.length
  const isEmpty = model.points.every(({ y }) => y === null)
  return (
    <ChartFrame
      title={titles[model.score]}
      summary={model.summary}
      table={model.table}
      actions={actions}
      reading={isEmpty ? 'No version has a mean, so there is nothing to draw.' : readings[model.score]}
    >
      {/* Reversed, so that it starts scrolled to the newest version. The marks are links, so the keyboard reaches all of them. */}
      <div className="flex flex-row-reverse overflow-x-auto" hidden={isEmpty}>
        {isCut && <Drawing model={model} className="max-sm:hidden" />}
        <Drawing model={narrow} className={clsx(isCut && 'sm:hidden')} />
      </div>
    </ChartFrame>
  )
}

const percent = (share: number) => `${share * 100}%`

/** The plot fills what its axis and the names of its levels leave. */
function Drawing({ model, className }: { model: VersionLineModel; className: string }) {
  const { minWidth, height, left, right, bottom } = model
  return (
    <div className={clsx('flex grow text-2xs', className)} style={{ minWidth }}>
      <svg width={left} height={height} className="shrink-0" aria-hidden>
        {model.gridlines.map((line) => (
          <text key={line.label} x={left - 8} y={line.y + 4} textAnchor="end" fill="var(--ink-3)">
            {line.label}
          </text>
        ))}
      </svg>
      <LinkedDrawing label={model.summary} width="100%" height={height} className="min-w-0">
        {model.gridlines.map((line) => (
          <line key={line.label} x2="100%" y1={line.y} y2={line.y} stroke="var(--line)" />
        ))}
        {model.levels.map(({ value, y }) => (
          <line key={value} x2="100%" y1={y} y2={y} stroke="var(--line-control)" strokeDasharray="4 3" />
        ))}
        {model.lines.map(({ x1, x2, ...ends }) => (
          <line key={x1} x1={percent(x1)} x2={percent(x2)} {...ends} stroke="var(--line-control)" strokeWidth={1.25} />
        ))}
        {model.points.map((point) => (
          <Version key={point.version} point={point} bottom={bottom} step={model.step} />
        ))}
      </LinkedDrawing>
      <svg width={right} height={height} className="shrink-0 overflow-visible" aria-hidden>
        {model.levels.map(({ value, y, label }) => (
          <text key={value} x={8} y={y + 4} fill="var(--ink-3)">
            {label}
          </text>
        ))}
      </svg>
    </div>
  )
}

function Version({ point, bottom, step }: { point: VersionPoint; bottom: number; step: number }) {
  const { active } = useChartSize()
  const color = toneFill[point.tone]
  const y = point.y ?? bottom
  return (
    // Its texts stand beside the link, whose name says more than they do.
    <g className="group">
      <MarkLink href={point.href} title={point.title}>
        <rect
          x={percent(point.x - step / 2)}
          width={percent(step)}
          height={bottom + 40}
          fill={active === point.version ? 'var(--selected)' : 'transparent'}
        />
        <svg x={percent(point.x)} className="overflow-visible" aria-hidden>
          {point.whisker && (
            <path
              d={`M-5 ${point.whisker.top}h10m-5 0V${point.whisker.bottom}m-5 0h10`}
              fill="none"
              stroke={color}
              strokeWidth={1.5}
            />
          )}
          {point.isServed && point.y !== null && (
            <circle cy={y} r={9} fill="none" stroke="var(--accent)" strokeWidth={1.5} />
          )}
          {point.y === null ? (
            <rect x={-3} y={y - 7} width={6} height={6} fill="none" stroke="var(--unknown)" strokeDasharray="1.5 1" />
          ) : (
            <circle
              cy={y}
              r={4.5}
              fill={point.isTakenBack ? 'var(--paper)' : color}
              stroke={point.isTakenBack ? color : 'var(--paper)'}
              strokeWidth={1.5}
            />
          )}
        </svg>
      </MarkLink>
      <svg x={percent(point.x)} className="pointer-events-none overflow-visible" textAnchor="middle" aria-hidden>
        <text y={bottom + 18} fill="var(--ink-2)" className="group-hover:underline">
          {point.version.length > 12 ? `${point.version.slice(0, 11)}…` : point.version}
        </text>
        <text y={bottom + 34} fill="var(--ink)" fontWeight={600}>
          {point.label}
        </text>
      </svg>
    </g>
  )
}
