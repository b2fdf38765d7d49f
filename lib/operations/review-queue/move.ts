import * as contracts from '@/lib/contracts/review-queue'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { audit, auditAll } from '../audit'
import { loadEffectiveConfiguration } from '../configuration/levels'
import type { ProjectContext } from '../context'
import { AppError, invalidInput } from '../errors'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { requestFor } from '../runs/asked'
import { lockSummaries } from '../runs/lock'
import { refreshReviewItems, reviewersOf } from '../runs/review-items'
import { assign, NEVER_HELD } from './assign'
import { type Asking, loadItem, loadReviewer } from './items'

/** Postpones a run, releases it, assigns it, asks one more person, or takes such a request back. */
export const moveReview = operation(contracts.moveReview, async (ctx, input) => {
  const { runId, action, until, userId, replaces, reason } = input
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
    if (replaces !== undefined) refuseIfReplaced(before, { action, replaces })
    const free = { claimedById: null, claimedUntil: null }
    if (action === 'hold')
      await tx.reviewItem.update({
        where,
        data: {
          ...{ ...free, ...NEVER_HELD, heldUntil: new Date(until ?? now), heldById: person.userId },
          heldWhy: reason ?? null,
        },
      })
    if (action === 'release') await tx.reviewItem.update({ where, data: { ...free, ...NEVER_HELD } })
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

type Seen = { action: string; replaces: string | null }

/** @throws conflict if the assignment, hold or request that the caller saw is another one's by now; a hold that ended is released */
function refuseIfReplaced({ assignedTo, held, asked }: contracts.ReviewItem, { action, replaces }: Seen): void {
  if (action === 'assign' && (assignedTo?.userId ?? null) !== replaces)
    throw new AppError('conflict', `this run waits for ${assignedTo?.name ?? 'anyone'} by now`)
  if (action === 'release' && held && held.userId !== replaces)
    throw new AppError('conflict', `${held.by} holds this run by now`)
  if (action === 'unask' && asked && asked.userId !== replaces)
    throw new AppError('conflict', `${asked.isOwn ? 'you ask' : `${asked.by} asks`} for a verdict by now`)
}

/** Asks for one person more than have judged, at least two; a request of the same person for as many stays as it is. */
function askForOneMore(tx: Tx, ctx: ProjectContext, { runId, said }: contracts.ReviewItem): Promise<void> {
  return addRequests(tx, ctx, [runId], Prisma.sql`${Math.max(2, said + 1)}::int`)
}

/**
 * Adds a person's request to each of these items, beside those of others; none where they wait for as many people already.
 * @param needed the people whose verdict is wanted on an item `i`, those who gave one included
 */
async function addRequests(tx: Tx, ctx: ProjectContext, runIds: readonly string[], needed: Prisma.Sql): Promise<void> {
  const projectId = ctx.project.id
  const { userId } = loadReviewer(ctx)
  await tx.$executeRaw`
    UPDATE review_item i SET asked_by = i.asked_by || ${userId}::uuid, asked_for = i.asked_for || ${needed}
    WHERE i.project_id = ${projectId}::uuid AND i.run_id = ANY(${[...runIds]}::uuid[]) AND NOT EXISTS (
      SELECT 1 FROM unnest(i.asked_by, i.asked_for) AS q(who, people) WHERE q.who = ${userId}::uuid AND q.people >= ${needed})`
  await refreshReviewItems(
    tx,
    projectId,
    runIds.map((runId) => ({ runId })),
  )
}

/**
 * Takes one request for verdicts back: the caller's own, for an admin without one that of another. What others asked for stays.
 * @throws forbidden for whoever neither asked nor is an admin, and conflict if nobody is asked now
 */
async function takeBackRequest(tx: Tx, ctx: ProjectContext, { runId, asked }: contracts.ReviewItem): Promise<void> {
  const projectId = ctx.project.id
  const where = { projectId_runId: { projectId, runId } }
  const { chainId, askedBy, askedFor, saidBy } = await tx.reviewItem.findUniqueOrThrow({
    where,
    select: { chainId: true, askedBy: true, askedFor: true, saidBy: true },
  })
  const said = saidBy.length
  const request = requestFor({ askedBy, askedFor, said }, loadReviewer(ctx).userId)
  if (!asked || !request) throw new AppError('conflict', 'nobody is asked for a verdict on this run at the moment')
  if (!asked.isOwn && ctx.role !== 'admin')
    throw new AppError('forbidden', `${asked.by} asked for it: they or an admin can take that back`)
  // How many people are needed follows from the other requests and from the draw of a second person.
  await tx.reviewItem.update({
    where,
    data: { needed: 1, askedBy: askedBy.toSpliced(request.place, 1), askedFor: askedFor.toSpliced(request.place, 1) },
  })
  const { review } = await loadEffectiveConfiguration(tx, projectId, chainId)
  await refreshReviewItems(tx, projectId, [{ runId, ...(said > 0 && { secondShare: review.second_share }) }])
}

/** Adds runs to the queue on a person's request, whatever their scores; those that the assigned person has reviewed are left out. */
export const addReviews = operation(contracts.addReviews, async (ctx, { runIds, userId, reason }) => {
  loadReviewer(ctx)
  const projectId = ctx.project.id
  return inTransaction(ctx, async (tx) => {
    const reviewed = userId === null ? [] : await listReviewedBy(tx, projectId, userId, runIds)
    const others = await lockSummaries(
      tx,
      projectId,
      runIds.filter((id) => !reviewed.some((run) => run.id === id)),
    )
    const added = await tx.$queryRaw<{ runId: string }[]>`
      INSERT INTO review_item (project_id, run_id, chain_id, state, reasons, value, queued_at, needed)
      SELECT s.project_id, s.id, s.chain_id, 'done', '{}', 0, ${ctx.now()}, 1
      FROM run_summary s WHERE s.project_id = ${projectId}::uuid AND s.id = ANY(${others}::uuid[]) ORDER BY s.id
      ON CONFLICT (project_id, run_id) DO UPDATE SET chain_id = excluded.chain_id RETURNING run_id AS "runId"`
    const ids = added.map(({ runId }) => runId)
    // A run may have been reviewed before it had an item.
    await refreshReviewItems(
      tx,
      projectId,
      ids.map((runId) => ({ runId })),
    )
    await addRequests(tx, ctx, ids, Prisma.sql`cardinality(i.said_by) + 1`)
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
