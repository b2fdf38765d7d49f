import { DAY_MS, HOUR_MS } from '@/lib/contracts/durations'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { COUNT_TABLES, findWrong, rebuild, type TimeSpan, type WrongCount } from './recount'

/** The result of checking one project's counts. `since`: runs before it were removed by retention, so their counts cannot be recounted. */
export type CheckedCounts = { since: Date | null; days: number; wrong: WrongCount[]; rebuilt: number }

/**
 * Recounts every day of a project and compares: hours with their runs as far as those still exist, days with their hours, and failure
 * groups with the hours. `repairs`: days with a wrong count are replaced by the recount; what cannot be recounted stays as it is.
 */
export async function checkCounts(
  db: Db,
  projectId: string,
  { repairs }: { repairs: boolean },
): Promise<CheckedCounts> {
  const policy = await db.dataPolicy.findUnique({ where: { projectId }, select: { runsFrom: true } })
  const since = policy?.runsFrom ? new Date(Math.ceil(policy.runsFrom.getTime() / HOUR_MS) * HOUR_MS) : null
  const checked: CheckedCounts = { since, days: 0, wrong: [], rebuilt: 0 }
  for (const day of await listDays(db, projectId)) {
    const wrong = await checkDay(db, { projectId, day, since })
    checked.days++
    checked.wrong.push(...wrong)
    if (wrong.length === 0 || !repairs) continue
    await inTransaction({ db }, (tx) => rebuildDay(tx, { projectId, day, since }))
    checked.rebuilt++
  }
  const groups = await findWrongGroups(db, projectId)
  checked.wrong.push(...groups)
  if (groups.length > 0 && repairs) await inTransaction({ db }, (tx) => rebuildGroups(tx, projectId))
  const firsts = await findWrongFirstHours(db, projectId)
  checked.wrong.push(...firsts)
  if (firsts.length > 0 && repairs) await inTransaction({ db }, (tx) => rebuildFirstHours(tx, projectId))
  return checked
}

type Day = { projectId: string; day: Date; since: Date | null }

/** Returns the days that have runs or counts. */
async function listDays(db: Db, projectId: string): Promise<Date[]> {
  const rows = await db.$queryRaw<{ day: Date }[]>`
    SELECT date_trunc('day', occurred_at, 'UTC') AS day FROM run_summary WHERE project_id = ${projectId}::uuid GROUP BY 1
    UNION SELECT day FROM rollup_day WHERE project_id = ${projectId}::uuid
    UNION SELECT day FROM rollup_project_day WHERE project_id = ${projectId}::uuid
    UNION SELECT day FROM rollup_failure_day WHERE project_id = ${projectId}::uuid
    UNION SELECT day FROM rollup_group_day WHERE project_id = ${projectId}::uuid
    UNION SELECT date_trunc('day', hour, 'UTC') FROM rollup_hour WHERE project_id = ${projectId}::uuid
    UNION SELECT date_trunc('day', hour, 'UTC') FROM rollup_project_hour WHERE project_id = ${projectId}::uuid
    UNION SELECT date_trunc('day', hour, 'UTC') FROM rollup_unit WHERE project_id = ${projectId}::uuid
    UNION SELECT date_trunc('day', hour, 'UTC') FROM rollup_failure WHERE project_id = ${projectId}::uuid ORDER BY 1`
  return rows.map(({ day }) => day)
}

/** Returns the recountable part of a day: for hours only those whose runs still exist, for days all. */
function timeSpansOf({ projectId, day, since }: Day): Record<'hour' | 'day', TimeSpan> {
  const to = new Date(day.getTime() + DAY_MS)
  const from = since !== null && since > day ? new Date(Math.min(since.getTime(), to.getTime())) : day
  return { hour: { projectId, from, to }, day: { projectId, from: day, to } }
}

