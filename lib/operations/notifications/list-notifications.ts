import { listNotifications as contract, notificationView } from '@/lib/contracts/notifications'
import { operation } from '../operation'
import { countUnread, recipientOf } from './recipient'

/** One's own notifications in this project, newest first. */
export const listNotifications = operation(contract, async (ctx, { unread, before, limit }) => {
  const userId = recipientOf(ctx)
  const projectId = ctx.project.id
  const rows = await ctx.db.notification.findMany({
    where: { projectId, userId, ...(unread && { readAt: null }), ...(before && { id: { lt: before } }) },
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  const page = rows.slice(0, limit)
  return {
    notifications: page.map(({ id, kind, text, link, at, readAt }) => ({
      id,
      kind: notificationView.shape.kind.parse(kind),
      text,
      link,
      at: at.toISOString(),
      read: readAt !== null,
    })),
    next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    unread: await countUnread(ctx.db, projectId, userId),
  }
})
