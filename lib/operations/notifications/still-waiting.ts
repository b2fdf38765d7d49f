import type { Db, Tx } from '@/lib/db/client'
import type { Notification } from '@/lib/db/generated/client'
import { announce } from '../live/changes'

/** The address of one run in the review queue, within its project. */
export const reviewLink = (runId: string) => `/review?run=${runId}`

/** The address of one gate within its project. */
export const GATE_LINK = /^\/gates\/([0-9a-f-]{36})$/
const RUN_LINK = /^\/review\?run=([0-9a-f-]{36})$/

/** What the links of these kinds of notification ask a person for. */
const ASKED: Partial<Record<string, RegExp>> = {
  review_assigned: RUN_LINK,
  gate_opened: GATE_LINK,
  gate_assigned: GATE_LINK,
  gate_warning: GATE_LINK,
}

type Notice = Pick<Notification, 'kind' | 'link' | 'links'>

/** The ids of what a notification asks its reader for; none of a joined one that was made before these were noted. */
function askedBy({ kind, link, links }: Notice): string[] {
  const asked = ASKED[kind]
  return asked ? [link, ...links].flatMap((each) => asked.exec(each)?.[1] ?? []) : []
}

/** Returns a text that says of a person's notification how many of the gates, or of the runs given to them, still wait, if not all do. */
export async function countWaiting(db: Db, projectId: string, userId: string, notices: readonly Notice[]) {
  const ids = [...new Set(notices.flatMap(askedBy))]
  if (ids.length === 0) return () => ''
  const [items, gates] = await Promise.all([
    db.reviewItem.findMany({
      where: { projectId, runId: { in: ids }, state: 'waiting', assignedToId: userId },
      select: { runId: true },
    }),
    db.gate.findMany({ where: { projectId, id: { in: ids }, state: 'pending' }, select: { id: true } }),
  ])
  const waiting = new Set([...items.map(({ runId }) => runId), ...gates.map(({ id }) => id)])
  return (notice: Notice & Pick<Notification, 'count'>) => {
    const asked = askedBy(notice)
    const left = asked.filter((id) => waiting.has(id)).length
    if (asked.length === 0 || left === notice.count) return ''
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
