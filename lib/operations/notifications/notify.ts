import { v7 as uuid } from 'uuid'
import type { NotificationKind } from '@/lib/contracts/notifications'
import type { Tx } from '@/lib/db/client'
import { type Columns, insertRows } from '@/lib/db/rows'
import { announce } from '../live/announce'
import { queueMails } from '../mail/queue-mails'

/** `link`: a path within the project. `count`: how many gates it speaks of, where it is not one. */
export type Notice = {
  userIds: Iterable<string>
  kind: NotificationKind
  text: string
  link: string
  count?: number
}

const NOTIFICATION: Columns = {
  project_id: 'uuid',
  user_id: 'uuid',
  id: 'uuid',
  kind: 'text',
  text: 'text',
  link: 'text',
  count: 'int4',
  at: 'timestamptz',
}

/** Tells people in the desk and by mail, in the caller's transaction; nobody is told the same notice twice. */
export async function notify(tx: Tx, projectId: string, notices: readonly Notice[], at: Date): Promise<void> {
  const rows = notices.flatMap(({ userIds, kind, text, link, count = 1 }) =>
    [...new Set(userIds)].map((userId) => ({
      project_id: projectId,
      user_id: userId,
      id: uuid(),
      kind,
      text,
      link,
      count,
      at,
    })),
  )
  if (rows.length === 0) return
  await tx.$executeRaw(insertRows('notification', NOTIFICATION, rows))
  await queueMails(
    tx,
    projectId,
    rows.map(({ user_id, id, kind, text, link }) => ({ userId: user_id, id, kind, text, link })),
    at,
  )
  await announce(tx, { project: projectId, topic: 'notifications' })
}
