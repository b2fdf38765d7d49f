import { reviewRun as reviewContract } from '@/lib/contracts/reviews'
import { AppError } from '../errors'
import { operation } from '../operation'
import { recordReview } from './record-review'

const VALUE = { approve: 1, reject: 0 }

/** A person's verdict or rating becomes the run's human signal. Refused when another review than the one seen stands. */
export const reviewRun = operation(reviewContract, (ctx, { runId, verdict, rating, reason, replaces }) =>
  recordReview(ctx, {
    runId,
    kind: 'review',
    verdict,
    value: verdict === 'rate' ? (rating ?? null) : VALUE[verdict],
    reason,
    assertSeen(standing) {
      if (standing?.decisionId === replaces) return
      const word = standing
        ? `${standing.by} reviewed this run meanwhile`
        : 'the review you saw was taken back meanwhile'
      throw new AppError('conflict', word)
    },
  }),
)
