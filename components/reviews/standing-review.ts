import type { SignalView } from '@/lib/contracts/run-detail'

/** The review whose verdict counts now; null while none stands. Its id goes along with the next one, which then replaces it knowingly. */
export function standingReviewOf(
  signals: readonly SignalView[],
): { decisionId: string; value: number; by: string } | null {
  const signal = signals.find(
    (candidate) => candidate.inForce && candidate.evaluator === 'human' && candidate.origin === 'review',
  )
  return signal?.decisionId ? { decisionId: signal.decisionId, value: signal.value, by: signal.by ?? 'someone' } : null
}
