'use client'

import { clsx } from 'clsx'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/time'
import type { FailureStripModel, StripMark } from '@/lib/presentation/charts/prepare-failure-strip'
import { shownTemplate } from '@/lib/presentation/labels/failures'
import { MarkLink, useChartSize } from './chart-parts'

const MARK_WIDTH = 8
const GAP = 2
const MAX_WIDTH = 168
const LARGE_WIDTH = 560

/** One row per failure group: its occurrences over time, split into root causes and cascades. */
export function FailureStrip({ model }: { model: FailureStripModel }) {
  const { active } = useChartSize()
  return (
    <div className="@container">
      <ul className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 divide-y @md:grid-cols-[minmax(0,1fr)_auto_auto]">
        {model.rows.map((row) => (
          <li
            key={row.key}
            className={clsx(
              'col-span-full grid grid-cols-subgrid items-center py-2',
              active === row.key && 'bg-selected',
            )}
          >
            <Link href={row.href} className="min-w-0 rounded-sm">
              <span className="block truncate text-sm">
                <span className="font-medium">{row.what}</span>
                <span className="text-ink-2">{row.where}</span>
              </span>
              <span className="block truncate font-mono text-ink-3 text-xs" title={row.template}>
                {shownTemplate(row.template)}
              </span>
            </Link>
            <Strip marks={row.marks} summary={row.summary} places={model.places} height={model.height} />
            <span className="@max-md:hidden text-right text-xs">
              <span className="block">{row.total}</span>
              <RelativeTime iso={row.lastSeenAt} className="text-ink-3" />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Dimensions shared by all strips of a list. */
type StripFrame = Pick<FailureStripModel, 'places' | 'height'>

type StripProps = StripFrame & { marks: readonly StripMark[]; summary: string }

/** Occurrences of one failure group by interval. */
export function Strip({ marks, places, height, summary }: StripProps) {
  const { isLarge } = useChartSize()
  const width = places * (MARK_WIDTH + GAP) - GAP
  return (
    // biome-ignore lint/a11y/useSemanticElements: a chart whose marks are links needs a named group
    <svg
      role="group"
      aria-label={summary}
      viewBox={`0 0 ${Math.max(1, width)} ${height + 1}`}
      preserveAspectRatio="none"
      style={{ width: Math.min(width, isLarge ? LARGE_WIDTH : MAX_WIDTH), height: height + 1 }}
    >
      <line x1={0} x2={width} y1={height + 0.5} y2={height + 0.5} stroke="var(--line-strong)" />
      {marks.map(({ place, rootHeight, cascadeHeight, title, href }) => (
        // The row's own link serves the keyboard, so marks are not tab stops.
        <MarkLink key={place} href={href} title={title} pointerOnly>
          <rect x={place * (MARK_WIDTH + GAP)} y={0} width={MARK_WIDTH} height={height} fill="transparent" />
          <rect
            x={place * (MARK_WIDTH + GAP)}
            y={height - rootHeight}
            width={MARK_WIDTH}
            height={rootHeight}
            fill="var(--fail)"
          />
          <rect
            x={place * (MARK_WIDTH + GAP)}
            y={height - rootHeight - cascadeHeight}
            width={MARK_WIDTH}
            height={cascadeHeight}
            fill="var(--fail)"
            fillOpacity={0.35}
          />
        </MarkLink>
      ))}
    </svg>
  )
}
