'use client'

import { useMutation } from '@tanstack/react-query'
import { toast } from '@/components/ui/toast'
import type { SignalView } from '@/lib/contracts/run-detail'
import { type Problem, toProblem } from '@/lib/queries/problem'
import { reviewMutation, undoReviewMutation } from '@/lib/queries/reviews'
import { standingReviewOf } from './standing-review'

export type Verdict = { verdict: 'approve' | 'reject' | 'rate'; rating?: number; reason?: string }

const MOVED_ON = { conflict: undefined, not_found: 'This run is not here any more.' }

/** Gives and takes back a verdict on a run, against the review that was in sight. */
export function useVerdict(project: string, runId: string, signals: readonly SignalView[]) {
  const standing = standingReviewOf(signals)
  const review = useMutation({
    ...reviewMutation(project, runId),
    onError: (error) => tell(toProblem(error, MOVED_ON)),
  })
  const undo = useMutation({
    ...undoReviewMutation(project, runId),
    onError: (error) => tell(toProblem(error, MOVED_ON)),
  })
  const isPending = review.isPending || undo.isPending
  const isUndoLatest = undo.submittedAt > review.submittedAt
  return {
    standing,
    isPending,
    /** The last thing that was done here, with before and after. */
    landed: isPending ? undefined : isUndoLatest ? undo.data : review.data,
    give(verdict: Verdict, onLanded?: () => void) {
      if (isPending) return
      review.mutate({ ...verdict, ...(standing ? { replaces: standing.decisionId } : {}) }, { onSuccess: onLanded })
    },
    takeBack() {
      if (standing && !isPending) undo.mutate({ decisionId: standing.decisionId })
    },
  }
}

function tell(problem: Problem) {
  const isMoved = problem.code === 'conflict'
  toast.error(isMoved ? 'Not recorded: someone was faster' : 'Not recorded', {
    description: [
      problem.message,
      isMoved ? 'The run was loaded again.' : null,
      problem.requestId && `Request ${problem.requestId}`,
    ]
      .filter(Boolean)
      .join(' '),
    duration: 10_000,
  })
}
