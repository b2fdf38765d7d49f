import {
  assignGate as assignGateContract,
  escalateGate as escalateGateContract,
  extendGate as extendGateContract,
} from '@/lib/contracts/gate-moves'
import { decideGate as decideGateContract, type GateDetail, undoGate as undoGateContract } from '@/lib/contracts/gates'
import { inTransaction } from '@/lib/db/transaction'
import type { ProjectContext } from '../context'
import { operation } from '../operation'
import { changeGate, type GateAction } from './change'
import { timeOutGates } from './deadline'
import { loadGateDetail } from './get'

/**
 * Applies one change to a gate and returns the gate afterwards. A vote after the deadline times the gate out, whether or not
 * its job has run.
 * @throws AppError with the reason of the refusal
 */
async function actOnGate(ctx: ProjectContext, gateId: string, action: GateAction): Promise<GateDetail> {
  const refused = await inTransaction(ctx, (tx) => changeGate(tx, ctx, gateId, action))
  if (refused?.refusal === 'deadline_passed' && action.kind === 'voted')
    await timeOutGates(ctx.db, [{ projectId: ctx.project.id, id: gateId }], ctx.now())
  if (refused) throw refused.error
  return loadGateDetail(ctx, gateId)
}

/** Records one vote. It is counted with the votes before it, so that a gate gets exactly one outcome. */
export const decideGate = operation(
  decideGateContract,
  (ctx, { gateId, verdict, evidenceDigest: digest, reason = '' }) =>
    actOnGate(ctx, gateId, { kind: 'voted', verdict, digest, reason }),
)

/** Assigns a gate to a person who may decide it, or clears its owner. */
export const assignGate = operation(assignGateContract, (ctx, { gateId, userId }) =>
  actOnGate(ctx, gateId, { kind: 'assigned', to: userId }),
)

/** Hands a gate to another owner or to the admins, with a reason. Decides nothing. */
export const escalateGate = operation(escalateGateContract, (ctx, { gateId, to, reason }) =>
  actOnGate(ctx, gateId, { kind: 'escalated', to, reason }),
)

/** Moves the deadline and schedules a new warning. */
export const extendGate = operation(extendGateContract, (ctx, { gateId, deadlineAt, reason }) =>
  actOnGate(ctx, gateId, { kind: 'extended', deadlineAt: Date.parse(deadlineAt), reason }),
)

/** Undoes a decision, unless something newer depends on it. */
export const undoGate = operation(undoGateContract, (ctx, { gateId, reason }) =>
  actOnGate(ctx, gateId, { kind: 'reversed', reason }),
)
