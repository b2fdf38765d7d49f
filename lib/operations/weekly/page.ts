import { type WeeklyReport, weeklyReport } from '@/lib/contracts/weekly/report'
import {
  getWeek as getWeekContract,
  listWeeks as listWeeksContract,
  type WeeklyAction,
  type WeeklyPage,
} from '@/lib/contracts/weekly/weeks'
import type { Db } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { mondayOf, shiftWeek, weekAt } from '@/lib/engine/weekly/iso-week'
import { actionsMarkdown, weekMarkdown } from '@/lib/presentation/text/week-markdown'
import { type BlindSubjects, findBlindSubjects } from '../blind-reviews/find'
import type { ProjectContext } from '../context'
import { notFound } from '../errors'
import { operation } from '../operation'
import { byIds, loadActions, ofWeek } from './action-store'
import { assertBegun, loadZone } from './period'
import { previewWeek } from './preview'

type Frozen = { report: WeeklyReport; markdown: string; asOf?: Date }

/**
 * Loads the page of a week, frozen or as a preview. Its actions are always current.
 * @throws not_found for a week that has not begun, or an unknown revision
 */
export async function loadPage(ctx: ProjectContext, week: string, revision?: number): Promise<WeeklyPage> {
  const projectId = ctx.project.id
  const now = ctx.now()
  const zone = await loadZone(ctx.db, projectId, now)
  assertBegun(week, zone.currentWeek)
  const revisions = await ctx.db.weeklyReview.findMany({
    where: { projectId, week },
    orderBy: { revision: 'desc' },
    select: { revision: true, madeAt: true, madeBy: true },
  })
  const shown = revision ?? revisions[0]?.revision ?? null
  const page = shown === null ? await preview(ctx, zone, week) : await loadFrozen(ctx.db, projectId, week, shown)
  const actions = await loadActions(ctx.db, projectId, ofWeek(week))
  const first = await firstWeek(ctx.db, projectId, zone.timeZone)
  return {
    week,
    previousWeek: first !== null && first < week ? shiftWeek(week, -1) : null,
    nextWeek: week < zone.currentWeek ? shiftWeek(week, 1) : null,
    revision: shown,
    revisions: revisions.map(({ madeAt, ...row }) => ({ ...row, madeAt: madeAt.toISOString() })),
    report: page.report,
    lateRuns: shown === null ? 0 : await countLateRuns(ctx.db, projectId, page.report),
    actions,
    carried: await loadCarried(ctx.db, projectId, page.report),
    markdown: wholeMarkdown(page.markdown, actions),
    filename: filenameOf(week),
    now: (page.asOf ?? now).toISOString(),
  }
}

/** Appends the actions as the last section. */
function wholeMarkdown(page: string, actions: readonly WeeklyAction[]): string {
  return `${page}\n${actionsMarkdown(actions)}\n`
}

/** memory/YYYY-MM-DD.md, dated on the Monday after the week. */
export function filenameOf(week: string): string {
  return `memory/${mondayOf(shiftWeek(week, 1))}.md`
}

async function preview(ctx: ProjectContext, zone: Awaited<ReturnType<typeof loadZone>>, week: string): Promise<Frozen> {
  const { report, madeAt } = await previewWeek(ctx, zone, week)
  return { report, markdown: weekMarkdown(report), asOf: madeAt }
}

async function loadFrozen(db: Db, projectId: string, week: string, revision: number): Promise<Frozen> {
  const row = await db.weeklyReview.findUnique({
    where: { projectId_week_revision: { projectId, week, revision } },
    select: { report: true, markdown: true },
  })
  if (!row) throw notFound('revision')
  return { report: weeklyReport.parse(row.report), markdown: row.markdown }
}

function loadCarried(db: Db, projectId: string, { lastActions }: WeeklyReport): Promise<WeeklyAction[]> {
  if (lastActions.length === 0) return Promise.resolve([])
  return loadActions(db, projectId, byIds(lastActions.map(({ id }) => id)))
}

/** The week of the project's first run; null without runs. */
async function firstWeek(db: Db, projectId: string, timeZone: string): Promise<string | null> {
  const first = await db.rollupProjectHour.findFirst({
    where: { projectId, runs: { gt: 0 } },
    orderBy: { hour: 'asc' },
    select: { hour: true },
  })
  return first && weekAt(first.hour.getTime(), timeZone)
}

async function countLateRuns(db: Db, projectId: string, { from, to, totals }: WeeklyReport): Promise<number> {
  const { _sum } = await db.rollupProjectHour.aggregate({
    where: { projectId, hour: { gte: new Date(from), lt: new Date(to) } },
    _sum: { runs: true },
  })
  return (_sum.runs ?? 0) - totals.runs
}

export const getWeek = operation(getWeekContract, async (ctx, { week, revision }) =>
  coverDecided(await loadPage(ctx, week, revision), await findBlindSubjects(ctx)),
)

/** Leaves out how gates were decided that are about a run which the caller is to review blind. Sums stay: they are of everyone's work. */
function coverDecided(page: WeeklyPage, { gates }: BlindSubjects): WeeklyPage {
  const { decided } = page.report.gates
  const shown = decided.filter(({ id }) => !gates.has(id))
  if (shown.length === decided.length) return page
  const report = { ...page.report, gates: { ...page.report.gates, decided: shown } }
  return { ...page, report, markdown: wholeMarkdown(weekMarkdown(report), page.actions) }
}

type Row = {
  week: string
  revision: number
  madeAt: Date
  madeBy: string
  from: string
  to: string
  runs: number
  headline: string
}

export const listWeeks = operation(listWeeksContract, async (ctx, { limit, before }) => {
  const { currentWeek } = await loadZone(ctx.db, ctx.project.id, ctx.now())
  const earlier = before === undefined ? Prisma.empty : Prisma.sql`AND w.week < ${before}`
  const rows = await ctx.db.$queryRaw<Row[]>`
    SELECT DISTINCT ON (w.week) w.week, w.revision, w.made_at AS "madeAt", w.made_by AS "madeBy", w.report->>'from' AS from,
      w.report->>'to' AS to, (w.report->'totals'->>'runs')::int AS runs, w.report->'summary'->>1 AS headline
    FROM weekly_review w WHERE w.project_id = ${ctx.project.id}::uuid ${earlier}
    ORDER BY w.week DESC, w.revision DESC LIMIT ${limit + 1}`
  const weeks = rows.slice(0, limit).map(({ madeAt, ...row }) => ({ ...row, madeAt: madeAt.toISOString() }))
  return { current: currentWeek, weeks, next: rows.length > limit ? (weeks.at(-1)?.week ?? null) : null }
})
