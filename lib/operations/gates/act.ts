import {
  assignGate as assignGateContract,
  escalateGate as escalateGateContract,
  extendGate as extendGateContract,
} from '@/lib/contracts/gate-moves'
import { decideGate as decideGateContract, type GateDetail, undoGate as undoGateContract } from '@/lib/contracts/gates'
import { inTransaction } from '@/lib/db/transaction'
import type { ProjectContext } from '../context'
import { operation } from '../operation'
import { changeGate, type GateHappening } from './change'
import { timeOutGates } from './deadline'
import { loadGateDetail } from './get'

/**
 * What who asks does with a gate, and the gate as it is then. A vote that comes after the deadline times the gate out, whether
 * or not its job has run.
 * @throws AppError why it was refused
 */
async function actOnGate(ctx: ProjectContext, gateId: string, happening: GateHappening): Promise<GateDetail> {
  const refused = await inTransaction(ctx, (tx) => changeGate(tx, ctx, gateId, happening))
  if (refused?.refusal === 'deadline_passed' && happening.kind === 'voted')
    await timeOutGates(ctx.db, [{ projectId: ctx.project.id, id: gateId }], ctx.now())
  if (refused) throw refused.error
  return loadGateDetail(ctx, gateId)
}

/** A person's yes or no: one vote, counted with those before it, so that exactly one outcome stands. */
export const decideGate = operation(
  decideGateContract,
  (ctx, { gateId, verdict, evidenceDigest: digest, reason = '' }) =>
    actOnGate(ctx, gateId, { kind: 'voted', verdict, digest, reason }),
)

/** Gives a gate to somebody who may decide it, or to nobody. */
export const assignGate = operation(assignGateContract, (ctx, { gateId, userId }) =>
  actOnGate(ctx, gateId, { kind: 'assigned', to: userId }),
)

/** Moves a gate to another owner or to the admins, with a reason. Nothing is decided by it. */
export const escalateGate = operation(escalateGateContract, (ctx, { gateId, to, reason }) =>
  actOnGate(ctx, gateId, { kind: 'escalated', to, reason }),
)

/** Moves the deadline; the warning comes anew. */
export const extendGate = operation(extendGateContract, (ctx, { gateId, deadlineAt, reason }) =>
  actOnGate(ctx, gateId, { kind: 'extended', deadlineAt: Date.parse(deadlineAt), reason }),
)

/** Takes a decision back, while nothing newer stands on it. */
export const undoGate = operation(undoGateContract, (ctx, { gateId, reason }) =>
  actOnGate(ctx, gateId, { kind: 'reversed', reason }),
)
