'use client'

import { clsx } from 'clsx'
import { Link } from '@/components/ui/link'
import type { Decision, Grade } from '@/lib/contracts/primitives'
import type { SharesModel } from '@/lib/presentation/charts/prepare-shares'
import { ChartFrame } from './chart-frame'
import { NothingDrawn, useChartSize } from './chart-parts'

const barClass: Record<Decision | Grade, string> = {
  accept: 'bg-pass',
  accept_best: 'bg-review',
  iterate: 'bg-accent',
  escalate: 'bg-fail',
  insufficient_evidence: 'hatch border border-line-strong',
  excellent: 'bg-pass',
  good: 'bg-pass',
  acceptable: 'bg-review',
  poor: 'bg-review',
  failed: 'bg-fail',
}

type ShareBarsProps = {
  title: string
  model: SharesModel<Decision | Grade>
  /** Shown if there is nothing to draw. */
  empty: string
}

/** One bar per decision or grade, with the previous period as an outline. Plain HTML, so that it loads no plotting library. */
export function ShareBars({ title, model, empty }: ShareBarsProps) {
  const { bars, hasPrevious, uncounted } = model
  const isEmpty = bars.every((bar) => bar.share === null && bar.previousShare === null)
  return (
    <ChartFrame title={title} summary={model.summary} table={model.table}>
      {isEmpty ? <NothingDrawn>{empty}</NothingDrawn> : <Bars model={model} />}
      {!isEmpty && (hasPrevious || uncounted) && (
        <p className="flex flex-wrap gap-x-4 pt-2 text-ink-3 text-xs">
          {hasPrevious && (
            <span className="inline-flex items-center gap-1.5">
              <span className="inline-block size-2.5 border border-ink-3 border-dashed" aria-hidden />
              the period before
            </span>
          )}
          {uncounted && (
            <span className="inline-flex items-center gap-1.5">
              <span className="hatch inline-block size-2.5 border border-line-strong" aria-hidden />
              {uncounted}
            </span>
          )}
        </p>
      )}
    </ChartFrame>
  )
}

function Bars({ model: { bars } }: Pick<ShareBarsProps, 'model'>) {
  const { isLarge, active } = useChartSize()
  const peak = Math.max(0.1, ...bars.flatMap((bar) => [bar.share ?? 0, bar.previousShare ?? 0]))
  const width = (share: number | null) => `${((share ?? 0) / peak) * 100}%`
  return (
    <ul>
      {bars.map((bar) => (
        <li key={bar.key}>
          <Link
            href={bar.href}
            className={clsx(
              'grid grid-cols-[minmax(0,8.5rem)_minmax(0,1fr)_2.75rem_3.25rem] items-center gap-2 rounded-sm text-sm hover:bg-hover',
              isLarge ? 'h-12' : 'h-8',
              active === bar.key && 'outline-2 outline-accent',
            )}
          >
            <span className="line-clamp-2 leading-4">{bar.label}</span>
            <span className="relative block h-4 border-line-strong border-l">
              <span
                style={{ width: width(bar.share) }}
                className={clsx('absolute inset-y-1 left-0 rounded-r-sm', bar.count > 0 && barClass[bar.key])}
              />
              {bar.previousShare !== null && bar.previousShare > 0 && (
                <span
                  style={{ width: width(bar.previousShare) }}
                  className="absolute inset-y-0 left-0 rounded-r-sm border border-ink-3 border-l-0 border-dashed"
                />
              )}
            </span>
            <span className="text-right font-medium">{bar.shareText}</span>
            <span className="text-right text-ink-3 text-xs">
              {bar.countText}
              <span className="sr-only">
                {bar.count === 1 ? ' run' : ' runs'}
                {bar.previousShare === null ? '' : `; the period before ${bar.previousText}`}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
