import { clsx } from 'clsx'
import type { IntervalMarkModel } from '@/lib/presentation/charts/prepare-calibration'

type IntervalMarkProps = {
  /** null = unknown, draws only the axis. */
  mark: IntervalMarkModel | null
  className?: string
}

/** A value as a dot on its interval along an axis. Decorative: the numbers are shown beside it. */
export function IntervalMark({ mark, className }: IntervalMarkProps) {
  return (
    <span aria-hidden className={clsx('relative block h-4', className ?? 'w-full')}>
      <span className="absolute inset-x-0 top-1/2 h-px bg-line-strong" />
      {mark && (
        <>
          <span
            className="absolute inset-y-[5px] min-w-0.5 rounded-[2px] bg-ink/20"
            style={{ left: `${mark.from * 100}%`, width: `${(mark.to - mark.from) * 100}%` }}
          />
          <span
            className="absolute top-1/2 size-2 -translate-x-1/2 -translate-y-1/2 rounded-full bg-ink"
            style={{ left: `${mark.dot * 100}%` }}
          />
        </>
      )}
    </span>
  )
}
