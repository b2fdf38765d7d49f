import { clsx } from 'clsx'
import { type Tone, toneMark } from '@/components/ui/tone'

type ThresholdBarProps = {
  /** In [0, 1]; null = unknown, shown hatched. */
  value: number | null
  threshold?: number | null
  tone: Tone
  className?: string
}

/** A small bar with a tick at its threshold. Decorative: the number is shown beside it. */
export function ThresholdBar({ value, threshold, tone, className }: ThresholdBarProps) {
  return (
    <span aria-hidden className={clsx('relative inline-block h-1.5 shrink-0', className ?? 'w-6')}>
      <span
        className={clsx('absolute inset-0 overflow-hidden rounded-[2px]', value === null ? 'hatch' : 'bg-selected')}
      >
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
