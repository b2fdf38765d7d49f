import * as contracts from '@/lib/contracts/review-queue'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { audit, auditAll } from '../audit'
import { loadEffectiveConfiguration } from '../configuration/levels'
import type { ProjectContext } from '../context'
import { AppError, invalidInput } from '../errors'
import { announce } from '../live/changes'
import { listDeciderIds } from '../members/members'
import { notifyJoined, type Topic } from '../notifications/notify'
import { operation } from '../operation'
import { lockSummaries } from '../runs/lock'
import { notePicked, refreshReviewItems, reviewersOf } from '../runs/review-items'
import { type Asking, loadItem, loadReviewer } from './items'

/** Postpones a run, releases it, assigns it, asks one more person, or takes such a request back. */
export const moveReview = operation(contracts.moveReview, async (ctx, { runId, action, until, userId, reason }) => {
  const person = loadReviewer(ctx)
  const now = ctx.now()
  const asking = { projectId: ctx.project.id, userId: person.userId, now }
  const where = { projectId_runId: { projectId: ctx.project.id, runId } }
  if (until !== undefined && Date.parse(until) <= now.getTime())
    throw invalidInput([{ path: 'until', message: 'must lie in the future' }])
  return inTransaction(ctx, async (tx) => {
    await tx.$queryRaw`
      SELECT 1 FROM review_item WHERE project_id = ${ctx.project.id}::uuid AND run_id = ${runId}::uuid FOR UPDATE`
    const before = await loadItem(tx, asking, runId)
    await refuseIfTaken(tx, asking, runId)
    if ((action === 'hold' || action === 'assign') && before.reasons.length === 0)
      throw new AppError('conflict', 'this run no longer waits for a review')
    const free = { claimedById: null, claimedUntil: null }
    if (action === 'hold')
      await tx.reviewItem.update({
        where,
        data: { ...free, heldUntil: new Date(until ?? now), heldById: person.userId, heldWhy: reason ?? null },
      })
    if (action === 'release') await tx.reviewItem.update({ where, data: { ...free, heldUntil: null } })
    if (action === 'assign') await assign(tx, ctx, [runId], userId ?? null)
    if (action === 'ask') await askForOneMore(tx, ctx, before)
    if (action === 'unask') await takeBackRequest(tx, ctx, before)
    // The list and the page of the run say who asked.
    if (action === 'ask' || action === 'unask') await announce(tx, { project: ctx.project.id, topic: 'run', id: runId })
    const item = await loadItem(tx, asking, runId)
    await audit(tx, ctx, `review.${action}`, {
      subject: `run:${runId}`,
      before: stateOf(before),
      after: {
        ...stateOf(item),
        reason: reason ?? null,
      },
    })
    await announce(tx, { project: ctx.project.id, topic: 'review' })
    return { item }
  })
})

/** Condition: someone asked for a verdict on the item, and it waits for one. */
const IS_ASKED = Prisma.sql`review_item.asked_by_id IS NOT NULL AND cardinality(review_item.said_by) < review_item.needed`

/** Condition: someone asked for more than the first verdict, which nobody has given yet. */
const IS_FOR_MORE = Prisma.sql`(${IS_ASKED} AND review_item.said_by = '{}' AND review_item.needed > 1)`

/** Asks for one person more than have judged, at least two. A request for a first verdict stands below it; one for as many stays as it is. */
async function askForOneMore(tx: Tx, ctx: ProjectContext, { runId, said }: contracts.ReviewItem): Promise<void> {
  const projectId = ctx.project.id
  const needed = Math.max(2, said + 1)
  await tx.$executeRaw`
    UPDATE review_item SET needed = ${needed}, asked_by_id = ${loadReviewer(ctx).userId}::uuid,
      first_asked_by_id = CASE WHEN ${IS_ASKED} THEN asked_by_id END
    WHERE project_id = ${projectId}::uuid AND run_id = ${runId}::uuid AND NOT (${IS_ASKED} AND needed >= ${needed})`
  await refreshReviewItems(tx, projectId, [{ runId }])
}

/**
 * Takes a request for verdicts back; the run waits on for other reasons: the second person who was drawn, or a first verdict that someone asked
 * for before.
 * @throws forbidden for whoever neither asked nor is an admin, and conflict if nobody is asked now
 */
async function takeBackRequest(tx: Tx, ctx: ProjectContext, item: contracts.ReviewItem): Promise<void> {
  const { runId, asked, said } = item
  if (!asked) throw new AppError('conflict', 'nobody is asked for a verdict on this run at the moment')
  if (!asked.isOwn && ctx.role !== 'admin')
    throw new AppError('forbidden', `${asked.by} asked for it: they or an admin can take that back`)
  const projectId = ctx.project.id
  const [row] = await tx.$queryRaw<{ chainId: string }[]>`
    UPDATE review_item SET needed = 1, asked_by_id = first_asked_by_id, first_asked_by_id = NULL
    WHERE project_id = ${projectId}::uuid AND run_id = ${runId}::uuid RETURNING chain_id AS "chainId"`
  const { review } = await loadEffectiveConfiguration(tx, projectId, row?.chainId)
  await refreshReviewItems(tx, projectId, [{ runId, ...(said > 0 && { secondShare: review.second_share }) }])
}

