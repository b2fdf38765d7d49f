import { v7 as uuid } from 'uuid'
import * as contracts from '@/lib/contracts/review-queue'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { loadEffectiveConfiguration } from '../configuration/levels'
import { notFound } from '../errors'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { notePicked, refreshReviewItems } from '../runs/review-items'
import { type Asking, chosenBy, listItems, loadAsking, openTo } from './items'

/** Duration of a claim, from the reviewer's last activity. */
export const CLAIM_MS = 10 * 60_000

/** Claims the highest-ranked items for one person: those already claimed first, with the requested run in front. */
export const nextReviews = operation(contracts.nextReviews, async (ctx, { first, count, ...filters }) => {
  const asking = loadAsking(ctx)
  const runIds = await inTransaction(ctx, async (tx) => {
    await queueStoredRuns(tx, asking)
    await waitForOwn(tx, asking)
    const held = await listHeld(tx, asking, filters, first)
    const mine = held.filter(({ isChosen }) => isChosen).map(({ runId }) => runId)
    if (
      first !== undefined &&
      !mine.includes(first) &&
      (await claim(tx, asking, Prisma.sql`i.run_id = ${first}::uuid`, 1, openTo(asking, true))).length > 0
    ) {
      mine.unshift(first)
      await notePicked(tx, ctx.project.id, [first])
      // Whoever asks for a run that they skipped wants it again.
      await tx.reviewSkip.deleteMany({ where: { projectId: ctx.project.id, userId: asking.userId, runId: first } })
    }
    const kept = mine.slice(0, count)
    for (const tier of tiersOf(asking))
      if (kept.length < count)
        kept.push(
          ...(await claim(tx, asking, Prisma.sql`${tier} AND ${chosenBy(filters, asking)}`, count - kept.length)),
        )
    if (!isRandom(filters)) await notePicked(tx, ctx.project.id, kept)
    await renew(tx, asking, kept)
    const before = held.map(({ runId }) => runId)
    const left = before.filter((runId) => !kept.includes(runId))
    await release(tx, asking, left)
    // What one person takes or leaves, others can no longer or again get.
    if (left.length > 0 || kept.some((runId) => !before.includes(runId)))
      await announce(tx, { project: asking.projectId, topic: 'review' })
    return kept
  })
  return { items: await listItems(ctx.db, asking, runIds) }
})

/**
 * Waits for the other requests of this person, until the transaction ends: a run that one of them is claiming at this moment is no other's,
 * yet passed over because it is locked.
 */
