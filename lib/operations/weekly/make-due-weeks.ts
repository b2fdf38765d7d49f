import { v7 as uuid } from 'uuid'
import type { Db } from '@/lib/db/client'
import { shiftWeek, weekAt, weekSpan } from '@/lib/engine/weekly/iso-week'
import { hourOfDay } from '@/lib/engine/weekly/zone-time'
import type { ProjectContext, ProjectRef } from '../context'
import { processEach } from '../work/process-each'
import { writeMemory, writeMissingMemory } from './memory-file'
import { storeWeek } from './store-week'

/** Runs of Sunday night have until then to arrive. */
const PUBLISH_HOUR = 6
/** How many weeks are made up for after the desk was down. */
const CATCH_UP = 12
const HOUR_MS = 3_600_000

type Candidate = ProjectRef & { timeZone: string; newest: string | null; firstHour: Date }

/**
 * Makes the pages that are due in every project: from Monday 06:00 of its zone that of the week before, and those missed
 * since its newest page, each project on its own. Returns how many were made. Safe to repeat and to run twice at once.
 */
export async function makeDueWeeks(db: Db, now: Date): Promise<number> {
  const projects = await db.$queryRaw<Candidate[]>`
    SELECT p.id, p.slug, p.name, p.time_zone AS "timeZone", f.hour AS "firstHour",
      (SELECT w.week FROM weekly_review w WHERE w.project_id = p.id ORDER BY w.week DESC LIMIT 1) AS newest
    FROM project p CROSS JOIN LATERAL (
      SELECT r.hour FROM rollup_hour r WHERE r.project_id = p.id AND r.runs > 0 ORDER BY r.hour LIMIT 1) f`
  const items = projects.map((project) => ({ ...project, projectId: project.id }))
  let made = 0
  await processEach({ db, kind: 'weekly', now }, items, async (project) => {
    const ctx = contextOf(db, project, now)
    if (project.newest !== null) await writeMissingMemory(ctx, project.newest)
    for (const week of dueWeeks(project, now)) if (await publish(ctx, week)) made++
  })
  return made
}

/** The weeks of a project that are over and have no page, oldest first: never one from before its first run. */
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

function contextOf(db: Db, { id, slug, name }: Candidate, now: Date): ProjectContext {
  const project = { id, slug, name }
  const actor = { kind: 'system', name: 'Weekly review', project } as const
  return { actor, db, now: () => now, requestId: uuid(), project, role: null }
}

async function publish(ctx: ProjectContext, week: string): Promise<boolean> {
  const { made } = await storeWeek(ctx, week)
  if (made) await writeMemory(ctx, week)
  return made
}