/** Adds runs to the queue on a person's request, whatever their scores; those that the assigned person has reviewed are left out. */
export const addReviews = operation(contracts.addReviews, async (ctx, { runIds, userId, reason }) => {
  const person = loadReviewer(ctx)
  const projectId = ctx.project.id
  return inTransaction(ctx, async (tx) => {
    const reviewed = userId === null ? [] : await listReviewedBy(tx, projectId, userId, runIds)
    const others = await lockSummaries(
      tx,
      projectId,
      runIds.filter((id) => !reviewed.some((run) => run.id === id)),
    )
    const added = await tx.$queryRaw<{ runId: string }[]>`
      INSERT INTO review_item (project_id, run_id, chain_id, state, reasons, value, queued_at, asked_by_id, needed)
      SELECT s.project_id, s.id, s.chain_id, 'done', '{}', 0, ${ctx.now()}, ${person.userId}::uuid, 1
      FROM run_summary s WHERE s.project_id = ${projectId}::uuid AND s.id = ANY(${others}::uuid[]) ORDER BY s.id
      ON CONFLICT (project_id, run_id) DO UPDATE SET
        asked_by_id = CASE WHEN ${IS_FOR_MORE} THEN review_item.asked_by_id ELSE excluded.asked_by_id END,
        first_asked_by_id = CASE WHEN ${IS_FOR_MORE} THEN excluded.asked_by_id END,
        needed = greatest(review_item.needed, cardinality(review_item.said_by) + 1)
      RETURNING run_id AS "runId"`
    const ids = added.map(({ runId }) => runId)
    // A run reviewed before it had an item needs one more review.
    await refreshReviewItems(
      tx,
      projectId,
      ids.map((runId) => ({ runId })),
    )
    await tx.$executeRaw`
      UPDATE review_item SET needed = cardinality(said_by) + 1
      WHERE project_id = ${projectId}::uuid AND run_id = ANY(${ids}::uuid[]) AND cardinality(said_by) >= needed`
    await refreshReviewItems(
      tx,
      projectId,
      ids.map((runId) => ({ runId })),
    )
    if (userId !== null) await assign(tx, ctx, ids, userId)
    await auditAll(
      tx,
      ctx,
      'review.add',
      ids.map((runId) => ({
        subject: `run:${runId}`,
        before: null,
        after: { assignedTo: userId, reason: reason ?? null },
      })),
    )
    await announce(tx, { project: projectId, topic: 'review' })
    if (ids.length > 0) await announce(tx, { project: projectId, topic: 'runs' })
    return { added: ids.length, leftOut: reviewed.map(({ clientId }) => clientId) }
  })
})

async function refuseIfTaken(tx: Tx, { projectId, userId, now }: Asking, runId: string): Promise<void> {
  const other = await tx.reviewItem.findFirst({
    where: { projectId, runId, claimedById: { not: userId }, claimedUntil: { gt: now } },
    select: { claimedById: true },
  })
  if (!other?.claimedById) return
  const user = await tx.user.findUnique({ where: { id: other.claimedById }, select: { name: true } })
  throw new AppError('conflict', `${user?.name ?? 'someone else'} has this run at the moment`)
}

/** @throws invalid_input for a person who may not review here, or has reviewed already */
async function assign(tx: Tx, ctx: ProjectContext, runIds: readonly string[], userId: string | null): Promise<void> {
  const projectId = ctx.project.id
  const where = { projectId, runId: { in: [...runIds] } }
  if (userId !== null) {
    if (!(await listDeciderIds(tx, projectId)).includes(userId))
      throw invalidInput([{ path: 'userId', message: 'is no reviewer or admin of this project' }])
    if (await tx.reviewItem.findFirst({ where: { ...where, saidBy: { has: userId } }, select: { runId: true } }))
      throw invalidInput([{ path: 'userId', message: 'has reviewed this run already' }])
  }
  await tx.reviewItem.updateMany({
    where,
    data: { assignedToId: userId, claimedById: null, claimedUntil: null, heldUntil: null },
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
    link: `/review?run=${id}`,
  }))
  await notifyJoined(tx, projectId, notices, ctx.now())
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

/** Returns those of the runs that this person has reviewed, by the verdicts in force. */
function listReviewedBy(
  tx: Tx,
  projectId: string,
  userId: string,
  runIds: readonly string[],
): Promise<{ id: string; clientId: string }[]> {
  return tx.$queryRaw`
    SELECT s.id, s.client_id AS "clientId" FROM run_summary s
    WHERE s.project_id = ${projectId}::uuid AND s.id IN (
      SELECT run_id FROM (${reviewersOf(projectId, runIds)}) g WHERE user_id = ${userId}::uuid)
    ORDER BY s.id`
}

function stateOf({ asked, assignedTo, held, needed }: contracts.ReviewItem) {
  return { askedBy: asked?.by ?? null, assignedTo: assignedTo?.name ?? null, heldUntil: held?.until ?? null, needed }
}
