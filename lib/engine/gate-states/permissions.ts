import { applyGateEvent, latestDeadline } from './apply-gate-event'
import type { GateActor, GateFacts, GateRefusal, GateStatus } from './gate-status'

/** What people do with a gate. */
export type GateAct = 'decide' | 'extend' | 'move' | 'undo'

const REASON = 'given'

/** Why this actor may not do each of these now, null where they may: asked of the states themselves, with all that it takes. */
export function gatePermissions(
  gate: GateStatus,
  by: GateActor,
  facts: GateFacts,
): Record<GateAct, GateRefusal | null> {
  const ask = (event: Parameters<typeof applyGateEvent>[1]) => {
    const step = applyGateEvent(gate, event, facts)
    return step.ok ? null : step.refusal
  }
  return {
    decide: ask({ kind: 'voted', by, verdict: 'approved', digest: facts.digest, reason: REASON }),
    extend: ask({ kind: 'extended', by, deadlineAt: latestDeadline(gate), reason: REASON }),
    move: ask({ kind: 'assigned', by, to: null }),
    undo: ask({ kind: 'reversed', by, reason: REASON }),
  }
}
