'use client'

import { clsx } from 'clsx'
import { Link } from '@/components/ui/link'
import type { Grade } from '@/lib/contracts/primitives'
import type { GradeBar, GradeDistributionModel } from '@/lib/presentation/charts/prepare-grade-distribution'
import { ChartFrame } from './chart-frame'
import { NothingDrawn, useChartSize } from './chart-parts'

const gradeClass: Record<Grade, string> = {
  excellent: 'bg-pass',
  good: 'bg-pass',
  acceptable: 'bg-review',
  poor: 'bg-review',
  failed: 'bg-fail',
}

/** Height of the labels under the bars in px: share, grade and count. */
const LABELS_HEIGHT = 80

type GradeDistributionProps = { model: GradeDistributionModel; title?: string }

/** Five bars with the previous period as outlines, and ungraded runs separately. Plain HTML, so that it loads no plotting library. */
export function GradeDistribution({ model, title = 'Grades' }: GradeDistributionProps) {
  const peak = Math.max(0.1, ...model.bars.flatMap((bar) => [bar.share ?? 0, bar.previousShare ?? 0]))
  return (
    <ChartFrame title={title} summary={model.summary} table={model.table}>
      {model.bars.some((bar) => bar.share !== null || bar.previousShare !== null) ? (
        <Bars model={model} peak={peak} />
      ) : (
        <NothingDrawn>Grades appear for runs that are sent with criteria or a contract.</NothingDrawn>
      )}
    </ChartFrame>
  )
}

function Bars({ model, peak }: { model: GradeDistributionModel; peak: number }) {
  const { height } = useChartSize()
  return (
    <div style={{ minHeight: height }} className="flex flex-col">
      <ul className="grid grid-cols-5 gap-2 sm:gap-3">
        {model.bars.map((bar) => (
          <li key={bar.grade}>
            <Bar bar={bar} peak={peak} />
          </li>
        ))}
      </ul>
      <p className="mt-auto flex flex-wrap gap-x-4 pt-2 text-ink-3 text-xs">
        {model.hasPrevious && (
          <span className="inline-flex items-center gap-1.5">
            <span className="inline-block size-2.5 border border-ink-3 border-dashed" aria-hidden />
            the period before
          </span>
        )}
        {model.notGraded && (
          <span className="inline-flex items-center gap-1.5">
            <span className="hatch inline-block size-2.5 border border-line-strong" aria-hidden />
            {model.notGraded.text}
          </span>
        )}
      </p>
    </div>
  )
}

function Bar({ bar, peak }: { bar: GradeBar; peak: number }) {
  const { height: plotHeight, active } = useChartSize()
  const height = (share: number | null) => `${((share ?? 0) / peak) * 100}%`
  return (
    <Link
      href={bar.href}
      aria-label={`${bar.label}: ${bar.countText} ${bar.countText === '1' ? 'run' : 'runs'}, ${bar.shareText}${bar.previousShare === null ? '' : `; the period before ${bar.previousText}`}`}
      className={clsx('group block rounded-sm text-center', active === bar.grade && 'outline-2 outline-accent')}
    >
      <span
        className="relative mx-auto block border-line-strong border-b"
        style={{ height: plotHeight - LABELS_HEIGHT }}
      >
        <span
          style={{ height: height(bar.share) }}
          className={clsx(
            'absolute inset-x-1 bottom-0 rounded-t-sm transition-opacity group-hover:opacity-80',
            bar.share === null ? 'hatch' : gradeClass[bar.grade],
          )}
        />
        {bar.previousShare !== null && (
          <span
            style={{ height: height(bar.previousShare) }}
            className="absolute inset-x-0 bottom-0 rounded-t-sm border border-ink-3 border-b-0 border-dashed"
          />
        )}
      </span>
      <span className="mt-1 block font-medium text-sm">{bar.shareText}</span>
      <span className="-mx-2 block whitespace-nowrap text-2xs text-ink-2 leading-4 tracking-tight group-hover:text-ink">
        {bar.label}
      </span>
      <span className="block text-ink-3 text-xs">{bar.countText}</span>
    </Link>
  )
}
