import { v7 as uuid } from 'uuid'
import type { InputOf } from '@/lib/contracts/contract'
import {
  type DecisionView,
  type RunState,
  reviewRun as reviewContract,
  undoReview as undoContract,
} from '@/lib/contracts/reviews'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { isRejection } from '@/lib/engine/confidence/score-confidence'
import { RUNNING } from '@/lib/engine/scoring/scored-run'
import { audit } from '../audit'
import { loadEffectiveConfiguration } from '../configuration/levels'
import { type ProjectContext, personOf } from '../context'
import { AppError, notFound } from '../errors'
import { announce } from '../live/changes'
import { announceWaiting } from '../notifications/still-waiting'
import { operation } from '../operation'
import { enqueueBriefs, enqueueLearning, enqueueWithdrawal } from '../queue/enqueue'
import { lockRuns, refuseUnseen } from '../runs/lock'
import { recomputeRuns } from '../runs/recompute'
import { findDrawn, notePicked, refreshReviewItems } from '../runs/review-items'
import { selectEffective } from '../runs/signals'
import { toDecisionView } from '../runs/views'

/**
 * Records a verdict or rating as the run's human signal, beside other people's. Refused when the reviews in force are not those
 * the person saw.
 */
export const reviewRun = operation(reviewContract, (ctx, { replaces, ...input }) =>
  inTransaction(ctx, (tx) =>
    recordReview(tx, ctx, {
      ...toReview(input),
      retracts({ reviews, current, own }) {
        // In a dispute, the review that counts and the newest one differ; either may be named.
        if ([current?.decisionId, reviews.at(-1)?.decisionId].includes(replaces)) return own
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
      retracts({ reviews, own }) {
        const undone = reviews.find((review) => review.decisionId === decisionId)
        if (!undone) throw new AppError('conflict', 'this review was already changed or undone')
        if (undone !== own)
          throw new AppError('forbidden', `only ${undone.by} takes this verdict back; yours is kept beside it`)
        return undone
      },
    }),
  ),
)

const VALUE = { approve: 1, reject: 0 }

type Verdict = Pick<InputOf<typeof reviewContract>, 'runId' | 'verdict' | 'rating' | 'reason' | 'evidenceDigest'>

/** The review that a verdict is; its value is that of the human signal, in [0, 1]. */
export function toReview({ runId, verdict, rating, reason, evidenceDigest }: Verdict) {
  const value = verdict === 'rate' ? (rating ?? null) : VALUE[verdict]
  return { runId, kind: 'review' as const, verdict, value, reason, evidenceDigest }
}

/** A person's review of a run; a null value only retracts an earlier one. */
type Review = {
  runId: string
  kind: 'review' | 'review_undone'
  verdict: string
  value: number | null
  reason: string | undefined
  undoes?: string
  /** Given while scores and other verdicts were hidden. */
  isBlind?: boolean
  /** Digest of the run that the person saw. */
  evidenceDigest?: string | undefined
  /** The person's earlier verdict that this revises after the reveal. */
  revises?: string | undefined
  /** Chooses the review that this one retracts, if any; throws when the person did not see the current one. */
  retracts: (reviews: EffectiveReviews) => EffectiveReview | null
}

type EffectiveReview = {
  signalId: string
  decisionId: string
  userId: string
  by: string
  /** The earlier verdict that it revised. */
  revises: string | null
}

/** The reviews of a run in force, the one that counts, and the caller's own. */
export type EffectiveReviews = {
  reviews: readonly EffectiveReview[]
  current: EffectiveReview | null
  own: EffectiveReview | null
}

type RecordedReview = { decision: DecisionView; before: RunState; after: RunState }

/**
 * Records a review in the caller's transaction: the signal with the run's audit probability, the recomputed run, the decision
 * with before and after, the audit event and the announcement to open pages. A review never retracts another person's.
 */
export async function recordReview(tx: Tx, ctx: ProjectContext, review: Review): Promise<RecordedReview> {
  const person = personOf(ctx.actor)
  if (!person) throw new AppError('forbidden', 'only a person reviews')
  const { runId, kind, verdict, value, isBlind = false, revises = null, evidenceDigest } = review
  const projectId = ctx.project.id
  const now = ctx.now()
  const reason = review.reason ?? null
  const { runs } = await lockRuns(tx, projectId, [runId], now)
  const [run] = runs
  if (!run) throw notFound('run')
  if (run.status === RUNNING && kind === 'review')
    throw new AppError('conflict', 'this run is still running: it can be judged when it has ended')
  if (evidenceDigest !== undefined) await refuseUnseen(tx, projectId, new Map([[runId, evidenceDigest]]))
  const effective = await loadEffectiveReviews(tx, projectId, runId, person.userId)
  const retracted = review.retracts(effective)
  const decisionId = uuid()
  const standing = effective.reviews.findLast((other) => other !== retracted)?.decisionId ?? null
  const change = {
    inForce: kind === 'review' ? decisionId : standing,
    takenBack: retracted?.decisionId ?? null,
  }
  if (kind === 'review') await notePicked(tx, projectId, [runId], isClaimedBy(person.userId, now))
  const probability = (await findDrawn(tx, projectId, [runId])).get(runId) ?? null
  const signal = { evaluator: 'human', value, origin: 'review', by: person.name, comment: reason, decisionId }
  const retracts = retracted?.signalId ?? null
  await tx.signal.create({ data: { projectId, runId, id: uuid(), ...signal, probability, retracts, recordedAt: now } })
  const decider = { decisionId, userId: person.userId }
  const [moved] = await recomputeRuns(tx, {
    projectId,
    runIds: [runId],
    now,
    cause: kind,
    decider,
    verdict: change,
    leavesItems: true,
  })
  if (!moved) throw notFound('run')
  const { before, after } = moved
  const { userId } = person
  const said = { kind, verdict, value, reason, isBlind, revises, undoes: review.undoes ?? null }
  const decision = await tx.decision.create({
    data: { projectId, id: decisionId, runId, userId, ...said, before, after, decidedAt: now },
  })
  // The review item reads who has reviewed from the decision, which exists only now. Before that, it would look done.
  const { review: settings } = await loadEffectiveConfiguration(tx, projectId, run.chainId)
  await refreshReviewItems(tx, projectId, [{ runId, secondShare: settings.second_share }], change)
  await audit(tx, ctx, `run.${kind}`, { subject: `run:${runId}`, before, after: { ...after, verdict }, evidenceDigest })
  await enqueueLearning(tx, projectId)
  if (isRejection(value)) await enqueueBriefs(tx, projectId, 'run', [runId])
  if (isRejection(before.human) && !isRejection(after.human)) await enqueueWithdrawal(tx, projectId, 'run', runId)
  await announce(tx, { project: projectId, topic: 'run', id: runId })
  await announceWaiting(tx, projectId, runId)
  // The list of gates says what people said of the runs it asks about.
  const asked = await tx.gate.findFirst({ where: { projectId, runId, state: 'pending' }, select: { id: true } })
  if (asked) await announce(tx, { project: projectId, topic: 'gates' })
  return { decision: toDecisionView(decision, person.name, false), before, after }
}

/** Condition: item `i` is claimed by this person now. */
const isClaimedBy = (userId: string, now: Date) =>
  Prisma.sql`coalesce(i.claimed_by_id = ${userId}::uuid AND i.claimed_until > ${now}, false)`

/** The reviews of this run in force, newest last. */
async function loadEffectiveReviews(
  tx: Tx,
  projectId: string,
  runId: string,
  userId: string,
): Promise<EffectiveReviews> {
  const signals = await tx.signal.findMany({
    where: { projectId, runId, evaluator: 'human', origin: 'review' },
    orderBy: [{ recordedAt: 'asc' }, { id: 'asc' }],
  })
  const retracted = new Set(signals.map(({ retracts }) => retracts))
  const valid = signals.filter(({ id, value }) => value !== null && !retracted.has(id))
  const given = await tx.decision.findMany({
    where: { projectId, id: { in: valid.flatMap(({ decisionId }) => decisionId ?? []) } },
    select: { id: true, userId: true, revises: true },
  })
  const reviews = valid.flatMap((signal) => {
    const decision = given.find(({ id }) => id === signal.decisionId)
    if (!decision?.userId) return []
    const by = signal.by ?? 'someone'
    const { userId: of, revises } = decision
    return [{ signalId: signal.id, decisionId: decision.id, userId: of, by, revises }]
  })
  const effective = selectEffective(signals).human
  return {
    reviews,
    current: reviews.find(({ signalId }) => signalId === effective?.id) ?? null,
    own: reviews.find((review) => review.userId === userId) ?? null,
  }
}
