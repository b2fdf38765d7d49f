import { v7 as uuid } from 'uuid'
import { reviewRun as reviewContract } from '@/lib/contracts/reviews'
import { audit } from '../audit'
import { inTransaction, personOf } from '../context'
import { AppError, notFound } from '../errors'
import { announce } from '../live/announce'
import { operation } from '../operation'
import { lockRuns } from '../runs/lock-runs'
import { recomputeRuns } from '../runs/recompute-runs'
import { standingReview } from './standing-review'
import { toDecisionView } from './to-decision-view'

const VALUE = { approve: 1, reject: 0 }

/** A person's verdict: a human signal, the run derived anew, and a decision that keeps both sides. */
export const reviewRun = operation(reviewContract, async (ctx, input) => {
  const person = personOf(ctx.actor)
  if (!person) throw new AppError('forbidden', 'only a person reviews')
  const projectId = ctx.project.id
  const now = ctx.now()
  const value = input.verdict === 'rate' ? (input.rating ?? null) : VALUE[input.verdict]
  return inTransaction(ctx, async (tx) => {
    const { runs } = await lockRuns(tx, projectId, [input.runId], now)
    if (runs.length === 0) throw notFound('run')
    const standing = await standingReview(tx, projectId, input.runId)
    if ((standing?.decisionId ?? undefined) !== input.replaces)
      throw new AppError(
        'conflict',
        standing ? `${standing.by} reviewed this run meanwhile` : 'the review you saw was taken back meanwhile',
      )
    const decisionId = uuid()
    await tx.signal.create({
      data: {
        projectId,
        runId: input.runId,
        id: uuid(),
        evaluator: 'human',
        value,
        origin: 'review',
        by: person.name,
        comment: input.reason ?? null,
        decisionId,
        retracts: standing?.signalId ?? null,
        recordedAt: now,
      },
    })
    const [moved] = await recomputeRuns(tx, { projectId, runIds: [input.runId], now, cause: 'review' })
    if (!moved) throw notFound('run')
    const decision = await tx.decision.create({
      data: {
        projectId,
        id: decisionId,
        kind: 'review',
        runId: input.runId,
        userId: person.userId,
        verdict: input.verdict,
        value,
        reason: input.reason ?? null,
        before: moved.before,
        after: moved.after,
        decidedAt: now,
      },
    })
    await audit(tx, ctx, 'run.reviewed', `run:${input.runId}`, moved.before, { ...moved.after, verdict: input.verdict })
    await announce(tx, { project: projectId, topic: 'run', id: input.runId })
    return { decision: toDecisionView(decision, person.name, false), before: moved.before, after: moved.after }
  })
})
