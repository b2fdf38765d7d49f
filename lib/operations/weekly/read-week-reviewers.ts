import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { toWeeklyShare } from './to-weekly-share'
import type { WeekPeriod } from './week-period'

type Agreement = { same: number; of: number }

// A decision that stands: nobody took it back.
const STANDS = Prisma.sql`NOT EXISTS (
  SELECT 1 FROM decision u WHERE u.project_id = d.project_id AND u.undoes = d.id
    AND (u.run_id = d.run_id OR u.gate_id = d.gate_id))`

/** Who reviewed and decided how much, and how far people agree with the desk and with each other. */
export async function readWeekReviewers(
  db: Db | Tx,
  projectId: string,
  period: WeekPeriod,
): Promise<WeeklyReport['reviewers']> {
  const withinWeek = Prisma.sql`d.project_id = ${projectId}::uuid
    AND d.decided_at >= ${period.from}::timestamptz AND d.decided_at < ${period.to}::timestamptz`
  const people = await db.$queryRaw<WeeklyReport['reviewers']['people']>`
    SELECT d.user_id AS "userId", u.name, ${counted(Prisma.sql`d.kind = 'review'`)} AS reviews,
      ${counted(Prisma.sql`d.kind = 'review' AND d.verdict = 'approve'`)} AS approved,
      ${counted(Prisma.sql`d.kind = 'review' AND d.verdict = 'reject'`)} AS rejected,
      ${counted(Prisma.sql`d.kind = 'review' AND d.verdict = 'rate'`)} AS rated,
      ${counted(Prisma.sql`d.kind IN ('gate_approved', 'gate_rejected')`)} AS gates
    FROM decision d JOIN "user" u ON u.id = d.user_id
    WHERE ${withinWeek} AND d.kind IN ('review', 'gate_approved', 'gate_rejected') AND ${STANDS}
    GROUP BY 1, 2 ORDER BY count(*) DESC, 2, 1`
  const [desk] = await db.$queryRaw<Agreement[]>`
    SELECT count(*)::int AS of,
      count(*) FILTER (WHERE (d.value >= 0.5) = (d.before->>'decision' IN ('accept', 'accept_best')))::int AS same
    FROM decision d
    WHERE ${withinWeek} AND d.kind = 'review' AND ${STANDS}
      AND d.before->>'human' IS NULL AND d.before->>'decision' <> 'insufficient_evidence'`
  const [among] = await db.$queryRaw<Agreement[]>`
    WITH reviewed AS (SELECT DISTINCT d.run_id FROM decision d WHERE ${withinWeek} AND d.kind = 'review'),
    latest AS (
      SELECT DISTINCT ON (d.run_id, d.user_id) d.run_id, d.user_id, d.value >= 0.5 AS is_good
      FROM decision d JOIN reviewed r ON r.run_id = d.run_id
      WHERE d.project_id = ${projectId}::uuid AND d.kind = 'review' AND d.decided_at < ${period.to}::timestamptz AND ${STANDS}
      ORDER BY d.run_id, d.user_id, d.decided_at DESC),
    runs AS (SELECT bool_and(is_good) OR NOT bool_or(is_good) AS is_same FROM latest GROUP BY run_id HAVING count(*) > 1)
    SELECT count(*)::int AS of, count(*) FILTER (WHERE is_same)::int AS same FROM runs`
  return {
    people,
    withDesk: toWeeklyShare(desk?.same ?? 0, desk?.of ?? 0),
    amongPeople: toWeeklyShare(among?.same ?? 0, among?.of ?? 0),
  }
}

function counted(condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`count(*) FILTER (WHERE ${condition})::int`
}
