import { type DecisionView, decisionView, standing } from '@/lib/contracts/reviews'
import type { Decision } from '@/lib/db/generated/client'

/** A stored decision as shown; `name` is who took it, `undone` whether a later one took it back. */
export function toDecisionView(row: Decision, name: string, undone: boolean): DecisionView {
  return {
    id: row.id,
    kind: decisionView.shape.kind.parse(row.kind),
    verdict: row.verdict,
    value: row.value,
    reason: row.reason,
    by: { id: row.userId, name },
    decidedAt: row.decidedAt.toISOString(),
    undone,
    before: standing.safeParse(row.before).data ?? null,
    after: standing.safeParse(row.after).data ?? null,
  }
}
