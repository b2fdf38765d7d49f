import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import type { Tx } from '@/lib/db/client'
import { weekMarkdown } from '@/lib/engine/weekly/week-markdown'
import { audit } from '../audit'
import { actorName, inTransaction, type ProjectContext } from '../context'
import { AppError } from '../errors'
import { announce } from '../live/announce'
import { tellWeek } from '../notifications/tell-week'
import { emit } from '../webhooks/emit'
import { buildReport } from './build-report'
import { assertOver } from './known-week'
import { loadZone } from './week-period'

export type Stored = { week: string; revision: number; made: boolean }

/**
 * Makes the page of a week that is over and freezes it. Whoever asks at the same time waits for the one who makes it, and
 * finds it there. `replaces` names the newest revision, to make another after it.
 * @throws conflict while the week is under way, or when `replaces` is not the newest revision
 */
export function storeWeek(ctx: ProjectContext, week: string, replaces?: number): Promise<Stored> {
  const projectId = ctx.project.id
  return inTransaction(ctx, async (tx) => {
    const zone = await loadZone(tx, projectId, ctx.now())
    assertOver(week, zone.currentWeek)
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`weekly:${projectId}:${week}`}, 0))::text`
    const newest = await newestRevision(tx, projectId, week)
    if (replaces !== undefined && replaces !== newest)
      throw new AppError('conflict', `the newest revision is ${newest ?? 'not made yet'}, not ${replaces}`, [
        { path: 'replaces', message: 'is not the newest revision' },
      ])
    if (newest !== null && replaces === undefined) return { week, revision: newest, made: false }
    const revision = (newest ?? 0) + 1
    await freeze(tx, ctx, await buildReport(tx, projectId, zone, week, ctx.now()), revision)
    return { week, revision, made: true }
  })
}

async function freeze(tx: Tx, ctx: ProjectContext, report: WeeklyReport, revision: number): Promise<void> {
  const projectId = ctx.project.id
  const { week } = report
  const made = { madeBy: actorName(ctx.actor), madeAt: ctx.now() }
  await tx.weeklyReview.create({
    data: { projectId, week, revision, report, markdown: weekMarkdown(report), ...made },
  })
  await audit(tx, ctx, 'weekly.made', `week:${week}`, revision > 1 ? { revision: revision - 1 } : null, { revision })
  await emit(tx, projectId, 'weekly.published', toEvent(report, revision), made.madeAt)
  await tellWeek(tx, ctx, { week, revision, to: new Date(report.to) })
  await announce(tx, { project: projectId, topic: 'weekly', id: week })
}

function toEvent({ week, totals, chains, summary }: WeeklyReport, revision: number) {
  return {
    path: `/week/${week}`,
    week,
    revision,
    runs: totals.runs,
    mean: totals.current.mean,
    flaggedChains: chains.filter(({ flags }) => flags.length > 0).length,
    summary: summary.join(' '),
  }
}

async function newestRevision(tx: Tx, projectId: string, week: string): Promise<number | null> {
  const { _max } = await tx.weeklyReview.aggregate({ where: { projectId, week }, _max: { revision: true } })
  return _max.revision
}
