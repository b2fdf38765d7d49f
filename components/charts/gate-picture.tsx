'use client'

import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { StatusMark } from '@/components/domain-ui/status-mark'
import { Link } from '@/components/ui/link'
import type { GateBar, GateColumn, GateDot, GatePictureModel } from '@/lib/presentation/charts/prepare-gate-picture'
import { formatPlural } from '@/lib/presentation/format/number'
import { labelHalo } from './chart-parts'
import { NumbersTable } from './numbers-table'
import { OpenLarge } from './open-large'

type GatePictureProps = {
  model: GatePictureModel
  /** The same chart at the narrow size, for phones. */
  narrow: GatePictureModel
  /** What changed since the gate was opened. */
  since?: string | null
}

/** Chart of a gate's evidence: prior and current runs, their means, and the limit. */
export function GatePicture({ model, narrow, since }: GatePictureProps) {
  return (
    <figure>
      <figcaption className="relative mb-3 pr-8">
        <OpenLarge title="Runs compared" summary={model.summary} table={model.table} className="absolute top-0 right-0">
          <GatePicture model={model} narrow={narrow} since={since} />
        </OpenLarge>
        <StatusMark status={model.tone} word={model.verdict} isWrapped className="text-md [&_svg]:size-4.5" />
        {since && <p className="mt-0.5 text-sm">{since}</p>}
        <p className="mt-0.5 text-ink-2 text-sm">{model.summary}</p>
      </figcaption>
      <Drawing model={model} className="max-sm:hidden" />
      <Drawing model={narrow} className="sm:hidden" />
      {model.table.rows.length > 0 && (
        <details className="mt-2">
          <summary className="w-fit rounded-sm text-ink-2 text-xs hover:text-ink">The runs as a table</summary>
          <div className="mt-2">
            <NumbersTable label="Runs compared" table={model.table} />
          </div>
        </details>
      )}
    </figure>
  )
}

