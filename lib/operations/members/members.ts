import * as contracts from '@/lib/contracts/projects'
import { type MemberView, role } from '@/lib/contracts/projects'
import { roles } from '@/lib/contracts/vocabulary'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { audit, auditAll } from '../audit'
import { roleHolds } from '../authorize'
import { type Context, type ProjectContext, personOf } from '../context'
import { AppError, notFound } from '../errors'
import { announce } from '../live/changes'
import { notify } from '../notifications/notify'
import { operation } from '../operation'

export const updateMember = operation(contracts.updateMember, (ctx, { userId, role }) =>
  inTransaction({ db: ctx.db }, async (tx) => {
    const projectId = ctx.project.id
    if (role !== 'admin') await closeInvitations(tx, ctx, { invitedById: userId })
    await lockProject(tx, projectId)
    // Only after the lock: otherwise two admins who each lock their own role while waiting to change the other's would deadlock.
    await ctx.assertStill?.(tx)
    const where = { projectId_userId: { projectId, userId } }
    const before = await tx.membership.findUnique({ where, select: { role: true } })
    if (!before) throw notFound('member')
    if (before.role === 'admin' && role !== 'admin') await assertAnotherAdmin(tx, projectId, userId)
    const after = await tx.membership.update({ where, data: { role }, select: memberFields })
    if (role !== before.role && !roleHolds(role, 'decide'))
      await notifyUnassignedGates(tx, projectId, userId, 'can no longer decide', ctx.now())
    await audit(tx, ctx, 'member.change', { subject: `user:${userId}`, before, after: { role } })
    await announce(tx, { project: projectId, topic: 'members' })
    return { member: toMemberView(after, ctx) }
  }),
)

/** Has the pages that a person has open in any project ask again which projects they have. */
export async function announceProjects(tx: Tx, userId: string): Promise<void> {
  const memberships = await tx.membership.findMany({ where: { userId }, select: { projectId: true } })
  await announce(tx, ...memberships.map(({ projectId }) => ({ project: projectId, topic: 'account' as const })))
}

export const removeMember = operation(contracts.removeMember, (ctx, { userId }) =>
  inTransaction({ db: ctx.db }, async (tx) => {
    const projectId = ctx.project.id
    // A link that the person has not used would let them in again, and those they made would work again once they are back.
    const person = await tx.user.findUnique({ where: { id: userId }, select: { email: true } })
    const own = person?.email ? [{ email: person.email }] : []
    await closeInvitations(tx, ctx, { invitedById: userId }, ...own)
    await lockProject(tx, projectId)
    await ctx.assertStill?.(tx)
    const key = { projectId_userId: { projectId, userId } }
    const before = await tx.membership.findUnique({ where: key, select: { role: true } })
    if (!before) throw notFound('member')
    if (before.role === 'admin') await assertAnotherAdmin(tx, projectId, userId)
    await endMembership(tx, projectId, userId, ctx.now())
    await audit(tx, ctx, 'member.remove', { subject: `user:${userId}`, before })
    await announce(tx, { project: projectId, topic: 'members' }, { project: projectId, topic: 'connections' })
    await announceProjects(tx, userId)
    return { removed: true as const }
  }),
)

type Invitations = { id: string } | { email: string } | { invitedById: string }

/**
 * Revokes the matching unanswered invitations of the project, audited. Resolves to how many. Called before {@link lockProject}: who accepts
 * one locks it first.
 */
export async function closeInvitations(tx: Tx, ctx: ProjectContext, ...which: Invitations[]): Promise<number> {
  const closed = await tx.invitation.updateManyAndReturn({
    where: {
      projectId: ctx.project.id,
      OR: which,
      acceptedAt: null,
      declinedAt: null,
      revokedAt: null,
      expiresAt: { gt: ctx.now() },
    },
    data: { revokedAt: ctx.now() },
    select: { id: true, role: true },
  })
  const entries = closed.map(({ id, role }) => ({ subject: `invitation:${id}`, before: { role }, after: null }))
  await auditAll(tx, ctx, 'member.invite_revoked', entries)
  if (closed.length > 0) await announce(tx, { project: ctx.project.id, topic: 'members' })
  return closed.length
}

/**
 * Removes a person from a project and ends the apps they connected, which must not work again when the person is invited again. Their gates
 * and kinds of failure are unassigned then, and the admins are notified.
 */
