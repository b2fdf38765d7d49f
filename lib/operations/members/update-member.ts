import * as contracts from '@/lib/contracts/projects'
import { audit } from '../audit'
import { inTransaction } from '../context'
import { notFound } from '../errors'
import { announce } from '../live/announce'
import { operation } from '../operation'
import { assertAnotherAdmin, lockMembers } from './admins'
import { memberFields, toMemberView } from './to-member-view'

export const updateMember = operation(contracts.updateMember, (ctx, { userId, role }) =>
  inTransaction(ctx, async (tx) => {
    const projectId = ctx.project.id
    await lockMembers(tx, projectId)
    const where = { projectId_userId: { projectId, userId } }
    const before = await tx.membership.findUnique({ where, select: { role: true } })
    if (!before) throw notFound('member')
    if (before.role === 'admin' && role !== 'admin') await assertAnotherAdmin(tx, projectId, userId)
    const after = await tx.membership.update({ where, data: { role }, select: memberFields })
    await audit(tx, ctx, 'member.change', `user:${userId}`, before, { role })
    await announce(tx, { project: projectId, topic: 'members' })
    return { member: toMemberView(after) }
  }),
)
