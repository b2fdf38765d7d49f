import { readNotifications as contract } from '@/lib/contracts/notifications'
import { inTransaction } from '../context'
import { invalidInput } from '../errors'
import { announce } from '../live/announce'
import { operation } from '../operation'
import { countUnread, recipientOf } from './recipient'

/** Marks one's own notifications as read, in every window. */
export const readNotifications = operation(contract, (ctx, { ids, upTo }) => {
  const userId = recipientOf(ctx)
  const projectId = ctx.project.id
  if (ids === undefined && upTo === undefined) throw invalidInput([{ path: 'ids', message: 'name some, or give upTo' }])
  return inTransaction(ctx, async (tx) => {
    const id = { ...(ids && { in: ids }), ...(upTo && { lte: upTo }) }
    const { count } = await tx.notification.updateMany({
      where: { projectId, userId, readAt: null, id },
      data: { readAt: ctx.now() },
    })
    if (count > 0) await announce(tx, { project: projectId, topic: 'notifications' })
    return { unread: await countUnread(tx, projectId, userId) }
  })
})
