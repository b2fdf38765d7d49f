import { v7 as uuid } from 'uuid'
import type { DecisionView, Standing } from '@/lib/contracts/reviews'
import { audit } from '../audit'
import { inTransaction, type ProjectContext, personOf } from '../context'
import { AppError, notFound } from '../errors'
import { announce } from '../live/announce'
import { lockRuns } from '../runs/lock-runs'
import { recomputeRuns } from '../runs/recompute-runs'
import { type StandingReview, standingReview } from './standing-review'
import { toDecisionView } from './to-decision-view'

/** What a person says of a run; a null value only takes the standing review back. */
export type Review = {
  runId: string
  kind: 'review' | 'review_undone'
  verdict: string
  value: number | null
  reason: string | undefined
  undoes?: string
  /** Throws when this person did not see what stands now. */
  assertSeen: (standing: StandingReview | null) => void
}

/**
 * Records a review in one transaction: the signal (which takes the standing review's out of force), the run derived anew,
 * the decision with both sides, the audit event and the call to open pages.
 */
export async function recordReview(
  ctx: ProjectContext,
  review: Review,
): Promise<{ decision: DecisionView; before: Standing; after: Standing }> {
  const person = personOf(ctx.actor)
  if (!person) throw new AppError('forbidden', 'only a person reviews')
  const { runId, kind, verdict, value } = review
  const projectId = ctx.project.id
  const now = ctx.now()
  const reason = review.reason ?? null
  return inTransaction(ctx, async (tx) => {
    const { runs } = await lockRuns(tx, projectId, [runId], now)
    if (runs.length === 0) throw notFound('run')
    const standing = await standingReview(tx, projectId, runId)
    review.assertSeen(standing)
    const decisionId = uuid()
    const signal = { evaluator: 'human', value, origin: 'review', by: person.name, comment: reason, decisionId }
    await tx.signal.create({
      data: { projectId, runId, id: uuid(), ...signal, retracts: standing?.signalId ?? null, recordedAt: now },
    })
    const [moved] = await recomputeRuns(tx, { projectId, runIds: [runId], now, cause: kind })
    if (!moved) throw notFound('run')
    const { before, after } = moved
    const undoes = review.undoes ?? null
    const decision = await tx.decision.create({
      data: {
        projectId,
        id: decisionId,
        kind,
        runId,
        undoes,
        userId: person.userId,
        verdict,
        value,
        reason,
        before,
        after,
        decidedAt: now,
      },
    })
    await audit(tx, ctx, `run.${kind}`, `run:${runId}`, before, { ...after, verdict })
    await announce(tx, { project: projectId, topic: 'run', id: runId })
    return { decision: toDecisionView(decision, person.name, false), before, after }
  })
}
