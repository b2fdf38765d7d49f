import type { Tx } from '@/lib/db/client'
import { type ProjectContext, personOf } from '../context'
import { notify } from './notify'

type Published = { week: string; revision: number; to: Date }

/** What was made up for later than this after the end of its week is no news. */
const NEWS_MS = 7 * 86_400_000

/** Tells the members that the page of a week is out: the first time, and not of weeks long past. Who made it knows. */
export async function tellWeek(tx: Tx, ctx: ProjectContext, { week, revision, to }: Published): Promise<void> {
  const now = ctx.now()
  if (revision > 1 || now.getTime() - to.getTime() > NEWS_MS) return
  const members = await tx.membership.findMany({
    where: { projectId: ctx.project.id, user: { disabledAt: null } },
    select: { userId: true },
  })
  const maker = personOf(ctx.actor)?.userId
  const userIds = members.map(({ userId }) => userId).filter((userId) => userId !== maker)
  const text = `The weekly review of ${week} is out`
  await notify(tx, ctx.project.id, [{ userIds, kind: 'weekly_published', text, link: `/week/${week}` }], now)
}
