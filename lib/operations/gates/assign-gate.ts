import { assignGate as contract } from '@/lib/contracts/gate-moves'
import { actorName, inTransaction, personOf } from '../context'
import { operation } from '../operation'
import { moveOwner } from './move-owner'
import { toGateDetail } from './to-gate-detail'

/** Gives a gate to somebody who may decide it, or to nobody. */
export const assignGate = operation(contract, async (ctx, { gateId, userId }) => {
  await inTransaction(ctx, (tx) =>
    moveOwner(tx, ctx, gateId, { kind: 'assigned', to: userId }, (title) => ({
      userIds: userId === null || userId === personOf(ctx.actor)?.userId ? [] : [userId],
      text: `${actorName(ctx.actor)} gave you a gate: ${title}`,
    })),
  )
  return toGateDetail(ctx, gateId)
})
