import { clsx } from 'clsx'
import { type Tone, toneMark } from '@/components/ui/tone'
import type { IntervalMarkModel } from '@/lib/presentation/charts/scale'

type ThresholdBarProps = {
  /** In [0, 1]; null = unknown, shown hatched. */
  value: number | null
  threshold?: number | null
  tone: Tone
}

/** A small bar with a tick at its threshold. Decorative: the number is shown beside it. */
export function ThresholdBar({ value, threshold, tone }: ThresholdBarProps) {
  return (
    <span aria-hidden className="relative inline-block h-1.5 w-6 shrink-0">
      <span className={clsx('absolute inset-0 overflow-hidden rounded-xs', value === null ? 'hatch' : 'bg-selected')}>
        {value !== null && (
          <span
            style={{ width: `${Math.min(1, Math.max(0, value)) * 100}%` }}
            className={clsx('absolute inset-y-0 left-0', toneMark[tone])}
          />
        )}
      </span>
      {threshold != null && (
        <span style={{ left: `${threshold * 100}%` }} className="absolute -top-0.5 -bottom-0.5 w-px bg-ink" />
      )}
    </span>
  )
}

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
            className="absolute inset-y-[5px] min-w-0.5 rounded-xs bg-ink/20"
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