export async function endMembership(tx: Tx, projectId: string, userId: string, now: Date): Promise<void> {
  await tx.membership.deleteMany({ where: { projectId, userId } })
  const failures = await tx.failureGroup.updateMany({ where: { projectId, ownerId: userId }, data: { ownerId: null } })
  if (failures.count > 0) {
    const text =
      failures.count === 1
        ? 'A kind of failure needs an owner: the last one has left'
        : `${failures.count} kinds of failure need an owner: the last one has left`
    const link = '/failures?owner=none'
    await notify(tx, projectId, [{ userIds: await adminIds(tx, projectId), kind: 'failure_assigned', text, link }], now)
    await announce(tx, { project: projectId, topic: 'failures' })
  }
  await notifyUnassignedGates(tx, projectId, userId, 'has left', now)
  await tx.oauthGrant.updateMany({ where: { projectId, userId, revokedAt: null }, data: { revokedAt: now } })
}

/**
 * Keeps a person a member until the transaction ends. Called before work is given to them, ahead of the locks of that work: who is removed
 * at this moment is then gone before, or the work is among what they leave.
 */
export async function holdMember(tx: Tx, projectId: string, userId: string | null): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM membership WHERE project_id = ${projectId}::uuid AND user_id::text = ${userId} FOR SHARE`
}

/** Tells the admins which pending gates have no owner any more. `why` completes "the last one". */
async function notifyUnassignedGates(
  tx: Tx,
  projectId: string,
  ownerId: string,
  why: string,
  now: Date,
): Promise<void> {
  const gates = await tx.gate.findMany({
    where: { projectId, ownerId, state: 'pending' },
    select: { id: true, title: true },
    orderBy: { deadlineAt: 'asc' },
  })
  const [first] = gates
  if (!first) return
  const isOne = gates.length === 1
  const text = isOne
    ? `Needs an owner: ${first.title} (the last one ${why})`
    : `${gates.length} gates need an owner: the last one ${why}`
  const link = isOne ? `/gates/${first.id}` : '/gates?state=pending'
  await notify(tx, projectId, [{ userIds: await adminIds(tx, projectId), kind: 'gate_assigned', text, link }], now)
  await announce(tx, { project: projectId, topic: 'gates' })
}

export type MemberRow = {
  role: string
  createdAt: Date
  user: { id: string; email: string | null; emailVerifiedAt: Date | null; name: string }
}

const memberFields = {
  role: true,
  createdAt: true,
  user: { select: { id: true, email: true, emailVerifiedAt: true, name: true } },
} as const

export function toMemberView(row: MemberRow, { actor }: Context): MemberView {
  return {
    userId: row.user.id,
    email: row.user.email,
    isEmailVerified: row.user.emailVerifiedAt !== null,
    name: row.user.name,
    isYou: personOf(actor)?.userId === row.user.id,
    role: role.parse(row.role),
    createdAt: row.createdAt.toISOString(),
  }
}

/** Serializes changes of a project's settings and members, so that two admins cannot remove each other. */
export async function lockProject(tx: Tx, projectId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM project WHERE id = ${projectId}::uuid FOR NO KEY UPDATE`
}

/** @throws AppError conflict if no other enabled admin would be left. Call it under `lockProject`. */
export async function assertAnotherAdmin(tx: Tx, projectId: string, userId: string): Promise<void> {
  if (!(await hasOtherAdmin(tx, projectId, userId)))
    throw new AppError('conflict', 'the last admin stays: make somebody else an admin first')
}

/** Whether the project has an enabled admin other than this person. */
export async function hasOtherAdmin(tx: Tx, projectId: string, userId: string): Promise<boolean> {
  return (await adminIds(tx, projectId)).some((id) => id !== userId)
}

/** Returns the enabled admins of a project. */
export async function adminIds(db: Db | Tx, projectId: string): Promise<string[]> {
  const admins = await db.membership.findMany({
    where: { projectId, role: 'admin', user: { disabledAt: null } },
    select: { userId: true },
  })
  return admins.map(({ userId }) => userId)
}

/** The roles whose people may decide. */
export const DECIDING_ROLES = roles.filter((role) => roleHolds(role, 'decide'))

/** Condition: the person in this column is an enabled reviewer or admin of the project. False for null. */
export function isDecider(projectId: string, person: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT 1 FROM membership m JOIN "user" w ON w.id = m.user_id
    WHERE m.project_id = ${projectId}::uuid AND m.user_id = ${person} AND m.role = ANY(${DECIDING_ROLES}::text[]) AND w.disabled_at IS NULL)`
}

/** Returns the ids of the enabled reviewers and admins of a project. */
export async function listDeciderIds(db: Db | Tx, projectId: string): Promise<string[]> {
  const members = await db.membership.findMany({
    where: { projectId, role: { in: DECIDING_ROLES }, user: { disabledAt: null } },
    select: { userId: true },
  })
  return members.map(({ userId }) => userId)
}