function Drawing({ model, className }: { model: GatePictureModel; className: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a chart whose marks are links needs a named group
    <svg
      role="group"
      aria-label={model.summary}
      viewBox={`0 0 ${model.width} ${model.height}`}
      className={clsx('w-full overflow-visible text-[11px]', className)}
    >
      <Grid model={model} />
      {model.pairs.map(({ key, ...ends }) => (
        <line key={key} {...ends} stroke="var(--line-control)" strokeOpacity={0.45} />
      ))}
      <Marks model={model} />
      {model.prior && <Column column={model.prior} model={model} color="var(--v-prior)" side="prior" />}
      <Column column={model.current} model={model} color="var(--v-current)" side="current" />
      {model.line && <Limit line={model.line} model={model} />}
      {model.delta && <Delta delta={model.delta} model={model} />}
    </svg>
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
  const isMeanBelow = mean !== null && isTaken(model, x - model.reach - 6 - MEAN_WIDTH, x - model.reach, mean.y)
  return (
    <g>
      {whisker && (
        <path
          d={`M${x - model.reach + 10} ${whisker.top}h12m-6 0V${whisker.bottom}m-6 0h12`}
          stroke={color}
          strokeWidth={1.25}
          fill="none"
        />
      )}
      {mean && (
        <line x1={x - model.reach} x2={x + model.reach} y1={mean.y} y2={mean.y} stroke={color} strokeWidth={2} />
      )}
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
      <text x={x} y={model.plot.bottom + 20} textAnchor="middle" fill="var(--ink)" fontWeight={500} fontSize={13}>
        {column.version}
      </text>
      <text x={x} y={model.plot.bottom + 35} textAnchor="middle" fill="var(--ink-3)">
        {side}, {formatPlural(column.n, 'run')}
        {column.unscored > 0 ? `, ${column.unscored} not scored` : ''}
        {mean && isMeanBelow ? `, mean ${mean.label}` : ''}
      </text>
    </g>
  )
}

type Mark = { key: string; x: number; y: number; column: 'prior' | 'current'; draw: (tabIndex: number) => ReactNode }

/** The run marks as a single tab stop with arrow-key navigation along and between the columns. */
function Marks({ model }: { model: GatePictureModel }) {
  const [active, setActive] = useState<string | null>(null)
  const marks = marksOf(model)
  const current = marks.find((mark) => mark.key === active) ?? marks[0]
  const move = (event: KeyboardEvent<SVGGElement>) => {
    const next = current && nextMark(marks, current, event.key)
    if (!next) return
    event.preventDefault()
    setActive(next.key)
    event.currentTarget.querySelector<SVGElement>(`[data-mark="${CSS.escape(next.key)}"] > *`)?.focus()
  }
  return (
    // biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: an SVG group is not a control by itself.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not valid inside an SVG.
    <g role="group" aria-label="Runs, one by one with the arrow keys" onKeyDown={move}>
      {marks.map((mark) => (
        <g key={mark.key} data-mark={mark.key}>
          {mark.draw(mark.key === current?.key ? 0 : -1)}
        </g>
      ))}
    </g>
  )
}

function marksOf(model: GatePictureModel): Mark[] {
  const columns = (['prior', 'current'] as const).flatMap((side) => {
    const column = model[side]
    return column ? [{ side, column, color: `var(--v-${side})` }] : []
  })
  return columns.flatMap(({ side, column, color }) => [
    ...column.bars.map((bar) => ({
      key: `${side} ${bar.key}`,
      x: column.x,
      y: bar.top,
      column: side,
      draw: (tabIndex: number) => <Bar bar={bar} x={column.x} color={color} tabIndex={tabIndex} />,
    })),
    ...column.dots
      .toSorted((a, b) => a.y - b.y || a.x - b.x)
      .map((dot) => ({
        key: dot.runId,
        x: dot.x,
        y: dot.y,
        column: side,
        draw: (tabIndex: number) => <Dot dot={dot} color={color} isHollow={side === 'prior'} tabIndex={tabIndex} />,
      })),
  ])
}

/** Returns the mark an arrow key moves to: the next one in the column, or the nearest in the other column; null if there is none. */
function nextMark(marks: readonly Mark[], from: Mark, key: string): Mark | null {
  const own = marks.filter((mark) => mark.column === from.column)
  const place = own.indexOf(from)
  const across = marks.filter((mark) => mark.column === (key === 'ArrowLeft' ? 'prior' : 'current'))
  switch (key) {
    case 'ArrowUp':
      return own[place - 1] ?? null
    case 'ArrowDown':
      return own[place + 1] ?? null
    case 'Home':
      return own[0] ?? null
    case 'End':
      return own.at(-1) ?? null
    case 'ArrowLeft':
    case 'ArrowRight':
      return across.includes(from)
        ? null
        : (across.toSorted((a, b) => Math.abs(a.y - from.y) - Math.abs(b.y - from.y))[0] ?? null)
    default:
      return null
  }
}

type BarProps = { bar: GateBar; x: number; color: string; tabIndex: number }

function Bar({ bar, x, color, tabIndex }: BarProps) {
  return (
    <Link href={bar.href} aria-label={`${bar.title}; open the lowest`} tabIndex={tabIndex} className="group">
      <title>{bar.title}</title>
      <g className="group-hover:opacity-80 group-focus-visible:opacity-80">
        <rect x={x - bar.width / 2} y={bar.top} width={bar.width} height={bar.height} fill={color} fillOpacity={0.4} />
        {bar.blockedWidth > 0 && (
          <rect x={x - bar.width / 2} y={bar.top} width={bar.blockedWidth} height={bar.height} fill="var(--fail)" />
        )}
      </g>
    </Link>
  )
}

type DotProps = { dot: GateDot; color: string; isHollow: boolean; tabIndex: number }

function Dot({ dot, color, isHollow, tabIndex }: DotProps) {
  return (
    <Link href={dot.href} aria-label={dot.title} tabIndex={tabIndex} className="group">
      <title>{dot.title}</title>
      <circle cx={dot.x} cy={dot.y} r={9} fill="transparent" />
      {dot.blocked ? (
        <path
          d={`M${dot.x - 3.5} ${dot.y - 3.5}l7 7m0 -7l-7 7`}
          stroke="var(--fail)"
          strokeWidth={2}
          strokeLinecap="round"
        />
      ) : (
        <circle
          cx={dot.x}
          cy={dot.y}
          r={3.75}
          fill={isHollow ? 'var(--paper)' : color}
          stroke={color}
          strokeWidth={1.5}
          className="group-hover:stroke-accent group-focus-visible:stroke-accent"
        />
      )}
    </Link>
  )
}

function Limit({ line, model }: { line: { y: number; label: string }; model: GatePictureModel }) {
  const start = model.current.x - model.reach - 34
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
