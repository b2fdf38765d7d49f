import type { RunState } from '@/lib/contracts/reviews'
import type { SignalView } from '@/lib/contracts/run-detail'
import { ACCEPT_THRESHOLD } from '@/lib/contracts/thresholds'
import { formatChangeShown } from '@/lib/presentation/format/fall'
import { formatScore } from '@/lib/presentation/format/number'
import { decisionLabels } from '@/lib/presentation/labels/verdicts'

/** Returns the review whose verdict is in force, or null. Its id is sent with the next review, so that a stale replacement is rejected. */
export function currentReview(
  signals: readonly SignalView[],
): { decisionId: string; value: number; by: string } | null {
  const signal = signals.find(
    (candidate) => candidate.inForce && candidate.evaluator === 'human' && candidate.origin === 'review',
  )
  return signal?.decisionId ? { decisionId: signal.decisionId, value: signal.value, by: signal.by ?? 'someone' } : null
}

/** Returns the gate verdict in force, or null. */
export function gateVerdict(signals: readonly SignalView[]): SignalView | null {
  const isGateVerdict = ({ inForce, evaluator, origin }: SignalView) =>
    inForce && evaluator === 'human' && origin === 'gate'
  return signals.find(isGateVerdict) ?? null
}

/** Returns the reviews that were not retracted, one per person, earliest first. */
export function unretractedReviews(signals: readonly SignalView[]): SignalView[] {
  return signals.filter(
    ({ evaluator, origin, retracted }) => evaluator === 'human' && origin === 'review' && !retracted,
  )
}

/** Confidence and decision of a run before and after a decision. */
export function DecisionChange({ before, after }: { before: RunState; after: RunState }) {
  const isChange = before.confidence !== null && after.confidence !== null
  const isSameDecision = before.decision === after.decision
  // A run that the rule leaves to a person or to another attempt: a person has just decided.
  const isRefused = after.decision === 'escalate' || (after.decision === 'iterate' && after.human !== null)
  const now = isRefused ? 'not accepted' : `“${decisionLabels[after.decision]}”`
  const isStill = isSameDecision && !isRefused
  return (
    <p className="text-ink-2 text-xs">
      Confidence {formatScore(before.confidence, ACCEPT_THRESHOLD)} →{' '}
      <span className="font-medium text-ink">{formatScore(after.confidence, ACCEPT_THRESHOLD)}</span>
      {isChange && ` (${formatChangeShown(before.confidence, after.confidence)})`}
      {'; '}
      {isStill && 'still '}
      {!isSameDecision && `“${decisionLabels[before.decision]}” → `}
      <span className={isSameDecision ? undefined : 'font-medium text-ink'}>{now}</span>
    </p>
  )
}
