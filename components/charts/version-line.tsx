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

/** Versions of a chain as a line chart: mean, interval, verdict by colour, and a ring around the serving one. */
export function VersionLine({ model, narrow, actions }: VersionLineProps) {
  // The narrow chart also fits a narrow column, unless it would leave out versions.
  const [onlyWide, onlyNarrow] =
    model.points.length === narrow.points.length
      ? ['@max-[580px]:hidden', '@min-[580px]:hidden']
      : ['max-sm:hidden', 'sm:hidden']
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
      <div className="@container" hidden={isEmpty}>
        <div className="flex flex-row-reverse overflow-x-auto">
          <Drawing model={model} className={`mr-auto shrink-0 ${onlyWide}`} />
          <Drawing model={narrow} className={`mr-auto shrink-0 ${onlyNarrow}`} />
        </div>
      </div>
    </ChartFrame>
  )
}

function Drawing({ model, className }: { model: VersionLineModel; className: string }) {
  const { plot } = model
  return (
    <LinkedDrawing label={model.summary} width={model.width} height={model.height} className={clsx('block', className)}>
      {model.gridlines.map((line) => (
        <g key={line.label} aria-hidden>
          <line x1={plot.left} x2={plot.right} y1={line.y} y2={line.y} stroke="var(--line)" />
          <text x={plot.left - 8} y={line.y + 4} textAnchor="end" fill="var(--ink-3)">
            {line.label}
          </text>
        </g>
      ))}
      {model.levels.map((level) => (
        <g key={level.value} aria-hidden>
          <line
            x1={plot.left}
            x2={plot.right}
            y1={level.y}
            y2={level.y}
            stroke="var(--line-control)"
            strokeDasharray="4 3"
          />
          <text x={plot.right + 8} y={level.y + 4} fill="var(--ink-3)">
            {level.label}
          </text>
        </g>
      ))}
      {model.paths.map((path) => (
        <path key={path} d={path} stroke="var(--line-control)" strokeWidth={1.25} />
      ))}
      {model.points.map((point) => (
        <Version key={point.version} point={point} bottom={plot.bottom} step={model.step} />
      ))}
    </LinkedDrawing>
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
          x={point.x - step / 2}
          y={0}
          width={step}
          height={bottom + 40}
          fill={active === point.version ? 'var(--selected)' : 'transparent'}
        />
        {point.whisker && (
          <g stroke={color} strokeWidth={1.5}>
            <line x1={point.x} x2={point.x} y1={point.whisker.top} y2={point.whisker.bottom} />
            <line x1={point.x - 5} x2={point.x + 5} y1={point.whisker.top} y2={point.whisker.top} />
            <line x1={point.x - 5} x2={point.x + 5} y1={point.whisker.bottom} y2={point.whisker.bottom} />
          </g>
        )}
        {point.isServed && point.y !== null && (
          <circle cx={point.x} cy={y} r={9} fill="none" stroke="var(--accent)" strokeWidth={1.5} />
        )}
        {point.y === null ? (
          <rect
            x={point.x - 3}
            y={y - 7}
            width={6}
            height={6}
            fill="none"
            stroke="var(--unknown)"
            strokeDasharray="1.5 1"
          />
        ) : (
          <circle
            cx={point.x}
            cy={y}
            r={4.5}
            fill={point.isTakenBack ? 'var(--paper)' : color}
            stroke={point.isTakenBack ? color : 'var(--paper)'}
            strokeWidth={1.5}
          />
        )}
      </MarkLink>
      <g pointerEvents="none" aria-hidden>
        <text x={point.x} y={bottom + 18} textAnchor="middle" fill="var(--ink-2)" className="group-hover:underline">
          {point.version.length > 12 ? `${point.version.slice(0, 11)}…` : point.version}
        </text>
        <text x={point.x} y={bottom + 34} textAnchor="middle" fill="var(--ink)" fontWeight={600}>
          {point.label}
        </text>
      </g>
    </g>
  )
}
