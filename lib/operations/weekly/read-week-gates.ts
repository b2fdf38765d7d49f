import type { GateState } from '@/lib/contracts/gates'
import type { WeeklyReport } from '@/lib/contracts/weekly/report'
import type { Db, Tx } from '@/lib/db/client'
import type { WeekPeriod } from './week-period'

const MAX_LISTED = 100

type Row = {
  id: string
  title: string
  chain: string
  version: string
  state: GateState
  decidedBy: string | null
  openedAt: Date
  deadlineAt: Date
  decidedAt: Date | null
}

/** Gates opened and decided within a week, and those that waited as it ended, whatever became of them later. */
export async function readWeekGates(
  db: Db | Tx,
  projectId: string,
  period: WeekPeriod,
): Promise<WeeklyReport['gates']> {
  const { from, to, asOf } = period
  const rows = await db.$queryRaw<Row[]>`
    SELECT g.id, g.title, c.name AS chain, v.version, g.state, u.name AS "decidedBy",
      g.opened_at AS "openedAt", g.deadline_at AS "deadlineAt", g.decided_at AS "decidedAt"
    FROM gate g
    JOIN chain c ON c.project_id = g.project_id AND c.id = g.chain_id
    JOIN chain_version v ON v.project_id = g.project_id AND v.id = g.version_id
    LEFT JOIN "user" u ON u.id = g.decided_by_id
    WHERE g.project_id = ${projectId}::uuid AND g.opened_at < ${to}::timestamptz
      AND (g.decided_at IS NULL OR g.decided_at >= ${from}::timestamptz)
    ORDER BY coalesce(g.decided_at, g.deadline_at), g.id`
  const decided = rows.filter((gate) => gate.decidedAt !== null && gate.decidedAt < to)
  const waiting = rows.filter((gate) => gate.decidedAt === null || gate.decidedAt >= to)
  const count = (state: GateState) => decided.filter((gate) => gate.state === state).length
  return {
    opened: rows.filter(({ openedAt }) => openedAt >= from).length,
    counts: { approved: count('approved'), rejected: count('rejected'), timed_out: count('timed_out') },
    decided: decided.slice(0, MAX_LISTED).map((gate) => toView(gate, gate.decidedAt ?? gate.deadlineAt)),
    pending: waiting.length,
    overdue: waiting
      .filter(({ deadlineAt }) => deadlineAt <= asOf)
      .slice(0, MAX_LISTED)
      .map((gate) => ({ ...toView(gate, gate.deadlineAt), state: 'pending' as const, decidedBy: null })),
  }
}

function toView({ openedAt: _, deadlineAt: __, decidedAt: ___, ...gate }: Row, at: Date) {
  return { ...gate, at: at.toISOString() }
}
