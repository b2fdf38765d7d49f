import type { GateDetail } from '@/lib/contracts/gates'
import { inTransaction, type ProjectContext } from '../context'
import { changeGate } from './change-gate'
import type { GateHappening } from './gate-change'
import { timeOutGates } from './time-out-gates'
import { toGateDetail } from './to-gate-detail'

/**
 * What who asks does with a gate, and the gate as it is then. A vote that comes after the deadline times the gate out, whether
 * or not its alarm has rung.
 * @throws AppError why it was refused
 */
export async function actOnGate(ctx: ProjectContext, gateId: string, happening: GateHappening): Promise<GateDetail> {
  const refused = await inTransaction(ctx, (tx) => changeGate(tx, ctx, gateId, happening))
  if (refused?.refusal === 'deadline_passed' && happening.kind === 'voted')
    await timeOutGates(ctx.db, [{ projectId: ctx.project.id, gateId }], ctx.now())
  if (refused) throw refused.error
  return toGateDetail(ctx, gateId)
}
