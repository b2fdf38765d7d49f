import { escalateGate as contract } from '@/lib/contracts/gate-moves'
import { actorName, inTransaction, personOf } from '../context'
import { operation } from '../operation'
import { moveOwner } from './move-owner'
import { toGateDetail } from './to-gate-detail'

/** Moves a gate to another owner or to the admins, with a reason. Nothing is decided by it. */
export const escalateGate = operation(contract, async (ctx, { gateId, to, reason }) => {
  const self = personOf(ctx.actor)?.userId
  await inTransaction(ctx, async (tx) => {
    const admins = await tx.membership.findMany({
      where: { projectId: ctx.project.id, role: 'admin', user: { disabledAt: null } },
      select: { userId: true },
    })
    const userIds = to === 'admins' ? admins.map((admin) => admin.userId) : [to]
    await moveOwner(tx, ctx, gateId, { kind: 'escalated', to, reason }, (title) => ({
      userIds: userIds.filter((userId) => userId !== self),
      text: `${actorName(ctx.actor)} escalated a gate to ${to === 'admins' ? 'the admins' : 'you'}: ${title}`,
    }))
  })
  return toGateDetail(ctx, gateId)
})
