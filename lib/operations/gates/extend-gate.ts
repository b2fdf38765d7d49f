import { extendGate as contract } from '@/lib/contracts/gate-moves'
import { warnTime } from '@/lib/engine/gate-states/deadlines'
import { audit } from '../audit'
import { inTransaction } from '../context'
import { enqueueGateAlarms } from '../jobs/enqueue-gate-alarms'
import { operation } from '../operation'
import { changeGate } from './change-gate'
import { toGateDetail } from './to-gate-detail'

/** Moves the deadline; the warning comes anew. The old alarm finds nothing due. */
export const extendGate = operation(contract, async (ctx, { gateId, reason, ...input }) => {
  const deadlineAt = new Date(input.deadlineAt)
  const warnAt = new Date(warnTime(ctx.now().getTime(), deadlineAt.getTime()))
  await inTransaction(ctx, async (tx) => {
    const change = { kind: 'extended', deadlineAt: deadlineAt.getTime(), reason } as const
    const { gate } = await changeGate(tx, ctx, gateId, change, (before) => ({
      data: { deadlineAt, warnAt, warnedAt: null },
      before: { deadlineAt: before.deadlineAt.toISOString() },
      after: { deadlineAt: deadlineAt.toISOString() },
    }))
    await enqueueGateAlarms(tx, [{ projectId: gate.projectId, gateId, warnAt, deadlineAt }])
    const before = { deadlineAt: gate.deadlineAt.toISOString() }
    await audit(tx, ctx, 'gate.extended', `gate:${gateId}`, before, { deadlineAt: deadlineAt.toISOString(), reason })
  })
  return toGateDetail(ctx, gateId)
})
