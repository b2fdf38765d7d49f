import { applyGateEvent, latestDeadline } from './apply-gate-event'
import type { GateActor, GateFacts, GateRefusal, GateStatus } from './gate-status'

/** Actions a person can take on a gate. */
type GateAct = 'decide' | 'extend' | 'move' | 'undo'

const REASON = 'given'

/**
 * Returns why this actor may not take each action now, or null when it is allowed. Tries each event on the state machine with all required
 * input.
 */
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