async function waitForOwn(tx: Tx, { projectId, userId }: Asking): Promise<void> {
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`review:${projectId}:${userId}`}, 0))::text`
}

/** Renews claims, and restores expired ones that no one else has taken. */
export const renewReviews = operation(contracts.renewReviews, async (ctx, { runIds }) => {
  const asking = loadAsking(ctx)
  const kept = await inTransaction(ctx, async (tx) => {
    const open = await tx.$queryRaw<{ runId: string }[]>`
      SELECT i.run_id AS "runId" FROM review_item i WHERE ${openTo(asking)} AND i.run_id = ANY(${runIds}::uuid[])
      ORDER BY i.run_id FOR UPDATE`
    const ids = open.map(({ runId }) => runId)
    await renew(tx, asking, ids)
    return ids
  })
  const until = claimEnd(asking).toISOString()
  return { kept: kept.map((runId) => ({ runId, until })) }
})

/** Moves a run to the end of the queue for this person; others can get it immediately. */
export const skipReview = operation(contracts.skipReview, async (ctx, { runId }) => {
  const asking = loadAsking(ctx)
  await inTransaction(ctx, async (tx) => {
    const skipped = await tx.$executeRaw`
      INSERT INTO review_skip (project_id, user_id, run_id, at)
      SELECT project_id, ${asking.userId}::uuid, run_id, ${asking.now} FROM review_item
      WHERE project_id = ${asking.projectId}::uuid AND run_id = ${runId}::uuid
      ON CONFLICT (project_id, user_id, run_id) DO UPDATE SET at = excluded.at`
    if (skipped === 0) throw notFound('run in the review queue')
    await release(tx, asking, [runId])
    await announce(tx, { project: asking.projectId, topic: 'review' })
  })
  return {}
})

/** Whether drawn runs keep their random order under these filters: not among those that a forecast brings. */
const isRandom = ({ reason = [], assigned }: contracts.ReviewFilters) =>
  !assigned && (reason.length === 0 || reason.includes('audit'))

const claimEnd = ({ now }: Asking) => new Date(now.getTime() + CLAIM_MS)

/** The person's current claims, highest value first, and whether the filters include them. */
function listHeld(
  tx: Tx,
  asking: Asking,
  filters: contracts.ReviewFilters,
  first: string | undefined,
): Promise<{ runId: string; isChosen: boolean }[]> {
  return tx.$queryRaw`
    SELECT i.run_id AS "runId", (${chosenBy(filters, asking)} OR i.run_id = ${first ?? uuid()}::uuid) AS "isChosen"
    FROM review_item i WHERE ${openTo(asking)} AND i.claimed_by_id = ${asking.userId}::uuid AND i.claimed_until > ${asking.now}
    ORDER BY i.run_id = ${first ?? null}::uuid DESC NULLS LAST, i.value DESC, i.queued_at, i.run_id FOR UPDATE`
}

/** Tiers in order: items assigned to this person, then items not skipped, then skipped ones. */
function tiersOf({ projectId, userId }: Asking): Prisma.Sql[] {
  const skipped = Prisma.sql`EXISTS (
    SELECT 1 FROM review_skip k WHERE k.project_id = ${projectId}::uuid AND k.user_id = ${userId}::uuid AND k.run_id = i.run_id)`
  return [
    Prisma.sql`i.assigned_to_id = ${userId}::uuid AND NOT ${skipped}`,
    Prisma.sql`NOT ${skipped}`,
    Prisma.sql`${skipped} AND i.run_id IN (
      SELECT run_id FROM review_skip WHERE project_id = ${projectId}::uuid AND user_id = ${userId}::uuid)`,
  ]
}

/** Claims the highest-valued open items. SKIP LOCKED gives concurrent callers different items. */
async function claim(
  tx: Tx,
  asking: Asking,
  among: Prisma.Sql,
  count: number,
  open = openTo(asking),
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ runId: string }[]>`
    WITH free AS MATERIALIZED (
      SELECT i.run_id, i.value, i.queued_at FROM review_item i
      WHERE ${open} AND (i.claimed_by_id IS NULL OR i.claimed_until <= ${asking.now}) AND ${among}
      ORDER BY i.value DESC, i.queued_at, i.run_id LIMIT ${count} FOR UPDATE SKIP LOCKED
    ), taken AS (
      UPDATE review_item i SET claimed_by_id = ${asking.userId}::uuid, claimed_until = ${claimEnd(asking)}
      FROM free WHERE i.project_id = ${asking.projectId}::uuid AND i.run_id = free.run_id RETURNING i.run_id
    )
    SELECT free.run_id AS "runId" FROM free JOIN taken USING (run_id) ORDER BY free.value DESC, free.queued_at, free.run_id`
  return rows.map(({ runId }) => runId)
}

async function renew(tx: Tx, asking: Asking, runIds: readonly string[]): Promise<void> {
  if (runIds.length === 0) return
  const where = { projectId: asking.projectId, runId: { in: [...runIds] } }
  await tx.reviewItem.updateMany({ where, data: { claimedById: asking.userId, claimedUntil: claimEnd(asking) } })
}

/** Releases this person's claims on these runs. */
async function release(tx: Tx, { projectId, userId }: Asking, runIds: readonly string[]): Promise<void> {
  if (runIds.length === 0) return
  const where = { projectId, runId: { in: [...runIds] }, claimedById: userId }
  await tx.reviewItem.updateMany({ where, data: { claimedById: null, claimedUntil: null } })
}

/** Number of newest stored runs checked on first use, for projects with runs from before the queue existed. */
const STORED = 2000

async function queueStoredRuns(tx: Tx, { projectId }: Asking): Promise<void> {
  if (await tx.reviewItem.findFirst({ where: { projectId }, select: { runId: true } })) return
  const runs = await tx.runSummary.findMany({
    where: { projectId, kind: 'live' },
    orderBy: [{ occurredAt: 'desc' }, { id: 'desc' }],
    take: STORED,
    select: { id: true },
  })
  if (runs.length === 0) return
  const { review } = await loadEffectiveConfiguration(tx, projectId)
  await refreshReviewItems(
    tx,
    projectId,
    runs.map(({ id }) => ({ runId: id, auditShare: review.audit_share })),
  )
}
