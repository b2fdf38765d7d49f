import { roles } from '@/lib/contracts/vocabulary'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { roleHolds } from '../authorize'
import { AppError } from '../errors'

/** Serializes the membership changes of a project, so that two admins cannot remove each other. */
export async function lockMembers(tx: Tx, projectId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM project WHERE id = ${projectId}::uuid FOR NO KEY UPDATE`
}

/** @throws AppError conflict if no other enabled admin would be left. Call it under `lockMembers`. */
export async function assertAnotherAdmin(tx: Tx, projectId: string, userId: string): Promise<void> {
  const others = await tx.membership.count({
    where: { projectId, role: 'admin', userId: { not: userId }, user: { disabledAt: null } },
  })
  if (others === 0) throw new AppError('conflict', 'the last admin stays: make somebody else an admin first')
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
