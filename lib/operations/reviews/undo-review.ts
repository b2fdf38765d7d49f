import { undoReview as undoContract } from '@/lib/contracts/reviews'
import { AppError } from '../errors'
import { operation } from '../operation'
import { recordReview } from './record-review'

/** Takes the standing review back: its signal no longer counts and the automated result stands again. */
export const undoReview = operation(undoContract, (ctx, { runId, decisionId, reason }) =>
  recordReview(ctx, {
    runId,
    kind: 'review_undone',
    verdict: 'undone',
    value: null,
    reason,
    undoes: decisionId,
    assertSeen(standing) {
      if (standing?.decisionId !== decisionId) throw new AppError('conflict', 'this review does not stand any more')
    },
  }),
)
