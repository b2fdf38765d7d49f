import { clsx } from 'clsx'
import type { ThoughtRow } from '@/lib/charts/prepare-thinking-tree'

/** The middle of a row's dot, from its top, in px. */
const DOT_Y = 20

const colorOf = (hue: number | null) => (hue === null ? 'var(--line-control)' : `var(--series-${hue})`)
const middleOf = (level: number) => `calc(var(--lane) * ${level + 0.5})`

/** The lines that pass beside a row, its own dot, and where a branch leaves. Drawn only: the row says it in words. */
export function ThoughtRails({ row, isOpen }: { row: ThoughtRow; isOpen: boolean }) {
  const { rails, level, hue, fork } = row
  const isRevised = row.revisedBy.length > 0
  return (
    <div aria-hidden className="absolute inset-y-0 left-0" style={{ width: `calc(var(--lane) * ${level + 1})` }}>
      {rails.map((rail) => (
        <span
          key={rail.level}
          className="absolute w-0.5 -translate-x-1/2"
          style={{
            left: middleOf(rail.level),
            top: rail.isAbove ? 0 : DOT_Y,
            ...(rail.isBelow ? { bottom: 0 } : { height: rail.isAbove ? DOT_Y : 0 }),
            background: colorOf(rail.hue),
          }}
        />
      ))}
      {fork && !fork.isLost && level > 0 && (
        <span
          className="absolute h-2.5 rounded-bl-lg border-b-2 border-l-2"
          style={{
            left: `calc(${middleOf(level - 1)} - 1px)`,
            width: 'var(--lane)',
            top: DOT_Y - 9,
            borderColor: colorOf(hue),
          }}
        />
      )}
      <span
        className={clsx(
          'absolute -translate-x-1/2 -translate-y-1/2 rounded-full border-2',
          isRevised ? 'size-2' : 'size-3',
          isOpen && 'ring-3 ring-accent-line',
        )}
        style={{
          left: middleOf(level),
          top: DOT_Y,
          borderColor: colorOf(hue),
          background: isRevised || row.thought.revises !== null ? 'var(--paper)' : colorOf(hue),
        }}
      />
    </div>
  )
}
