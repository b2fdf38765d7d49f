import { listNotifications as contract, notificationView } from '@/lib/contracts/notifications'
import type { ProjectContext } from '../context'
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
  const joined = await countJoined(
    ctx,
    page.map((row) => row.link),
  )
  return {
    notifications: page.map(({ id, kind, text, link, at, readAt }) => ({
      id,
      kind: notificationView.shape.kind.parse(kind),
      text: kind === 'gate_opened' ? `${text}${joined(link)}` : text,
      link,
      at: at.toISOString(),
      read: readAt !== null,
    })),
    next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    unread: await countUnread(ctx.db, projectId, userId),
  }
})

const GATE = /^\/gates\/([0-9a-f-]{36})$/

/** What came to the gates of these links since they opened, in words: a gate counts on while runs fail alike. */
async function countJoined({ db, project }: ProjectContext, links: readonly string[]) {
  const gateIds = links.flatMap((link) => GATE.exec(link)?.[1] ?? [])
  const counts = await db.gateRun.groupBy({
    by: ['gateId'],
    where: { projectId: project.id, gateId: { in: gateIds } },
    _count: true,
  })
  const of = new Map(counts.map(({ gateId, _count }) => [`/gates/${gateId}`, _count]))
  return (link: string) => {
    const count = of.get(link) ?? 0
    return count === 0 ? '' : `, and ${count} more ${count === 1 ? 'run' : 'runs'}`
  }
}
