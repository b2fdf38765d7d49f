import {
  listNotifications as listNotificationsContract,
  notificationView,
  readNotifications as readNotificationsContract,
} from '@/lib/contracts/notifications'
import type { Db, Tx } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { formatPlural } from '@/lib/presentation/format/number'
import { findBlindSubjects, NOTHING_BLIND } from '../blind-reviews/find'
import { type ProjectContext, personOf } from '../context'
import { AppError, invalidInput } from '../errors'
import { announce } from '../live/changes'
import { operation } from '../operation'
import { coverNotice, mayQuote } from './notify'
import { countWaiting, GATE_LINK } from './still-waiting'

/** Lists the caller's notifications in this project, newest first. */
export const listNotifications = operation(listNotificationsContract, async (ctx, { unread, before, limit }) => {
  const userId = recipientOf(ctx)
  const projectId = ctx.project.id
  const rows = await ctx.db.notification.findMany({
    where: { projectId, userId, ...(unread && { readAt: null }), ...(before && { id: { lt: before } }) },
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  const page = rows.slice(0, limit)
  const joined = await countJoined(
    ctx,
    page.map((row) => row.link),
  )
  const left = await countWaiting(ctx.db, projectId, userId, page)
  const blind = page.some(mayQuote) ? await findBlindSubjects(ctx) : NOTHING_BLIND
  return {
    notifications: page.map((row) => ({
      id: row.id,
      kind: notificationView.shape.kind.parse(row.kind),
      text: `${row.kind === 'gate_opened' ? `${row.text}${joined(row.link)}` : coverNotice(row, blind)}${left(row)}`,
      link: row.link,
      at: row.at.toISOString(),
      read: row.readAt !== null,
    })),
    next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    unread: await countUnread(ctx.db, projectId, userId),
  }
})

/** Returns a text for the runs that joined the gates of these links since they opened: a gate collects further runs that fail alike. */
async function countJoined({ db, project }: ProjectContext, links: readonly string[]) {
  const gateIds = links.flatMap((link) => GATE_LINK.exec(link)?.[1] ?? [])
  const counts = await db.gateRun.groupBy({
    by: ['gateId'],
    where: { projectId: project.id, gateId: { in: gateIds } },
    _count: true,
  })
  const of = new Map(counts.map(({ gateId, _count }) => [`/gates/${gateId}`, _count]))
  return (link: string) => {
    const count = of.get(link) ?? 0
    return count === 0 ? '' : `, and ${formatPlural(count, 'more run')}`
  }
}

/** Marks the caller's notifications as read. */
export const readNotifications = operation(readNotificationsContract, (ctx, { ids, upTo }) => {
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

/** Returns the person whose notifications are read. @throws forbidden for keys, which get none */
function recipientOf({ actor }: Pick<ProjectContext, 'actor'>): string {
  const person = personOf(actor)
  if (!person) throw new AppError('forbidden', 'notifications are for people: sign in')
  return person.userId
}

function countUnread(db: Db | Tx, projectId: string, userId: string): Promise<number> {
  return db.notification.count({ where: { projectId, userId, readAt: null } })
}
