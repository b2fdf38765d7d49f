import { clsx } from 'clsx'
import { formatPercent } from '@/lib/presentation/format/number'
import { type Tone, toneMark } from './tone'

type ProgressProps = {
  label: string
  /** Share done in [0, 1]; null = indeterminate. */
  share: number | null
  tone?: Tone
}

export function Progress({ label, share, tone = 'accent' }: ProgressProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === null ? undefined : Math.round(share * 100)}
      aria-valuetext={share === null ? 'Working' : formatPercent(share)}
      className="h-1.5 w-full overflow-hidden rounded-full bg-selected"
    >
      <div
        className={clsx(
          'h-full rounded-full transition-[width] duration-300',
          toneMark[tone],
          share === null && 'w-1/3 animate-pulse',
        )}
        style={share === null ? undefined : { width: `${Math.min(1, Math.max(0, share)) * 100}%` }}
      />
    </div>
  )
}
