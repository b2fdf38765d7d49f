import { DAY_MS, floorHour, HOUR_MS } from '@/lib/contracts/durations'
import type { Db, Tx } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { type Escalation, judgeEscalation, REFERENCE_DAYS } from '@/lib/engine/failures/judge-escalation'
import { EVERY_PROJECT } from '../every-project'
import { announce } from '../live/changes'
import { addGroupEvents } from './groups'
import { notifyEscalated } from './notify'

/** Groups of a project examined by one sweep, most recently seen first. */
const MAX_GROUPS = 2000

type Seen = { fingerprint: string; firstSeenAt: Date }
type Cell = { head: string; day: Date | null; n: number }

/** Compares each group's failures of the last 24 hours with the days before, by fingerprint. Reads the rollups twice in total. */
export async function judgeEscalations(
  db: Db | Tx,
  projectId: string,
  groups: readonly Seen[],
  now: Date,
): Promise<Map<string, Escalation & { count: number }>> {
  const heads = groups.map(({ fingerprint }) => fingerprint)
  const since = new Date(floorHour(now.getTime()) - DAY_MS + HOUR_MS)
  const end = new Date(Math.floor(since.getTime() / DAY_MS) * DAY_MS)
  const start = new Date(end.getTime() - REFERENCE_DAYS * DAY_MS)
  const cells = await db.$queryRaw<Cell[]>`
    WITH m AS MATERIALIZED (
      SELECT m.fingerprint, coalesce(m.merged_into, m.fingerprint) AS head FROM failure_group m
      WHERE m.project_id = ${projectId}::uuid AND (m.fingerprint = ANY(${heads}::text[]) OR m.merged_into = ANY(${heads}::text[])))
    SELECT m.head, NULL::timestamptz AS day, sum(r.roots + r.cascades)::int AS n FROM m JOIN rollup_failure r
      ON r.project_id = ${projectId}::uuid AND r.fingerprint = m.fingerprint AND r.hour >= ${since}::timestamptz GROUP BY 1
    UNION ALL
    SELECT m.head, r.day, sum(r.roots + r.cascades)::int FROM m JOIN rollup_group_day r
      ON r.project_id = ${projectId}::uuid AND r.fingerprint = m.fingerprint AND r.day >= ${start}::timestamptz AND r.day < ${end}::timestamptz
    GROUP BY 1, 2`
  const byHead = Map.groupBy(cells, ({ head }) => head)
  return new Map(
    groups.map(({ fingerprint, firstSeenAt }) => {
      const own = new Map(byHead.get(fingerprint)?.map(({ day, n }) => [day?.getTime() ?? null, n]))
      const days = Array.from({ length: REFERENCE_DAYS }, (_, place) => start.getTime() + place * DAY_MS)
      const former = days.filter((day) => day >= firstSeenAt.getTime()).map((day) => own.get(day) ?? 0)
      const count = own.get(null) ?? 0
      return [fingerprint, { ...judgeEscalation({ count, former }), count }]
    }),
  )
}

type Open = Seen & { isEscalating: boolean }

/**
 * Marks groups that fail more often than before as escalating in every project, and unmarks those that no longer do. Archived
 * groups are reopened if that was requested.
 */
export async function sweepEscalations(db: Db, now: Date): Promise<void> {
  const projects = await db.$queryRaw<{ id: string }[]>`
    SELECT p.project_id AS id FROM ${EVERY_PROJECT} WHERE EXISTS (
      SELECT 1 FROM failure_group g WHERE g.project_id = p.project_id AND g.last_seen_at >= ${new Date(now.getTime() - 2 * DAY_MS)}::timestamptz)
      OR EXISTS (SELECT 1 FROM failure_group g WHERE g.project_id = p.project_id AND g.escalating_at IS NOT NULL)`
  for (const { id } of projects) await sweepProject(db, id, now)
}

function sweepProject(db: Db, projectId: string, now: Date): Promise<void> {
  return inTransaction({ db }, async (tx) => {
    const groups = await tx.$queryRaw<Open[]>`
      SELECT fingerprint, first_seen_at AS "firstSeenAt", escalating_at IS NOT NULL AS "isEscalating" FROM failure_group
      WHERE project_id = ${projectId}::uuid AND merged_into IS NULL
        AND (status = 'open' OR status = 'archived' AND (until_escalating OR archived_until <= ${now}::timestamptz))
        AND (last_seen_at >= ${new Date(now.getTime() - DAY_MS)}::timestamptz OR escalating_at IS NOT NULL)
      ORDER BY last_seen_at DESC LIMIT ${MAX_GROUPS}`
    if (groups.length === 0) return
    const found = await judgeEscalations(tx, projectId, groups, now)
    const isNow = ({ fingerprint }: Seen) => found.get(fingerprint)?.state === 'escalating'
    const began = groups.filter((group) => !group.isEscalating && isNow(group)).map(({ fingerprint }) => fingerprint)
    const ended = groups.filter((group) => group.isEscalating && !isNow(group)).map(({ fingerprint }) => fingerprint)
    if (began.length + ended.length === 0) return
    const changed = await tx.$queryRaw<{ fingerprint: string }[]>`
      UPDATE failure_group SET escalating_at = CASE WHEN fingerprint = ANY(${began}::text[]) THEN ${now}::timestamptz END,
        status = 'open', until_escalating = false, archived_until = NULL
      WHERE project_id = ${projectId}::uuid AND fingerprint = ANY(${[...began, ...ended]}::text[]) AND status <> 'resolved'
        AND (escalating_at IS NULL) = (fingerprint = ANY(${began}::text[])) RETURNING fingerprint`
    const moved = changed.map(({ fingerprint }) => {
      const { count, bound } = found.get(fingerprint) ?? { count: 0, bound: null }
      return { fingerprint, count, bound, kind: began.includes(fingerprint) ? 'escalated' : 'calmed' }
    })
    await addGroupEvents(
      tx,
      projectId,
      moved.map(({ fingerprint, kind, ...detail }) => ({ fingerprint, kind, by: 'Veritas', at: now, detail })),
    )
    const escalated = moved.filter(({ kind }) => kind === 'escalated')
    await notifyEscalated(tx, projectId, escalated, now)
    await announce(tx, { project: projectId, topic: 'failures' })
  })
}
