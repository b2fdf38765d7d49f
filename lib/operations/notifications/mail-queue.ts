import type { NotificationKind } from '@/lib/contracts/notifications'
import type { Tx } from '@/lib/db/client'
import { jsonRecordset } from '@/lib/db/rows'
import { enqueue } from '../queue/enqueue'
import { mailServer } from './mail-server'

/** A notification to be mailed; `id` is the notification's. */
export type NewMail = { userId: string; id: string; kind: NotificationKind; text: string; link: string }

/** Failing mail is reported in the app only. */
const UNMAILED: readonly NotificationKind[] = ['mail_failing']

/**
 * Queues notifications as mail for the people who want that kind, in the caller's transaction. Without a mail server nothing is queued, so
 * that configuring one later sends nothing old.
 */
export async function queueMails(tx: Tx, projectId: string, mails: readonly NewMail[], at: Date): Promise<void> {
  const rows = mails.filter(({ kind }) => !UNMAILED.includes(kind))
  if (rows.length === 0 || mailServer() === null) return
  const queued = await tx.$executeRaw`
    INSERT INTO mail (project_id, id, user_id, kind, text, link, next_at, at, updated_at)
    SELECT ${projectId}::uuid, x.id, x.user_id, x.kind, x.text, x.link, ${at}, ${at}, ${at}
    FROM ${jsonRecordset('mail', ['id', 'userId', 'kind', 'text', 'link'], rows)} JOIN "user" u ON u.id = x.user_id
    WHERE u.disabled_at IS NULL AND u.mail_on AND NOT x.kind = ANY(coalesce(u.mail_off, '{}'))
    ON CONFLICT DO NOTHING`
  if (queued > 0) await enqueue(tx, [{ name: 'mail-send', data: { projectId, id: projectId }, at }])
}
