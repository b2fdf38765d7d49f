import * as contracts from '@/lib/contracts/projects'
import { operation } from '../operation'
import { loadZone } from '../weekly/period'

/** Index look-ups and rollups only: every page of the project asks this, at any number of runs. */
export const getProjectStatus = operation(contracts.getProjectStatus, async (ctx) => {
  const projectId = ctx.project.id
  const [gates, flagged, latest, deadLetters, page, zone] = await Promise.all([
    ctx.db.gate.aggregate({ where: { projectId, state: 'pending' }, _count: true, _min: { deadlineAt: true } }),
    ctx.db.rollupHour.aggregate({ where: { projectId }, _sum: { flagged: true } }),
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
    nextDeadlineAt: gates._min.deadlineAt?.toISOString() ?? null,
    flaggedRuns: flagged._sum.flagged ?? 0,
    deadLetters,
    week: page?.week ?? zone.currentWeek,
    anyRun: latest !== null,
    latestRunId: latest?.id ?? null,
  }
})
