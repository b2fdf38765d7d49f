import { clsx } from 'clsx'
import { RelativeTime } from '@/components/ui/time'
import { toneMark } from '@/components/ui/tone'
import type { SignalView } from '@/lib/contracts/run-detail'
import { formatExact, formatScore } from '@/lib/presentation/format/number'
import { evaluatorLabels } from '@/lib/presentation/labels/verdicts'

type SignalItemProps = {
  signal: SignalView
  /** Why it does not count; null for one that does. */
  note?: string | null
  isStruck?: boolean
}

export function SignalItem({ signal, note = null, isStruck = false }: SignalItemProps) {
  return (
    <li className={clsx('py-2', !signal.inForce && 'text-ink-3')}>
      <p className="flex items-baseline gap-2 text-sm">
        <span
          className={clsx('size-2 shrink-0 rounded-xs', signal.inForce ? toneMark[signal.evaluator] : 'hatch')}
          aria-hidden
        />
        <span className={clsx(signal.inForce && 'font-medium')}>{evaluatorLabels[signal.evaluator]}</span>
        <span className="min-w-0 break-words text-ink-3 text-xs">
          {[signal.by, originWord(signal), note].filter(Boolean).join(', ')}
        </span>
        <span
          className={clsx('ml-auto', signal.inForce && 'font-medium', isStruck && 'line-through')}
          title={formatExact(signal.value)}
        >
          {formatScore(signal.value)}
        </span>
      </p>
      <p className="pl-4 text-xs">
        {signal.comment && <span className="block whitespace-pre-line break-words text-ink-2">{signal.comment}</span>}
        <RelativeTime iso={signal.recordedAt} className="text-ink-3" />
      </p>
    </li>
  )
}

function originWord(signal: SignalView): string | null {
  if (signal.origin === 'review') return 'by a review'
  if (signal.origin === 'gate') return 'by a gate'
  return signal.evaluator === 'human' ? 'a label that came with the run' : null
}