async function checkDay(db: Db, day: Day): Promise<WrongCount[]> {
  const spans = timeSpansOf(day)
  const wrong: WrongCount[] = []
  for (const table of COUNT_TABLES) wrong.push(...(await findWrong(db, table, spans[table.time])))
  return wrong
}

/** Locks the count tables: concurrent writers wait and then add to the rebuilt counts. Readers see either state. */
async function rebuildDay(tx: Tx, day: Day): Promise<void> {
  await tx.$executeRaw`
    LOCK TABLE rollup_failure, rollup_failure_day, rollup_group_day, rollup_hour, rollup_day, rollup_project_hour, rollup_project_day, rollup_unit
    IN SHARE ROW EXCLUSIVE MODE`
  const spans = timeSpansOf(day)
  for (const table of COUNT_TABLES) await rebuild(tx, table, spans[table.time])
}

/** Compares failure groups with the sums of their hours, which include removed runs. */
async function findWrongGroups(db: Db, projectId: string): Promise<WrongCount[]> {
  const rows = await db.$queryRaw<{ at: Date; wrong: string }[]>`
    SELECT g.last_seen_at AS at, 'group ' || g.fingerprint AS wrong FROM failure_group g LEFT JOIN (
      SELECT fingerprint, sum(roots) AS roots, sum(cascades) AS cascades FROM rollup_failure WHERE project_id = ${projectId}::uuid GROUP BY 1
    ) c ON c.fingerprint = g.fingerprint
    WHERE g.project_id = ${projectId}::uuid AND (g.roots <> coalesce(c.roots, 0) OR g.cascades <> coalesce(c.cascades, 0))`
  return rows.map((row) => ({ table: 'failure_group', ...row }))
}

async function rebuildGroups(tx: Tx, projectId: string): Promise<void> {
  await tx.$executeRaw`LOCK TABLE rollup_failure, rollup_failure_day IN SHARE ROW EXCLUSIVE MODE`
  await tx.$executeRaw`
    UPDATE failure_group g SET roots = coalesce(c.roots, 0), cascades = coalesce(c.cascades, 0)
    FROM failure_group h LEFT JOIN (
      SELECT fingerprint, sum(roots)::int AS roots, sum(cascades)::int AS cascades FROM rollup_failure WHERE project_id = ${projectId}::uuid GROUP BY 1
    ) c ON c.fingerprint = h.fingerprint
    WHERE g.project_id = ${projectId}::uuid AND h.project_id = g.project_id AND h.fingerprint = g.fingerprint
      AND (g.roots <> coalesce(c.roots, 0) OR g.cascades <> coalesce(c.cascades, 0))`
}

const firstHours = (projectId: string) => Prisma.sql`
  SELECT v.id, v.first_hour, f.hour FROM chain_version v LEFT JOIN (
    SELECT version_id, min(hour) AS hour FROM rollup_hour WHERE project_id = ${projectId}::uuid AND runs > 0 GROUP BY 1) f ON f.version_id = v.id
  WHERE v.project_id = ${projectId}::uuid AND v.first_hour IS DISTINCT FROM f.hour`

/** Compares the first hour of each version with its counts. */
async function findWrongFirstHours(db: Db, projectId: string): Promise<WrongCount[]> {
  const rows = await db.$queryRaw<{ at: Date; wrong: string }[]>`
    SELECT coalesce(hour, first_hour) AS at, 'first hour of ' || id AS wrong FROM (${firstHours(projectId)}) w`
  return rows.map((row) => ({ table: 'chain_version', ...row }))
}

async function rebuildFirstHours(tx: Tx, projectId: string): Promise<void> {
  await tx.$executeRaw`LOCK TABLE rollup_hour IN SHARE ROW EXCLUSIVE MODE`
  await tx.$executeRaw`
    UPDATE chain_version v SET first_hour = w.hour FROM (${firstHours(projectId)}) w
    WHERE v.project_id = ${projectId}::uuid AND v.id = w.id`
}
