import type { GateState } from '@/lib/contracts/gates'
import { ACCEPT_THRESHOLD, REJECT_BELOW } from '@/lib/contracts/thresholds'
import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { ENOUGH_UNITS, krippendorffAlpha } from '@/lib/engine/stats/agreement'
import { independentOf, PACE, reviewStands, selectFirstVerdicts } from '../runs/human-verdict'
import { isUndone } from '../versions/serving'
import { toWeeklyShare } from './chains'
import type { WeekPeriod } from './period'

const MAX_LISTED = 100

type Row = {
  id: string
  title: string
  chain: string
  version: string
  state: GateState
  undone: boolean
  decidedBy: string | null
  openedAt: Date
  deadlineAt: Date
  decidedAt: Date | null
}

/** Gates opened and decided within a week, and those pending at its end, whatever happened to them later. */
export async function loadWeekGates(
  db: Db | Tx,
  projectId: string,
  period: WeekPeriod,
): Promise<WeeklyReport['gates']> {
  const { from, to, asOf } = period
  const rows = await db.$queryRaw<Row[]>`
    SELECT g.id, g.title, c.name AS chain, v.version, g.state, u.name AS "decidedBy",
      ${isUndone(projectId, to)} AS undone,
      g.opened_at AS "openedAt", g.deadline_at AS "deadlineAt", g.decided_at AS "decidedAt"
    FROM gate g
    JOIN chain c ON c.project_id = g.project_id AND c.id = g.chain_id
    JOIN chain_version v ON v.project_id = g.project_id AND v.id = g.version_id
    LEFT JOIN "user" u ON u.id = g.decided_by_id
    WHERE g.project_id = ${projectId}::uuid AND g.opened_at < ${to}::timestamptz
      AND (g.decided_at IS NULL OR g.decided_at >= ${from}::timestamptz)
    ORDER BY coalesce(g.decided_at, g.deadline_at), g.id`
  const decided = rows.filter((gate) => gate.decidedAt !== null && gate.decidedAt < to)
  const pending = rows.filter((gate) => gate.decidedAt === null || gate.decidedAt >= to)
  const overdue = pending.filter(({ deadlineAt }) => deadlineAt <= asOf)
  const undecided = (gates: Row[]) =>
    gates
      .slice(0, MAX_LISTED)
      .map((gate) => ({ ...toView(gate, gate.deadlineAt), state: 'pending' as const, decidedBy: null, undone: false }))
  const count = (state: GateState) => decided.filter((gate) => gate.state === state && !gate.undone).length
  return {
    opened: rows.filter(({ openedAt }) => openedAt >= from).length,
    counts: {
      approved: count('approved'),
      rejected: count('rejected'),
      timed_out: count('timed_out'),
      undone: decided.filter(({ undone }) => undone).length,
    },
    decided: decided.slice(0, MAX_LISTED).map((gate) => toView(gate, gate.decidedAt ?? gate.deadlineAt)),
    pending: pending.length,
    overdue: undecided(overdue),
    allOverdue: overdue.length,
    waiting: undecided(pending.filter(({ deadlineAt }) => deadlineAt > asOf)),
  }
}

function toView({ openedAt: _, deadlineAt: __, decidedAt: ___, ...gate }: Row, at: Date) {
  return { ...gate, at: at.toISOString() }
}

type Agreement = { same: number; of: number }

/** Condition that the decision `d` on a gate was not undone. */
const isNotUndone = (projectId: string) => Prisma.sql`NOT EXISTS (
  SELECT 1 FROM decision u WHERE u.project_id = ${projectId}::uuid AND u.undoes = d.id AND u.gate_id = d.gate_id)`

/**
 * Verdicts and decisions per person that stood at the end of the week, and how far people agree with the automatic decisions and with
 * each other. A verdict that the same person replaced or took back is none. The first verdict that stands on a run is compared with what
 * the desk had decided before anyone spoke; it has no opinion on a run that it escalates, and a rating between approval and rejection
 * agrees with none.
 */
