import { clsx } from 'clsx'
import { Panel } from '@/components/ui/panel'
import { RelativeTime } from '@/components/ui/time'
import type { DecisionView } from '@/lib/contracts/reviews'
import { formatScore } from '@/lib/format/number'
import { StandingChange } from '../../reviews/standing-change'

const words: Record<DecisionView['kind'], string> = {
  review: 'reviewed it',
  review_undone: 'took a review back',
  gate_approved: 'approved a gate',
  gate_rejected: 'rejected a gate',
  gate_timed_out: 'a gate timed out',
  gate_undone: 'took a gate’s decision back',
}

const verdictWords: Record<string, string> = { approve: 'approved it', reject: 'rejected it' }

/** Every decision that touched this run, newest first, with what it moved. Nothing is ever taken off this list. */
export function HistoryPanel({ decisions }: { decisions: readonly DecisionView[] }) {
  if (decisions.length === 0) return null
  return (
    <Panel title="Decisions" note="What people decided, and what it moved">
      <ol className="divide-y">
        {decisions.toReversed().map((decision) => (
          <li key={decision.id} className="py-2 text-sm">
            <p className={clsx('flex items-baseline gap-2', decision.undone && 'text-ink-3')}>
              <span className="min-w-0">
                <span className="font-medium">{decision.by.name}</span>{' '}
                <span className={clsx(decision.undone && 'line-through')}>{describe(decision)}</span>
                {decision.undone && ' (taken back)'}
              </span>
              <RelativeTime iso={decision.decidedAt} className="ml-auto shrink-0 text-ink-3 text-xs" />
            </p>
            {decision.reason && <p className="whitespace-pre-line break-words text-ink-2">“{decision.reason}”</p>}
            {decision.before && decision.after && <StandingChange before={decision.before} after={decision.after} />}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function describe(decision: DecisionView): string {
  if (decision.kind === 'review') return verdictWords[decision.verdict] ?? `rated it ${formatScore(decision.value)}`
  return words[decision.kind]
}
