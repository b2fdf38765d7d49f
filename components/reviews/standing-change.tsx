import type { Standing } from '@/lib/contracts/reviews'
import { decisionLabels } from '@/lib/format/labels'
import { formatChange, formatScore } from '@/lib/format/number'

/** What a decision moved: the confidence and the decision, before and after. */
export function StandingChange({ before, after }: { before: Standing; after: Standing }) {
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