export async function loadWeekReviewers(
  db: Db | Tx,
  projectId: string,
  period: WeekPeriod,
): Promise<WeeklyReport['reviewers']> {
  const withinWeek = Prisma.sql`d.project_id = ${projectId}::uuid
    AND d.decided_at >= ${period.from}::timestamptz AND d.decided_at < ${period.to}::timestamptz`
  const stands = reviewStands(projectId, period.to)
  const people = await db.$queryRaw<Omit<WeeklyReport['reviewers']['people'][number], 'secondsEach'>[]>`
    SELECT d.user_id AS "userId", u.name, ${counted(Prisma.sql`d.kind = 'review'`)} AS reviews,
      ${counted(Prisma.sql`d.kind = 'review' AND d.verdict = 'approve'`)} AS approved,
      ${counted(Prisma.sql`d.kind = 'review' AND d.verdict = 'reject'`)} AS rejected,
      ${counted(Prisma.sql`d.kind = 'review' AND d.verdict = 'rate'`)} AS rated,
      ${counted(Prisma.sql`d.kind IN ('gate_approved', 'gate_rejected')`)} AS gates
    FROM decision d JOIN "user" u ON u.id = d.user_id
    WHERE ${withinWeek} AND ((d.kind = 'review' AND ${stands})
      OR (d.kind IN ('gate_approved', 'gate_rejected') AND ${isNotUndone(projectId)}))
    GROUP BY 1, 2 ORDER BY count(*) DESC, 2, 1`
  const [desk] = await db.$queryRaw<Agreement[]>`
    WITH first AS (
      SELECT DISTINCT ON (f.run_id) f.* FROM (${selectFirstVerdicts(projectId, { where: reviewedWithin(withinWeek), before: period.to })}) f
      ORDER BY f.run_id, f.decided_at, f.id)
    SELECT count(*)::int AS of,
      count(*) FILTER (WHERE (f.value >= ${REJECT_BELOW}) = (b.decision IN ('accept', 'accept_best')))::int AS same
    FROM first f CROSS JOIN LATERAL (
      SELECT b.before->>'decision' AS decision FROM decision b
      WHERE b.project_id = ${projectId}::uuid AND b.run_id = f.run_id AND b.kind = 'review' AND b.before->>'human' IS NULL
        AND (b.decided_at, b.id) <= (f.decided_at, f.id)
      ORDER BY b.decided_at DESC, b.id DESC LIMIT 1) b
    WHERE f.decided_at >= ${period.from}::timestamptz AND b.decision NOT IN ('insufficient_evidence', 'escalate')
      AND (f.value < ${REJECT_BELOW} OR f.value >= ${ACCEPT_THRESHOLD})`
  const judged = await listJudgedTwice(db, projectId, period, withinWeek)
  const same = judged.filter((values) => new Set(values.map((value) => value >= REJECT_BELOW)).size === 1)
  const { units: runs, alpha, interval } = krippendorffAlpha(judged)
  const pace = await loadPace(db, withinWeek)
  return {
    people: people.map((person) => ({ ...person, secondsEach: pace.get(person.userId) ?? null })),
    withDesk: toWeeklyShare(desk?.same ?? 0, desk?.of ?? 0),
    amongPeople: toWeeklyShare(same.length, judged.length),
    agreement: { runs, needed: ENOUGH_UNITS, alpha, interval },
    load: await loadReviewLoad(db, projectId, period),
  }
}

/** Condition that the run of the decision `d` was reviewed within the week. */
const reviewedWithin = (withinWeek: Prisma.Sql) =>
  Prisma.sql`d.run_id IN (SELECT d.run_id FROM decision d WHERE ${withinWeek} AND d.kind = 'review')`

/** The first verdicts of the people who independently judged a run reviewed within the week, by run, as on the page of agreement. */
async function listJudgedTwice(
  db: Db | Tx,
  projectId: string,
  { to }: WeekPeriod,
  withinWeek: Prisma.Sql,
): Promise<number[][]> {
  const rows = await db.$queryRaw<{ runId: string; value: number; isBlind: boolean }[]>`
    SELECT f.run_id AS "runId", f.value, f.is_blind AS "isBlind"
    FROM (${selectFirstVerdicts(projectId, { where: reviewedWithin(withinWeek), before: to })}) f ORDER BY f.run_id, f.decided_at, f.id`
  return [...Map.groupBy(rows, ({ runId }) => runId).values()]
    .map((verdicts) => independentOf(verdicts).map(({ value }) => value))
    .filter((values) => values.length > 1)
}

/** By person, the median time in s between consecutive reviews. */
async function loadPace(db: Db | Tx, withinWeek: Prisma.Sql): Promise<Map<string, number>> {
  const rows = await db.$queryRaw<{ userId: string; seconds: number }[]>`
    SELECT user_id AS "userId", percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds)::float8 AS seconds FROM (
      SELECT d.user_id, extract(epoch FROM d.decided_at - lag(d.decided_at) OVER (PARTITION BY d.user_id ORDER BY d.decided_at, d.id)) AS seconds
      FROM decision d WHERE ${withinWeek} AND d.kind = 'review' AND d.user_id IS NOT NULL) gaps
    WHERE seconds BETWEEN ${PACE.shortestS} AND ${PACE.longestS} GROUP BY 1 HAVING count(*) >= ${PACE.from}`
  return new Map(rows.map(({ userId, seconds }) => [userId, seconds]))
}

/** Review queue when the page is made, and results of the week's random audit. */
async function loadReviewLoad(
  db: Db | Tx,
  projectId: string,
  { from, to }: WeekPeriod,
): Promise<NonNullable<WeeklyReport['reviewers']['load']>> {
  const [waiting] = await db.$queryRaw<{ waiting: number; oldestAt: Date | null; disputed: number }[]>`
    SELECT count(*)::int AS waiting, min(queued_at) AS "oldestAt", count(*) FILTER (WHERE 'disputed' = ANY(reasons))::int AS disputed
    FROM review_item WHERE project_id = ${projectId}::uuid AND state = 'waiting' AND queued_at < ${to}::timestamptz`
  const [audit] = await db.$queryRaw<{ drawn: number; answered: number }[]>`
    SELECT count(*)::int AS drawn, count(*) FILTER (WHERE state = 'done' OR cardinality(said_by) > 0)::int AS answered
    FROM review_item WHERE project_id = ${projectId}::uuid AND probability IS NOT NULL
      AND queued_at >= ${from}::timestamptz AND queued_at < ${to}::timestamptz`
  return {
    waiting: waiting?.waiting ?? 0,
    oldestAt: waiting?.oldestAt?.toISOString() ?? null,
    disputed: waiting?.disputed ?? 0,
    drawn: audit?.drawn ?? 0,
    answered: audit?.answered ?? 0,
  }
}

function counted(condition: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`count(*) FILTER (WHERE ${condition})::int`
}
