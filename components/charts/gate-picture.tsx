'use client'

import { clsx } from 'clsx'
import { StatusMark } from '@/components/domain-ui/status-mark'
import type { GateColumn, GatePictureModel } from '@/lib/presentation/charts/prepare-gate-picture'
import { formatPlural } from '@/lib/presentation/format/number'
import { labelHalo, NumbersTable } from './chart-parts'
import { GatePictureRuns } from './gate-picture-runs'
import { LinkedDrawing } from './linked-drawing'
import { OpenLarge } from './open-large'

type GatePictureProps = {
  model: GatePictureModel
  /** The same chart at the narrow size, for phones. */
  narrow: GatePictureModel
  /** What changed since the gate was opened. */
  since: string | null
}

/** Chart of a gate's evidence: prior and current runs, their means, and the limit. */
export function GatePicture({ model, narrow, since }: GatePictureProps) {
  return (
    <figure aria-label="Runs compared">
      <div className="relative mb-3 pr-8">
        <OpenLarge title="Runs compared" summary={model.summary} table={model.table} className="absolute top-0 right-0">
          <Verdict model={model} />
          <Drawing model={model} className="mt-3 max-h-[56dvh] max-sm:hidden" />
          <Drawing model={narrow} className="mt-3 sm:hidden" />
        </OpenLarge>
        <Verdict model={model} />
        {since && <p className="mt-0.5 text-sm">{since}</p>}
        <p className="mt-0.5 text-ink-2 text-sm">{model.summary}</p>
      </div>
      <Drawing model={model} className="max-sm:hidden" />
      <Drawing model={narrow} className="sm:hidden" />
      {model.table.rows.length > 0 && (
        <details className="mt-2">
          <summary className="w-fit text-ink-2 text-xs hover:text-ink">The runs as a table</summary>
          <div className="mt-2">
            <NumbersTable label="Runs compared" table={model.table} />
          </div>
        </details>
      )}
    </figure>
  )
}

function Verdict({ model: { tone, verdict } }: { model: GatePictureModel }) {
  return <StatusMark status={tone} word={verdict} isWrapped className="text-md [&_svg]:size-4.5" />
}

function Drawing({ model, className }: { model: GatePictureModel; className: string }) {
  return (
    <LinkedDrawing
      label={model.summary}
      viewBox={`0 0 ${model.width} ${model.height}`}
      className={clsx('w-full', className)}
    >
      <Grid model={model} />
      {model.pairs.map(({ key, ...ends }) => (
        <line key={key} {...ends} stroke="var(--line-control)" strokeOpacity={0.45} />
      ))}
      <GatePictureRuns model={model} />
      {model.prior && <Column column={model.prior} model={model} color="var(--ink-2)" side="prior" />}
      <Column column={model.current} model={model} color="var(--v-current)" side="current" />
      {model.line && <Limit line={model.line} model={model} />}
      {model.delta && <Delta delta={model.delta} model={model} />}
    </LinkedDrawing>
  )
}

function Grid({ model }: { model: GatePictureModel }) {
  return (
    <g aria-hidden>
      {model.gridlines.map((line) => (
        <g key={line.value}>
          <line x1={model.plot.left} x2={model.plot.right} y1={line.y} y2={line.y} stroke="var(--line)" />
          <text x={model.plot.left - 8} y={line.y + 4} textAnchor="end" fill="var(--ink-3)">
            {line.label}
          </text>
        </g>
      ))}
    </g>
  )
}

const MEAN_WIDTH = 30

/** Whether runs are drawn where a label at this height would be. */
function isTaken({ prior, current }: GatePictureModel, left: number, right: number, y: number): boolean {
  const dots = [...(prior?.dots ?? []), ...current.dots]
  return dots.some((dot) => dot.x > left - 5 && dot.x < right + 5 && Math.abs(dot.y - y) < 12)
}

type ColumnProps = { column: GateColumn; model: GatePictureModel; color: string; side: 'prior' | 'current' }

function Column({ column, model, color, side }: ColumnProps) {
  const { x, mean, whisker } = column
  const start = x - model.reach
  const measured = [
    whisker && `M${start + 10} ${whisker.top}h12m-6 0V${whisker.bottom}m-6 0h12`,
    mean && `M${start} ${mean.y}H${x + model.reach}`,
  ]
    .filter(Boolean)
    .join('')
  const isMeanBelow = mean !== null && isTaken(model, x - model.reach - 6 - MEAN_WIDTH, x - model.reach, mean.y)
  return (
    <g>
      {/* Among hollow runs, a line is seen by the gap around it. */}
      {side === 'prior' && <path d={measured} fill="none" stroke="var(--paper)" strokeWidth={5} />}
      <path d={measured} fill="none" stroke={color} strokeWidth={2} />
      {mean && !isMeanBelow && (
        <text
          x={x - model.reach - 6}
          y={mean.y + 4}
          textAnchor="end"
          fill="var(--ink)"
          {...labelHalo}
          fontWeight={600}
          fontSize={13}
        >
          {mean.label}
        </text>
      )}
      <text x={x} y={model.plot.bottom + 18} textAnchor="middle" fill="var(--ink)" fontWeight={500} fontSize={13}>
        {column.version}
      </text>
      <text textAnchor="middle" fill="var(--ink-3)">
        <tspan x={x} y={model.plot.bottom + 32}>
          {side}, {formatPlural(column.n, 'run')}
        </tspan>
        {/* On a line of its own: on a phone, the captions of both columns would run into each other. */}
        <tspan x={x} y={model.plot.bottom + 44}>
          {[column.unscored > 0 && `${column.unscored} not scored`, mean && isMeanBelow && `mean ${mean.label}`]
            .filter(Boolean)
            .join(', ')}
        </tspan>
      </text>
    </g>
  )
}

function Limit({ line, model }: { line: { y: number; label: string }; model: GatePictureModel }) {
  const { mean, x } = model.current
  // The mean's label stands to the left of its line: a limit at its height begins after it.
  const isBesideLabel = mean != null && Math.abs(mean.y - line.y) < 10
  const start = x - model.reach - (isBesideLabel ? 0 : 34)
  return (
    <g>
      <line
        x1={start}
        x2={model.plot.right}
        y1={line.y}
        y2={line.y}
        stroke="var(--fail)"
        strokeWidth={1.25}
        strokeDasharray="5 3"
      />
      <text x={model.plot.right + 6} y={line.y + 4} fill="var(--fail-fg)">
        {line.label}
      </text>
    </g>
  )
}

function Delta({ delta, model }: { delta: { y1: number; y2: number; label: string }; model: GatePictureModel }) {
  const x = model.plot.right - 40
  return (
    <g>
      <line
        x1={model.current.x + model.reach}
        x2={x + 4}
        y1={delta.y1}
        y2={delta.y1}
        stroke="var(--v-prior)"
        strokeDasharray="2 2"
      />
      <path d={`M${x} ${delta.y1}V${delta.y2}`} stroke="var(--ink-2)" strokeWidth={1.25} />
      <circle cx={x} cy={delta.y2} r={2.5} fill="var(--ink-2)" />
      <text
        x={x}
        y={delta.y2 > delta.y1 ? delta.y2 + 17 : delta.y2 - 9}
        textAnchor="middle"
        fill="var(--ink)"
        fontWeight={600}
        fontSize={12}
        {...labelHalo}
      >
        {delta.label}
      </text>
    </g>
  )
}
