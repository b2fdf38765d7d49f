import { clsx } from 'clsx'
import { ConfidenceBar } from '@/components/charts/confidence-bar'
import { Badge } from '@/components/ui/badge'
import { Panel } from '@/components/ui/panel'
import { RelativeTime } from '@/components/ui/time'
import { toneMark } from '@/components/ui/tone'
import type { RunDetail, SignalView } from '@/lib/contracts/run-detail'
import { prepareConfidenceBar } from '@/lib/presentation/charts/prepare-confidence-bar'
import { formatExact, formatPlural, formatScore } from '@/lib/presentation/format/number'
import { evaluatorLabels, rejectedBy } from '@/lib/presentation/labels/verdicts'

type ConfidencePanelProps = { detail: Pick<RunDetail, 'run' | 'signals' | 'vetoed'> }

export function ConfidencePanel({ detail: { run, signals, vetoed } }: ConfidencePanelProps) {
  const inForce = signals.filter((signal) => signal.inForce)
  const past = signals.filter((signal) => !signal.inForce)
  return (
    <Panel title="Confidence">
      <ConfidenceBar model={prepareConfidenceBar(run)} />
      {vetoed && (
        <Badge tone="fail" className="mt-2 h-auto! shrink! whitespace-normal! py-0.5">
          {rejectedBy(run.humanOrigin)}, so it cannot be accepted
        </Badge>
      )}
      {inForce.length > 0 && (
        <>
          <h3 className="mt-4 mb-1 text-sm">Signals</h3>
          <SignalList signals={inForce} />
        </>
      )}
      {past.length > 0 && (
        <details className="border-t">
          <summary className="min-h-7 py-1 text-ink-2 text-xs">{pastText(past)}</summary>
          <SignalList signals={past} />
        </details>
      )}
    </Panel>
  )
}

const isBeside = ({ origin, retracted }: SignalView) => origin === 'review' && !retracted

/** "2 verdicts beside it", "1 verdict beside it, 3 signals no longer in force": the verdicts of others stand, though one counts. */
function pastText(past: readonly SignalView[]): string {
  const beside = past.filter(isBeside).length
  const over = past.length - beside
  return [
    beside > 0 && `${formatPlural(beside, 'verdict')} beside it`,
    over > 0 && `${formatPlural(over, 'signal')} no longer in force`,
  ]
    .filter(Boolean)
    .join(', ')
}

function SignalList({ signals }: { signals: readonly SignalView[] }) {
  return (
    <ul className="divide-y">
      {signals.toReversed().map((signal) => (
        <SignalItem key={signal.id} signal={signal} />
      ))}
    </ul>
  )
}

function SignalItem({ signal }: { signal: SignalView }) {
  const note = signal.inForce
    ? null
    : isBeside(signal)
      ? 'stands beside it'
      : signal.retracted
        ? 'taken back'
        : 'followed by another'
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
          className={clsx('ml-auto', signal.inForce ? 'font-medium' : !isBeside(signal) && 'line-through')}
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
