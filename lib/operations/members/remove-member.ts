import * as contracts from '@/lib/contracts/projects'
import { audit } from '../audit'
import { inTransaction } from '../context'
import { notFound } from '../errors'
import { announce } from '../live/announce'
import { operation } from '../operation'
import { assertAnotherAdmin, lockMembers } from './admins'

export const removeMember = operation(contracts.removeMember, (ctx, { userId }) =>
  inTransaction(ctx, async (tx) => {
    const projectId = ctx.project.id
    await lockMembers(tx, projectId)
    const key = { projectId_userId: { projectId, userId } }
    const before = await tx.membership.findUnique({ where: key, select: { role: true } })
    if (!before) throw notFound('member')
    if (before.role === 'admin') await assertAnotherAdmin(tx, projectId, userId)
    await tx.membership.delete({ where: key })
    await audit(tx, ctx, 'member.remove', `user:${userId}`, before, null)
    await announce(tx, { project: projectId, topic: 'members' })
    return { removed: true as const }
  }),
)
