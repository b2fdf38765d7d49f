import type { RunState } from '@/lib/contracts/reviews'
import type { SignalView } from '@/lib/contracts/run-detail'
import { ACCEPT_THRESHOLD, REJECT_BELOW } from '@/lib/contracts/thresholds'
import { formatChange, formatScore } from '@/lib/presentation/format/number'
import { decisionLabels } from '@/lib/presentation/labels/verdicts'

/** The review whose verdict counts now; null while none stands. Its id goes along with the next one, which then replaces it knowingly. */
export function currentReview(
  signals: readonly SignalView[],
): { decisionId: string; value: number; by: string } | null {
  const signal = signals.find(
    (candidate) => candidate.inForce && candidate.evaluator === 'human' && candidate.origin === 'review',
  )
  return signal?.decisionId ? { decisionId: signal.decisionId, value: signal.value, by: signal.by ?? 'someone' } : null
}

/** The verdict that a gate gave and that counts now; null while none does. */
export function gateVerdict(signals: readonly SignalView[]): SignalView | null {
  const isIt = ({ inForce, evaluator, origin }: SignalView) => inForce && evaluator === 'human' && origin === 'gate'
  return signals.find(isIt) ?? null
}

/** What people said of the run and neither changed nor took back, one verdict each, the earliest first. */
export function standingReviews(signals: readonly SignalView[]): SignalView[] {
  return signals.filter(
    ({ evaluator, origin, retracted }) => evaluator === 'human' && origin === 'review' && !retracted,
  )
}

/** Whether two people stand against each other. */
export function areOpposed(reviews: readonly Pick<SignalView, 'value'>[]): boolean {
  return (
    reviews.length === 2 &&
    reviews.some(({ value }) => value >= ACCEPT_THRESHOLD) &&
    reviews.some(({ value }) => value < REJECT_BELOW)
  )
}

/** What a decision moved: the confidence and the decision, before and after. */
export function DecisionChange({ before, after }: { before: RunState; after: RunState }) {
  const delta = before.confidence !== null && after.confidence !== null ? after.confidence - before.confidence : null
  const isSameDecision = before.decision === after.decision
  return (
    <p className="text-ink-2 text-xs">
      Confidence {formatScore(before.confidence)} →{' '}
      <span className="font-medium text-ink">{formatScore(after.confidence)}</span>
      {delta !== null && ` (${formatChange(delta)})`}
      {'; '}
      {isSameDecision ? (
        `still “${decisionLabels[after.decision]}”`
      ) : (
        <>
          “{decisionLabels[before.decision]}” →{' '}
          <span className="font-medium text-ink">“{decisionLabels[after.decision]}”</span>
        </>
      )}
    </p>
  )
}
