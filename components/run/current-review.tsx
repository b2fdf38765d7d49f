import type { RunState } from '@/lib/contracts/reviews'
import type { SignalView } from '@/lib/contracts/run-detail'
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
