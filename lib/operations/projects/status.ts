import * as contracts from '@/lib/contracts/projects'
import { type ProjectContext, personOf } from '../context'
import { listDeciderIds } from '../members/roles'
import { operation } from '../operation'
import { loadZone } from '../weekly/period'

/** Returns the status of a project from index lookups and rollups only, since every page requests it. */
export const getProjectStatus = operation(contracts.getProjectStatus, async (ctx) => {
  const projectId = ctx.project.id
  const [gates, reviews, flagged, latest, deadLetters, page, zone] = await Promise.all([
    ctx.db.gate.aggregate({ where: { projectId, state: 'pending' }, _count: true, _min: { deadlineAt: true } }),
    countReviews(ctx),
    ctx.db.rollupDay.aggregate({ where: { projectId }, _sum: { flagged: true } }),
    ctx.db.runSummary.findFirst({
      where: { projectId },
      orderBy: [{ occurredAt: 'desc' }, { id: 'desc' }],
      select: { id: true },
    }),
    ctx.db.deadLetter.count({ where: { projectId, status: 'pending', nextAt: null } }),
    ctx.db.weeklyReview.findFirst({ where: { projectId }, orderBy: { week: 'desc' }, select: { week: true } }),
    loadZone(ctx.db, projectId, ctx.now()),
  ])
  return {
    pendingGates: gates._count,
    reviews,
    nextDeadlineAt: gates._min.deadlineAt?.toISOString() ?? null,
    flaggedRuns: flagged._sum.flagged ?? 0,
    deadLetters,
    week: page?.week ?? zone.currentWeek,
    anyRun: latest !== null,
    latestRunId: latest?.id ?? null,
  }
})

/** The navigation shows no more than two digits. */
const COUNTED = 100

/** Counts the runs waiting for the caller, as the review queue hands them out; for a viewer or a key, those waiting for anyone. */
async function countReviews({ db, project, actor, now }: ProjectContext): Promise<number> {
  const at = now()
  const me = personOf(actor)?.userId
  // An assignment or hold of a person who may no longer review counts for nothing.
  const deciders = await listDeciderIds(db, project.id)
  return db.reviewItem
    .findMany({
      where: {
        projectId: project.id,
        state: 'waiting',
        AND: [
          { OR: [{ claimedById: null }, { claimedUntil: { lte: at } }, ...(me ? [{ claimedById: me }] : [])] },
          { OR: [{ heldUntil: null }, { heldUntil: { lte: at } }, { heldById: { notIn: deciders } }] },
          {
            OR: [{ assignedToId: null }, { assignedToId: { notIn: deciders } }, ...(me ? [{ assignedToId: me }] : [])],
          },
        ],
        ...(me && { NOT: { saidBy: { has: me } } }),
      },
      select: { runId: true },
      take: COUNTED,
    })
    .then((rows) => rows.length)
}
