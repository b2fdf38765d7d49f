import { v7 as uuid } from 'uuid'
import {
  type DecisionView,
  type RunState,
  reviewRun as reviewContract,
  undoReview as undoContract,
} from '@/lib/contracts/reviews'
import type { Tx } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { audit } from '../audit'
import { type ProjectContext, personOf } from '../context'
import { AppError, notFound } from '../errors'
import { announce } from '../live/announce'
import { operation } from '../operation'
import { enqueueBrief } from '../queue/enqueue-brief'
import { enqueueLearning } from '../queue/enqueue-learning'
import { lockRuns } from '../runs/lock'
import { recomputeRuns } from '../runs/recompute'
import { selectEffective } from '../runs/signals'
import { toDecisionView } from '../runs/views'

const VALUE = { approve: 1, reject: 0 }

/** A person's verdict or rating becomes the run's human signal. Refused when another review than the one seen stands. */
export const reviewRun = operation(reviewContract, (ctx, { runId, verdict, rating, reason, replaces }) =>
  recordReview(ctx, {
    runId,
    kind: 'review',
    verdict,
    value: verdict === 'rate' ? (rating ?? null) : VALUE[verdict],
    reason,
    assertSeen(current) {
      if (current?.decisionId === replaces) return
      const word = current ? `${current.by} reviewed this run meanwhile` : 'the review you saw was taken back meanwhile'
      throw new AppError('conflict', word)
    },
  }),
)

/** Takes the current review back: its signal no longer counts and the automated result stands again. */
export const undoReview = operation(undoContract, (ctx, { runId, decisionId, reason }) =>
  recordReview(ctx, {
    runId,
    kind: 'review_undone',
    verdict: 'undone',
    value: null,
    reason,
    undoes: decisionId,
    assertSeen(current) {
      if (current?.decisionId !== decisionId) throw new AppError('conflict', 'this review does not stand any more')
    },
  }),
)

/** What a person says of a run; a null value only takes the current review back. */
type Review = {
  runId: string
  kind: 'review' | 'review_undone'
  verdict: string
  value: number | null
  reason: string | undefined
  undoes?: string
  /** Throws when this person did not see what stands now. */
  assertSeen: (current: CurrentReview | null) => void
}

/**
 * Records a review in one transaction: the signal (which takes the current review's out of force), the run derived anew,
 * the decision with both sides, the audit event and the call to open pages.
 */
async function recordReview(
  ctx: ProjectContext,
  review: Review,
): Promise<{ decision: DecisionView; before: RunState; after: RunState }> {
  const person = personOf(ctx.actor)
  if (!person) throw new AppError('forbidden', 'only a person reviews')
  const { runId, kind, verdict, value } = review
  const projectId = ctx.project.id
  const now = ctx.now()
  const reason = review.reason ?? null
  return inTransaction(ctx, async (tx) => {
    const { runs } = await lockRuns(tx, projectId, [runId], now)
    if (runs.length === 0) throw notFound('run')
    const current = await currentReview(tx, projectId, runId)
    review.assertSeen(current)
    const decisionId = uuid()
    const signal = { evaluator: 'human', value, origin: 'review', by: person.name, comment: reason, decisionId }
    await tx.signal.create({
      data: { projectId, runId, id: uuid(), ...signal, retracts: current?.signalId ?? null, recordedAt: now },
    })
    const decider = { decisionId, userId: person.userId }
    const [moved] = await recomputeRuns(tx, { projectId, runIds: [runId], now, cause: kind, decider })
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
    await enqueueLearning(tx, projectId)
    if (verdict === 'reject') await enqueueBrief(tx, projectId, 'run', runId)
    await announce(tx, { project: projectId, topic: 'run', id: runId })
    return { decision: toDecisionView(decision, person.name, false), before, after }
  })
}

type CurrentReview = { signalId: string; decisionId: string; by: string }

/** The review whose verdict counts for this run now, or null. */
async function currentReview(tx: Tx, projectId: string, runId: string): Promise<CurrentReview | null> {
  const signals = await tx.signal.findMany({ where: { projectId, runId, evaluator: 'human', origin: 'review' } })
  const { human } = selectEffective(signals)
  return human?.decisionId ? { signalId: human.id, decisionId: human.decisionId, by: human.by ?? 'someone' } : null
}
