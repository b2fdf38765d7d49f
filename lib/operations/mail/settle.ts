import type { MailState } from '@/lib/contracts/mail'
import type { Tx } from '@/lib/db/client'
import { jsonRecordset } from '@/lib/db/rows'
import { type MailFailure, nextMailAt } from '@/lib/engine/mail/mail-rules'
import { announce } from '../live/announce'
import { adminIds } from '../members/admins'
import { notify } from '../notifications/notify'
import { enqueueMails, retryTimes } from '../queue/enqueue'
import type { LeasedMail } from './lease'

/** What came of a leased mail: taken by the server, failed, or not sent on purpose, with the reason. */
export type Outcome = { kind: 'sent' } | { kind: 'dropped'; error: string } | MailFailure
type TriedMail = { mail: LeasedMail; outcome: Outcome }

/** So often has the server failed one mail when the admins are told. */
const TOLD_AFTER = 3

const FIELDS = ['id', 'leaseUntil', 'status', 'attempts', 'nextAt', 'address', 'error'] as const

type Row = { id: string; leaseUntil: Date; status: MailState; attempts: number; nextAt: Date | null } & {
  address: string | null
  error: string | null
}

/** Writes what came of these mails, where the lease still stands, sets the alarms of the retries, and tells the admins of a server that fails. */
export async function settleMails(
  tx: Tx,
  projectId: string,
  tried: readonly TriedMail[],
  now: Date,
  random: () => number,
): Promise<void> {
  const rows = tried.map((item) => toRow(item, now, random))
  await tx.$executeRaw`
    UPDATE mail m SET status = x.status, attempts = x.attempts, next_at = x.next_at, address = x.address, error = x.error,
      lease_until = NULL, updated_at = ${now}
    FROM ${jsonRecordset('mail', FIELDS, rows)}
    WHERE m.project_id = ${projectId}::uuid AND m.id = x.id AND m.lease_until = x.lease_until`
  await enqueueMails(
    tx,
    retryTimes(rows).map((at) => ({ projectId, at })),
  )
  const down = tried.find(({ mail, outcome }) => outcome.kind === 'down' && mail.attempts + 1 >= TOLD_AFTER)
  if (down && 'error' in down.outcome) await notifyAdminsOfMailTrouble(tx, projectId, down.outcome.error, now)
  await announce(tx, { project: projectId, topic: 'mail' })
}

function toRow({ mail, outcome }: TriedMail, now: Date, random: () => number): Row {
  const { id, leaseUntil, address } = mail
  const attempts = mail.attempts + (outcome.kind === 'dropped' ? 0 : 1)
  const error = 'error' in outcome ? outcome.error : null
  const next = outcome.kind === 'later' || outcome.kind === 'down' ? nextMailAt(attempts, now, random()) : null
  return { id, leaseUntil, attempts, address, error, nextAt: next, status: stateOf(outcome, next) }
}

function stateOf(outcome: Outcome, next: Date | null): MailState {
  if (outcome.kind === 'sent' || outcome.kind === 'dropped') return outcome.kind
  return next ? 'waiting' : 'failed'
}

/** Tells the admins in the desk that mail does not go out; who has not read it yet is not told again. */
async function notifyAdminsOfMailTrouble(tx: Tx, projectId: string, error: string, now: Date): Promise<void> {
  const admins = await adminIds(tx, projectId)
  const unread = await tx.notification.findMany({
    where: { projectId, userId: { in: admins }, kind: 'mail_failing', readAt: null },
    select: { userId: true },
  })
  const told = new Set(unread.map(({ userId }) => userId))
  const userIds = admins.filter((userId) => !told.has(userId))
  const text = `E-mail does not go out: ${error}`
  await notify(tx, projectId, [{ userIds, kind: 'mail_failing', text, link: '/settings/mail' }], now)
}
