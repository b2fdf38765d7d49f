import type { SignalView } from '@/lib/contracts/run-detail'
import { formatPlural } from '@/lib/presentation/format/number'
import { SignalItem } from './signal-item'

/** Signals that do not count: verdicts of others that stand beside the one that does, and those no longer in force. */
export function PastSignals({ signals }: { signals: readonly SignalView[] }) {
  return (
    <details className="border-t">
      <summary className="min-h-7 py-1 text-ink-2 text-xs">{pastText(signals)}</summary>
      <ul className="divide-y">
        {signals.toReversed().map((signal) => (
          <SignalItem key={signal.id} signal={signal} note={noteOf(signal)} isStruck={!isBeside(signal)} />
        ))}
      </ul>
    </details>
  )
}

const isBeside = ({ origin, retracted }: SignalView) => origin === 'review' && !retracted

/** "2 verdicts beside it, 1 signal no longer in force" */
function pastText(signals: readonly SignalView[]): string {
  const beside = signals.filter(isBeside).length
  const over = signals.length - beside
  return [
    beside > 0 && `${formatPlural(beside, 'verdict')} beside it`,
    over > 0 && `${formatPlural(over, 'signal')} no longer in force`,
  ]
    .filter(Boolean)
    .join(', ')
}

function noteOf(signal: SignalView): string {
  if (isBeside(signal)) return 'stands beside it'
  return signal.retracted ? 'taken back' : 'followed by another'
}
