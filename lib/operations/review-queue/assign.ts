import type { Tx } from '@/lib/db/client'
import type { ProjectContext } from '../context'
import { invalidInput } from '../errors'
import { listDeciderIds } from '../members/members'
import { notifyJoined, type Topic } from '../notifications/notify'
import { reviewLink } from '../notifications/still-waiting'
import { withdrawNotices } from '../notifications/withdraw'
import { notePicked } from '../runs/review-items'
import { loadReviewer } from './items'

/** No hold, not even one that is back when a verdict is taken back. */
export const NEVER_HELD = { heldUntil: null, heldById: null, heldWhy: null, wasHeldUntil: null, holdEndedBy: null }

/**
 * Assigns waiting runs to a person, or to anyone; whoever had them before is told of them no more.
 * @throws invalid_input for a person who may not review here, or has reviewed already
 */
export async function assign(
  tx: Tx,
  ctx: ProjectContext,
  runIds: readonly string[],
  userId: string | null,
): Promise<void> {
  const projectId = ctx.project.id
  const where = { projectId, runId: { in: [...runIds] } }
  if (userId !== null) {
    if (!(await listDeciderIds(tx, projectId)).includes(userId))
      throw invalidInput([{ path: 'userId', message: 'is no reviewer or admin of this project' }])
    if (await tx.reviewItem.findFirst({ where: { ...where, saidBy: { has: userId } }, select: { runId: true } }))
      throw invalidInput([{ path: 'userId', message: 'has reviewed this run already' }])
  }
  await forgetAssigned(tx, projectId, runIds, userId)
  await tx.reviewItem.updateMany({
    where,
    data: {
      ...{ assignedToId: userId, wasAssignedToId: null, assignmentEndedBy: null },
      ...{ claimedById: null, claimedUntil: null, ...NEVER_HELD },
    },
  })
  if (userId !== null) await notePicked(tx, projectId, runIds)
  const by = loadReviewer(ctx)
  if (userId === null || userId === by.userId) return
  const runs = await tx.runSummary.findMany({
    where: { projectId, id: { in: [...runIds] } },
    select: { id: true, clientId: true },
  })
  const topic = assignedBy(by)
  const notices = runs.map(({ id, clientId }) => ({
    topic,
    userIds: [userId],
    text: `${by.name} asks you to review ${clientId}`,
    link: reviewLink(id),
  }))
  await notifyJoined(tx, projectId, notices, ctx.now())
}

/** Withdraws what others were told of these runs, which no longer wait for them. */
async function forgetAssigned(tx: Tx, projectId: string, runIds: readonly string[], next: string | null) {
  const before = await tx.reviewItem.findMany({
    where: { projectId, runId: { in: [...runIds] }, assignedToId: { not: null } },
    select: { runId: true, assignedToId: true },
  })
  for (const [userId, items] of Map.groupBy(before, ({ assignedToId }) => assignedToId))
    if (userId !== null && userId !== next)
      await withdrawNotices(tx, projectId, {
        userId,
        kind: 'review_assigned',
        links: items.map(({ runId }) => reviewLink(runId)),
      })
}

/** A large selection is assigned in several requests within minutes. */
const assignedBy = ({ userId, name }: ReturnType<typeof loadReviewer>): Topic => ({
  key: `assigned by ${userId}`,
  kind: 'review_assigned',
  many: 2,
  withinMs: 10 * 60_000,
  link: '/review?assigned=true',
  text: (count) => `${name} asks you to review ${count} runs`,
})
