import type { Tx } from '@/lib/db/client'
import type { Prisma } from '@/lib/db/generated/client'
import { audit } from '../audit'
import type { Context } from '../context'
import { announce } from '../live/announce'

type Json = Prisma.InputJsonValue

/**
 * Puts a change of a person's own account on record in every project they belong to: people stand outside of projects, and
 * each project has a right to know who acts in it under which name.
 */
export async function auditAccount(
  tx: Tx,
  ctx: Context,
  action: string,
  userId: string,
  before: Json | null,
  after: Json | null,
): Promise<void> {
  // In one order, so that two people's changes take the locks on the projects' chains alike.
  const memberships = await tx.membership.findMany({
    where: { userId },
    orderBy: { projectId: 'asc' },
    select: { projectId: true },
  })
  for (const { projectId } of memberships) {
    await audit(tx, { ...ctx, project: { id: projectId } }, action, `user:${userId}`, before, after)
    await announce(tx, { project: projectId, topic: 'members' })
  }
}
