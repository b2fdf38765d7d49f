import { access, mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { HOUR_MS } from '@/lib/contracts/durations'
import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import { makeWeek as contract } from '@/lib/contracts/weekly/weeks'
import type { Db, Tx } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { hourOfDay, shiftWeek, weekAt, weekSpan } from '@/lib/engine/weekly/iso-week'
import { getEnv } from '@/lib/env'
import { log } from '@/lib/log'
import { weekMarkdown } from '@/lib/presentation/text/week-markdown'
import { audit } from '../audit'
import { actorName, loadSystemContext, type ProjectContext } from '../context'
import { AppError } from '../errors'
import { EVERY_PROJECT } from '../every-project'
import { announce } from '../live/changes'
import { notifyWeek } from '../notifications/notify'
import { operation } from '../operation'
import { lockWeeksShared } from '../runs/lock'
import { emit } from '../webhooks/emit'
import { processEach } from '../work/process-each'
import { filenameOf, loadPage } from './page'
import { assertOver, loadZone } from './period'
import { buildReport } from './report'

/** Makes the page of a week if it has none; with `replaces` makes another revision. */
export const makeWeek = operation(contract, (ctx, { week, replaces }) => publish(ctx, week, replaces))

/** Hour of Monday at which the page is made, so that runs of Sunday night have time to arrive. */
const PUBLISH_HOUR = 6
/** Maximum weeks made up for after an outage. */
const CATCH_UP = 12

type Candidate = { id: string; timeZone: string; newest: string | null; firstHour: Date }

/**
 * Makes the pages due in every project that will not be deleted: from Monday 06:00 in its time zone the one of the week before, and those
 * missed since its newest page. A failing project does not block the others. Returns how many were made. Idempotent, also when run
 * concurrently.
 */
export async function makeDueWeeks(db: Db, now: Date): Promise<number> {
  const projects = await db.$queryRaw<Candidate[]>`
    SELECT o.id, o.time_zone AS "timeZone", greatest(f.hour, o.created_at) AS "firstHour",
      (SELECT w.week FROM weekly_review w WHERE w.project_id = p.project_id ORDER BY w.week DESC LIMIT 1) AS newest
    FROM ${EVERY_PROJECT} JOIN project o ON o.id = p.project_id AND o.deletes_at IS NULL CROSS JOIN LATERAL (
      SELECT r.hour FROM rollup_project_hour r WHERE r.project_id = p.project_id AND r.runs > 0 ORDER BY r.hour LIMIT 1) f`
  const items = projects.map((project) => ({ ...project, projectId: project.id }))
  let made = 0
  await processEach({ db, kind: 'weekly', now }, items, async (project) => {
    const ctx = await loadSystemContext(db, project.id, 'Weekly report', () => now)
    if (project.newest !== null) await writeMissingMarkdown(ctx, project.newest)
    for (const week of dueWeeks(project, now)) if ((await publish(ctx, week)).made) made++
  })
  return made
}

/** The finished weeks of a project without a page, oldest first; none before its first run or its creation. */
export function dueWeeks(
  { timeZone, newest, firstHour }: Pick<Candidate, 'timeZone' | 'newest' | 'firstHour'>,
  now: Date,
): string[] {
  const current = weekAt(now.getTime(), timeZone)
  const last = shiftWeek(current, isTimeToPublish(current, timeZone, now) ? -1 : -2)
  const first = weekAt(firstHour.getTime(), timeZone)
  const earliest = newest === null ? last : shiftWeek(newest, 1)
  const weeks: string[] = []
  for (let week = last; week >= earliest && week >= first && weeks.length < CATCH_UP; week = shiftWeek(week, -1))
    weeks.unshift(week)
  return weeks
}

function isTimeToPublish(current: string, timeZone: string, now: Date): boolean {
  const sinceMonday = now.getTime() - weekSpan(current, timeZone).fromMs
  return sinceMonday >= 12 * HOUR_MS || hourOfDay(now.getTime(), timeZone) >= PUBLISH_HOUR
}

type Stored = { week: string; revision: number; made: boolean }

/** Makes the page of a week and its file; see {@link storeWeek}. */
async function publish(ctx: ProjectContext, week: string, replaces?: number): Promise<Stored> {
  const stored = await storeWeek(ctx, week, replaces)
  if (stored.made) await writeMarkdown(ctx, week)
  return stored
}

/**
 * Makes the page of a finished week and freezes it. Concurrent callers wait for the first and get its page. `replaces` names
 * the newest revision, to make another after it.
 * @throws conflict while the week is in progress, or when `replaces` is not the newest revision
 */
function storeWeek(ctx: ProjectContext, week: string, replaces?: number): Promise<Stored> {
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
    await lockWeeksShared(tx, projectId)
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
  await audit(tx, ctx, 'weekly.made', {
    subject: `week:${week}`,
    before: revision > 1 ? { revision: revision - 1 } : null,
    after: { revision },
  })
  await emit(tx, projectId, 'weekly.published', toEvent(report, revision), made.madeAt)
  await notifyWeek(tx, ctx, { week, revision, to: new Date(report.to) })
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

/**
 * Writes the newest page of a week to <VERITAS_MEMORY_DIR>/<project>/memory/YYYY-MM-DD.md by an atomic rename; does nothing
 * without that directory. Errors are only logged, since the page is stored in the database anyway.
 */
export async function writeMarkdown(
  ctx: ProjectContext,
  week: string,
  root = getEnv().VERITAS_MEMORY_DIR,
): Promise<void> {
  if (!root) return
  const { filename, markdown } = await loadPage(ctx, week)
  const target = path.join(root, ctx.project.slug, filename)
  const unfinished = `${target}.${ctx.requestId}.part`
  try {
    await mkdir(path.dirname(target), { recursive: true })
    await writeFile(unfinished, markdown)
    await rename(unfinished, target)
  } catch (error) {
    log.warn({ err: error, target }, 'the weekly page could not be written to disk')
  }
}

/**
 * Writes the page of a week if its file is missing, because this instance was killed before writing it or another instance made
 * the page.
 */
export async function writeMissingMarkdown(
  ctx: ProjectContext,
  week: string,
  root = getEnv().VERITAS_MEMORY_DIR,
): Promise<void> {
  if (!root) return
  const isThere = await access(path.join(root, ctx.project.slug, filenameOf(week))).then(
    () => true,
    () => false,
  )
  if (!isThere) await writeMarkdown(ctx, week, root)
}
