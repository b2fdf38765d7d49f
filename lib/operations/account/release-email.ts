import type { Tx } from '@/lib/db/client'
import { audit } from '../audit'
import { announce } from '../live/announce'

type Holder = { id: string; emailVerifiedAt: Date | null; disabledAt: Date | null }

/** Whether an account may be made to give its address up: nobody ever proved it, and nobody has shut the account. */
export function isReleasable(holder: Holder): boolean {
  return holder.emailVerifiedAt === null && holder.disabledAt === null
}

/**
 * Takes the address from an account that never proved it, for the one who has. Without an address nobody signs in, so the
 * account is disabled; who gets the address gets nothing else of it. On record, as the desk's own doing, in each of its projects.
 */
export async function releaseEmail(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { email: null, disabledAt: now } })
  const where = { userId }
  const memberships = await tx.membership.findMany({ where, orderBy: { projectId: 'asc' }, select: { project: true } })
  for (const { project } of memberships) {
    const recorder = { actor: { kind: 'system', name: 'Invitations', project }, project, now: () => now } as const
    await audit(tx, recorder, 'account.address_lost', `user:${userId}`, null, { disabled: true })
    await announce(tx, { project: project.id, topic: 'members' })
  }
}
