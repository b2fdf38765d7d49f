import { type GateEventView, gateEvent } from '@/lib/contracts/gate-people'
import type { GateEvent } from '@/lib/db/generated/client'

/** A gate's event as readers see it. */
export function toEventView({ before, after, at, ...row }: GateEvent): GateEventView {
  return gateEvent.parse({
    id: row.id,
    kind: row.kind,
    by: row.by,
    at: at.toISOString(),
    reason: row.reason,
    verdict: row.verdict,
    deadline: row.kind === 'extended' ? change(before, after, 'deadlineAt') : null,
    owner: row.kind === 'assigned' || row.kind === 'escalated' ? change(before, after, 'owner') : null,
  })
}

function change(before: unknown, after: unknown, key: string) {
  return { before: textOf(before, key), after: textOf(after, key) }
}

function textOf(side: unknown, key: string): string | null {
  const value = typeof side === 'object' && side !== null ? Reflect.get(side, key) : null
  return typeof value === 'string' ? value : null
}
