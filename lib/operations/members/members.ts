import * as contracts from '@/lib/contracts/projects'
import { type MemberView, role } from '@/lib/contracts/projects'
import { inTransaction } from '@/lib/db/transaction'
import { audit } from '../audit'
import { notFound } from '../errors'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { assertAnotherAdmin, lockMembers } from './roles'

export const listMembers = operation(contracts.listMembers, async (ctx) => {
  const rows = await ctx.db.membership.findMany({
    where: { projectId: ctx.project.id },
    select: memberFields,
    orderBy: [{ user: { name: 'asc' } }, { userId: 'asc' }],
  })
  return { members: rows.map(toMemberView) }
})

export const updateMember = operation(contracts.updateMember, (ctx, { userId, role }) =>
  inTransaction({ db: ctx.db }, async (tx) => {
    const projectId = ctx.project.id
    await lockMembers(tx, projectId)
    // Only after the lock: otherwise two admins who each lock their own role while waiting to change the other's would deadlock.
    await ctx.assertStill?.(tx)
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

export const removeMember = operation(contracts.removeMember, (ctx, { userId }) =>
  inTransaction({ db: ctx.db }, async (tx) => {
    const projectId = ctx.project.id
    await lockMembers(tx, projectId)
    await ctx.assertStill?.(tx)
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

type Row = {
  role: string
  createdAt: Date
  user: { id: string; email: string | null; emailVerifiedAt: Date | null; name: string }
}

const memberFields = {
  role: true,
  createdAt: true,
  user: { select: { id: true, email: true, emailVerifiedAt: true, name: true } },
} as const

function toMemberView(row: Row): MemberView {
  return {
    userId: row.user.id,
    email: row.user.email,
    isEmailVerified: row.user.emailVerifiedAt !== null,
    name: row.user.name,
    role: role.parse(row.role),
    createdAt: row.createdAt.toISOString(),
  }
}
