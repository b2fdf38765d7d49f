import type { Db, Tx } from '@/lib/db/client'
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
