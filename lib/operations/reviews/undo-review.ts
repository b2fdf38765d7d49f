import { v7 as uuid } from 'uuid'
import { undoReview as undoContract } from '@/lib/contracts/reviews'
import { audit } from '../audit'
import { inTransaction, personOf } from '../context'
import { AppError, notFound } from '../errors'
import { announce } from '../live/announce'
import { operation } from '../operation'
import { lockRuns } from '../runs/lock-runs'
import { recomputeRuns } from '../runs/recompute-runs'
import { standingReview } from './standing-review'
import { toDecisionView } from './to-decision-view'

/** Takes a review back: its signal no longer counts and the automated result stands again. Only the standing one can be undone. */
export const undoReview = operation(undoContract, async (ctx, input) => {
  const person = personOf(ctx.actor)
  if (!person) throw new AppError('forbidden', 'only a person takes a review back')
  const projectId = ctx.project.id
  const now = ctx.now()
  return inTransaction(ctx, async (tx) => {
    const { runs } = await lockRuns(tx, projectId, [input.runId], now)
    if (runs.length === 0) throw notFound('run')
    const standing = await standingReview(tx, projectId, input.runId)
    if (standing?.decisionId !== input.decisionId) throw new AppError('conflict', 'this review does not stand any more')
    const decisionId = uuid()
    await tx.signal.create({
      data: {
        projectId,
        runId: input.runId,
        id: uuid(),
        evaluator: 'human',
        value: null,
        origin: 'review',
        by: person.name,
        comment: input.reason ?? null,
        decisionId,
        retracts: standing.signalId,
        recordedAt: now,
      },
    })
    const [moved] = await recomputeRuns(tx, { projectId, runIds: [input.runId], now, cause: 'review undone' })
    if (!moved) throw notFound('run')
    const decision = await tx.decision.create({
      data: {
        projectId,
        id: decisionId,
        kind: 'review_undone',
        runId: input.runId,
        undoes: input.decisionId,
        userId: person.userId,
        verdict: 'undone',
        reason: input.reason ?? null,
        before: moved.before,
        after: moved.after,
        decidedAt: now,
      },
    })
    await audit(tx, ctx, 'run.review_undone', `run:${input.runId}`, moved.before, moved.after)
    await announce(tx, { project: projectId, topic: 'run', id: input.runId })
    return { decision: toDecisionView(decision, person.name, false), before: moved.before, after: moved.after }
  })
})
