import type { DecisionView } from '@/lib/contracts/reviews'
import type { Db } from '@/lib/db/client'
import { toDecisionView } from '../../reviews/to-decision-view'

/** The decisions that touched this run, oldest first: its reviews, the gates that gave it a signal, and what took them back. */
export async function findRunDecisions(
  db: Db,
  projectId: string,
  runId: string,
  signals: readonly { decisionId: string | null }[],
): Promise<DecisionView[]> {
  const ids = signals.flatMap((signal) => (signal.decisionId ? [signal.decisionId] : []))
  const rows = await db.decision.findMany({
    where: { projectId, OR: [{ runId }, { id: { in: ids } }, { undoes: { in: ids } }] },
    orderBy: [{ decidedAt: 'asc' }, { id: 'asc' }],
  })
  const userIds = [...new Set(rows.flatMap((row) => (row.userId ? [row.userId] : [])))]
  const users =
    userIds.length > 0
      ? await db.user.findMany({ where: { id: { in: userIds } }, select: { id: true, name: true } })
      : []
  const names = new Map(users.map((user) => [user.id, user.name]))
  const undone = new Set(rows.map((row) => row.undoes))
  return rows.map((row) => toDecisionView(row, names.get(row.userId ?? '') ?? 'Veritas', undone.has(row.id)))
}
