'use client'

import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Link } from '@/components/ui/link'
import type { GateBar, GateDot, GatePictureModel } from '@/lib/presentation/charts/prepare-gate-picture'

type Mark = { key: string; x: number; y: number; column: 'prior' | 'current'; draw: (tabIndex: number) => ReactNode }

/** The run marks as a single tab stop with arrow-key navigation along and between the columns. */
export function GatePictureRuns({ model }: { model: GatePictureModel }) {
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
    <Link href={bar.href} tabIndex={tabIndex} className="group">
      <title>{`${bar.title}; open the lowest`}</title>
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
    <Link href={dot.href} tabIndex={tabIndex} className="group">
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
