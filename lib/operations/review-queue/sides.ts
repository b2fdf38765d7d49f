import { showSides as contract } from '@/lib/contracts/blind-reviews'
import type { Tx } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { audit } from '../audit'
import { AppError, notFound } from '../errors'
import { operation } from '../operation'
import { type Asking, listPersonVerdicts, loadAsking } from './items'

const SHOWN = 'review.sides_shown'

/** Shows the verdicts of those who disagree, without names, to a third person, and notes that this person has read them. */
export const showSides = operation(contract, async (ctx, { runId }) => {
  const asking = loadAsking(ctx)
  const { projectId, userId } = asking
  return inTransaction(ctx, async (tx) => {
    const item = await tx.reviewItem.findUnique({ where: { projectId_runId: { projectId, runId } } })
    if (!item) throw notFound('run in the review queue')
    const verdicts = await listPersonVerdicts(tx, projectId, runId)
    if (verdicts.some((verdict) => verdict.userId === userId))
      throw new AppError('conflict', 'you are one of those who judged this run')
    if (!item.reasons.includes('disputed')) throw new AppError('conflict', 'nobody disagrees on this run')
    if (!(await hasSeenSides(tx, asking, runId))) await audit(tx, ctx, SHOWN, { subject: `run:${runId}`, after: {} })
    // The end of an id is random: its start would tell who was first.
    const inOrder = verdicts.toSorted((a, b) => a.decisionId.slice(-12).localeCompare(b.decisionId.slice(-12)))
    return { sides: inOrder }
  })
})

/** Whether a person has read the reasons of both sides, so that a verdict of theirs is not blind. */
export async function hasSeenSides(tx: Tx, { projectId, userId }: Asking, runId: string): Promise<boolean> {
  const where = { projectId, subject: `run:${runId}`, action: SHOWN, actorKind: 'user', actorId: userId }
  return (await tx.auditEvent.count({ where })) > 0
}
