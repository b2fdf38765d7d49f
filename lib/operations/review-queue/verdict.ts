import { giveVerdict as contract, type PersonVerdict, type ReviewReveal } from '@/lib/contracts/blind-reviews'
import { type RunState, runState } from '@/lib/contracts/reviews'
import { EVEN_ODDS } from '@/lib/contracts/thresholds'
import type { Tx } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { verdictSide } from '@/lib/engine/confidence/verdict-side'
import { reasonOf } from '@/lib/presentation/labels/verdicts'
import { loadEffectiveConfiguration } from '../configuration/levels'
import { AppError, invalidInput, notFound } from '../errors'
import { findLearned } from '../learning/calibration'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { type EffectiveReviews, recordReview, toReview } from '../reviews/review'
import { type Asking, listPersonVerdicts, loadAsking } from './items'
import { checkAnswers, insertAnswers, loadRubric } from './rubric'
import { hasSeenSides } from './sides'

/**
 * Records a verdict from the queue beside those of others. The response reveals what was hidden; a person may revise their
 * verdict once.
 */
export const giveVerdict = operation(contract, async (ctx, input) => {
  const { runId, answers, revises } = input
  const asking = loadAsking(ctx)
  const { projectId, userId } = asking
  const predictions = (await findLearned(ctx.db, projectId, runId)).predictions
  return inTransaction(ctx, async (tx) => {
    const run = await loadReviewed(tx, asking, runId)
    const { review } = await loadEffectiveConfiguration(tx, projectId, run.chainId)
    const rubric = await loadRubric(tx, projectId, run.chainId)
    if (input.rubric !== undefined && input.rubric !== rubric.version)
      throw invalidInput([{ path: 'rubric', message: 'the questions were changed meanwhile: check your answers' }])
    checkAnswers(rubric, answers, await nodesOf(tx, projectId, runId))
    const spoken = await tx.decision.count({ where: { projectId, runId, userId, kind: 'review' } })
    const recorded = await recordReview(tx, ctx, {
      ...toReview(input),
      // A person who has reviewed once has seen the hidden parts, even if the verdict was undone.
      isBlind: review.blind && spoken === 0 && !(await hasSeenSides(tx, asking, runId)),
      revises,
      retracts: (reviews) => ownToRevise(reviews, revises),
    })
    const given = { projectId, runId, chainId: run.chainId, decisionId: recorded.decision.id, userId, at: asking.now }
    await insertAnswers(tx, rubric, answers, given)
    await announce(tx, { project: projectId, topic: 'review' })
    const people = await listPersonVerdicts(tx, projectId, runId)
    const others = people.filter((person) => person.userId !== userId)
    const side = verdictSide(recorded.decision.value ?? 0)
    const reveal = {
      before: await loadDeskState(tx, projectId, runId, recorded.before),
      reason: recorded.before.human === null ? reasonOf(run) : null,
      predictions,
      others,
      withDesk: compare(side, deskSide(recorded.before, predictions)),
      withPeople: comparePeople(side, others),
    }
    return { ...recorded, reveal }
  })
})

type ReviewedRun = { chainId: string; reason: string; execution: string | null; attempt: number; holder: string | null }

/** @throws not_found for a run that was never in the queue, conflict while another person has claimed it */
async function loadReviewed(tx: Tx, { projectId, userId, now }: Asking, runId: string) {
  const [item] = await tx.$queryRaw<ReviewedRun[]>`
    SELECT s.chain_id AS "chainId", s.reason, s.execution, s.attempt, u.name AS holder
    FROM review_item i JOIN run_summary s ON s.project_id = i.project_id AND s.id = i.run_id
    LEFT JOIN "user" u ON u.id = i.claimed_by_id AND i.claimed_by_id <> ${userId}::uuid AND i.claimed_until > ${now}
    WHERE i.project_id = ${projectId}::uuid AND i.run_id = ${runId}::uuid`
  if (!item) throw notFound('run in the review queue')
  if (item.holder !== null) throw new AppError('conflict', `${item.holder} has this run at the moment`)
  return item
}

/**
 * What the desk itself said: the run's state before anyone gave a verdict, since one in force is part of decision and confidence. That is
 * `before` unless a person has judged the run.
 */
async function loadDeskState(tx: Tx, projectId: string, runId: string, before: RunState): Promise<RunState> {
  if (before.human === null) return before
  const first = await tx.decision.findFirst({
    where: { projectId, runId },
    orderBy: [{ decidedAt: 'asc' }, { id: 'asc' }],
    select: { before: true },
  })
  const own = runState.safeParse(first?.before)
  return own.success && own.data.human === null ? own.data : before
}

async function nodesOf(tx: Tx, projectId: string, runId: string): Promise<Set<string>> {
  const rows = await tx.nodeRun.findMany({ where: { projectId, runId }, select: { nodeId: true } })
  return new Set(rows.map(({ nodeId }) => nodeId))
}

function ownToRevise({ own }: EffectiveReviews, revises: string | undefined) {
  if (revises === undefined && own) throw new AppError('conflict', 'you reviewed this run already: revise that verdict')
  if (revises !== undefined && own?.decisionId !== revises)
    throw new AppError('conflict', 'the verdict to revise was already changed or undone')
  if (own?.revises) throw new AppError('conflict', 'a verdict is revised once, and this one was')
  return own
}

type Side = boolean | null

/** The automatic opinion: the predicted probability of approval if there is one, else the decision; null without an opinion. */
function deskSide({ human, decision }: RunState, predictions: ReviewReveal['predictions']): Side {
  const said = predictions.find(({ kind }) => kind === 'confidence') ?? predictions[0]
  if (said) return said.probability >= EVEN_ODDS
  if (human !== null || decision === 'insufficient_evidence' || decision === 'escalate') return null
  return decision === 'accept' || decision === 'accept_best'
}

function compare(own: Side, other: Side): ReviewReveal['withDesk'] {
  return own === null || other === null ? 'unknown' : own === other ? 'agreed' : 'disagreed'
}

function comparePeople(own: Side, others: readonly PersonVerdict[]): ReviewReveal['withPeople'] {
  const words = others.map(({ value }) => compare(own, verdictSide(value)))
  return words.includes('disagreed') ? 'disagreed' : words.includes('agreed') ? 'agreed' : 'unknown'
}
