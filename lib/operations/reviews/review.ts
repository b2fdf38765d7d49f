import { reviewRun as reviewContract, undoReview as undoContract } from '@/lib/contracts/reviews'
import { inTransaction } from '@/lib/db/transaction'
import { AppError } from '../errors'
import { operation } from '../operation'
import { recordReview, verdictValue } from './record'

/**
 * Records a verdict or rating as the run's human signal, beside other people's. Refused when the reviews in force are not those
 * the person saw.
 */
export const reviewRun = operation(reviewContract, (ctx, { runId, verdict, rating, reason, replaces }) =>
  inTransaction(ctx, (tx) =>
    recordReview(tx, ctx, {
      runId,
      kind: 'review',
      verdict,
      value: verdictValue(verdict, rating),
      reason,
      retracts({ standing, current, own }) {
        // In a dispute, the review that counts and the newest one differ; either may be named.
        if ([current?.decisionId, standing.at(-1)?.decisionId].includes(replaces)) return own
        const word = current
          ? `${current.by} reviewed this run meanwhile`
          : 'the review you saw was taken back meanwhile'
        throw new AppError('conflict', word)
      },
    }),
  ),
)

/** Undoes the caller's own review: its signal no longer counts, and other reviews or the automated result apply again. */
export const undoReview = operation(undoContract, (ctx, { runId, decisionId, reason }) =>
  inTransaction(ctx, (tx) =>
    recordReview(tx, ctx, {
      runId,
      kind: 'review_undone',
      verdict: 'undone',
      value: null,
      reason,
      undoes: decisionId,
      retracts({ standing, own }) {
        const undone = standing.find((review) => review.decisionId === decisionId)
        if (!undone) throw new AppError('conflict', 'this review was already changed or undone')
        if (undone !== own)
          throw new AppError('forbidden', `only ${undone.by} takes this verdict back; yours is kept beside it`)
        return undone
      },
    }),
  ),
)
