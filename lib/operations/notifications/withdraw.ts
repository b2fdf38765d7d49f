import type { NotificationKind } from '@/lib/contracts/notifications'
import type { Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { announce } from '../live/changes'

/**
 * Takes back notices of one kind that a person has not read, found by their links, and the mails of them that are still waiting. One that
 * stands for several is taken back with the last of them.
 */
export async function withdrawNotices(
  tx: Tx,
  projectId: string,
  { userId, kind, links }: { userId: string; kind: NotificationKind; links: readonly string[] },
): Promise<void> {
  const own = Prisma.sql`n.user_id = ${userId}::uuid AND n.kind = ${kind} AND n.read_at IS NULL`
  const id = { in: await removeLinks(tx, projectId, links, own) }
  const dropped = { status: 'dropped', error: 'what it told was taken back', nextAt: null }
  await tx.mail.updateMany({ where: { projectId, id, status: 'waiting' }, data: dropped })
}

/**
 * Removes these links from notices `n`, and those of which none is left, with single ones; mails stay.
 * @returns the ids of the removed notices
 */
export async function removeLinks(
  tx: Tx,
  projectId: string,
  links: readonly string[],
  where = Prisma.sql`true`,
): Promise<string[]> {
  const gone = [...links]
  const changed = await tx.$queryRaw<{ id: string; isOver: boolean }[]>`
    UPDATE notification n SET links = coalesce((SELECT array_agg(l) FROM unnest(n.links) AS l WHERE NOT l = ANY(${gone}::text[])), '{}')
    WHERE n.project_id = ${projectId}::uuid AND ${where} AND (n.link = ANY(${gone}::text[]) OR n.links && ${gone}::text[])
    RETURNING n.id, n.links = '{}' AS "isOver"`
  const ids = changed.flatMap(({ id, isOver }) => (isOver ? id : []))
  await tx.notification.deleteMany({ where: { projectId, id: { in: ids } } })
  if (changed.length > 0) await announce(tx, { project: projectId, topic: 'notifications' })
  return ids
}
