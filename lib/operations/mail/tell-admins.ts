import type { Tx } from '@/lib/db/client'
import { adminIds } from '../members/admins'
import { notify } from '../notifications/notify'

/** Tells the admins in the desk that mail does not go out; who has not read it yet is not told again. */
export async function tellAdminsOfTrouble(tx: Tx, projectId: string, error: string, now: Date): Promise<void> {
  const admins = await adminIds(tx, projectId)
  const unread = await tx.notification.findMany({
    where: { projectId, userId: { in: admins }, kind: 'mail_failing', readAt: null },
    select: { userId: true },
  })
  const told = new Set(unread.map(({ userId }) => userId))
  const userIds = admins.filter((userId) => !told.has(userId))
  const text = `E-mail does not go out: ${error}`
  await notify(tx, projectId, [{ userIds, kind: 'mail_failing', text, link: '/settings/mail' }], now)
}
