import { getReviewItem as contract } from '@/lib/contracts/review-queue'
import { loadEffectiveConfiguration } from '../configuration/levels'
import { personOf } from '../context'
import { notFound } from '../errors'
import { operation } from '../operation'
import { loadRunFacts, toRunDetail } from '../run-detail/get'
import { findUndoneVerdict, listPersonVerdicts } from './people'
import { loadRubric } from './rubric'

/** Returns a run for a blind review: the contract leaves out scores, predictions and other people's verdicts. */
export const getReviewItem = operation(contract, async (ctx, { runId }) => {
  const projectId = ctx.project.id
  const summary = await ctx.db.runSummary.findUnique({
    where: { projectId_id: { projectId, id: runId } },
    select: { chainId: true },
  })
  if (!summary) throw notFound('run')
  const [facts, rubric, { review }, verdicts] = await Promise.all([
    loadRunFacts(ctx.db, projectId, runId),
    loadRubric(ctx.db, projectId, summary.chainId),
    loadEffectiveConfiguration(ctx.db, projectId, summary.chainId),
    listPersonVerdicts(ctx.db, projectId, runId),
  ])
  const me = personOf(ctx.actor)?.userId
  const mine = verdicts.find(({ userId }) => userId === me) ?? null
  const undone = me === undefined || mine ? null : await findUndoneVerdict(ctx.db, projectId, runId, me)
  return { detail: toRunDetail(facts), rubric, isBlind: review.blind, mine, undone }
})
