import type { Db, Tx } from '@/lib/db/client'
import type { Notification } from '@/lib/db/generated/client'
import { announce } from '../live/changes'

/** The address of one run in the review queue, within its project. */
export const reviewLink = (runId: string) => `/review?run=${runId}`

const RUN = /^\/review\?run=([0-9a-f-]{36})$/

type Notice = Pick<Notification, 'kind' | 'link' | 'links'>

/** The runs that a notification gives to its reader; none of one that was made before these were noted. */
const runsOf = ({ kind, link, links }: Notice) =>
  kind === 'review_assigned' ? [link, ...links].flatMap((each) => RUN.exec(each)?.[1] ?? []) : []

/** Returns a text that says of a person's notification how many of the runs it gave to them still wait for them, if not all do. */
export async function countWaiting(db: Db, projectId: string, userId: string, notices: readonly Notice[]) {
  const given = notices.flatMap(runsOf)
  if (given.length === 0) return () => ''
  const items = await db.reviewItem.findMany({
    where: { projectId, runId: { in: [...new Set(given)] }, state: 'waiting', assignedToId: userId },
    select: { runId: true },
  })
  const waiting = new Set(items.map(({ runId }) => runId))
  return (notice: Notice & Pick<Notification, 'count'>) => {
    const runs = runsOf(notice)
    const left = runs.filter((runId) => waiting.has(runId)).length
    if (runs.length === 0 || left === notice.count) return ''
    if (notice.count === 1) return ' (no longer waits)'
    return ` (${left === 0 ? 'none' : left} still ${left > 1 ? 'wait' : 'waits'})`
  }
}

/** Tells open pages when a verdict changes what {@link countWaiting} says to whoever has, or had, this run. */
export async function announceWaiting(tx: Tx, projectId: string, runId: string): Promise<void> {
  const item = await tx.reviewItem.findUnique({
    where: { projectId_runId: { projectId, runId } },
    select: { assignedToId: true, wasAssignedToId: true },
  })
  if (item?.assignedToId || item?.wasAssignedToId) await announce(tx, { project: projectId, topic: 'notifications' })
}
