import type { MailState } from '@/lib/contracts/mail'
import type { Tx } from '@/lib/db/client'
import { MAIL_RETRIES, type MailFailure } from '@/lib/engine/mail/mail-rules'
import { nextAttemptAt } from '@/lib/engine/work/retry-schedule'
import { announce } from '../live/announce'
import { adminIds } from '../members/admins'
import { notify } from '../notifications/notify'
import { enqueue } from '../queue/enqueue'
import { leaseOf, retryTimes, settleRows } from '../work/lease'
import { type LeasedMail, MAILS } from './lease'

/** The outcome of a leased mail: sent, failed, or deliberately dropped with a reason. */
export type Outcome = { kind: 'sent' } | { kind: 'dropped'; error: string } | MailFailure
type TriedMail = { mail: LeasedMail; outcome: Outcome }

/** After this many failed attempts of a mail the admins are notified. */
const TOLD_AFTER = 3

/** Stores the outcome of the mails whose lease is still valid, schedules retries, and notifies the admins of a failing server. */
export async function settleMails(
  tx: Tx,
  projectId: string,
  tried: readonly TriedMail[],
  now: Date,
  random: () => number,
): Promise<void> {
  const rows = tried.map((item) => toRow(item, now, random))
  await settleRows(tx, MAILS, { projectId }, rows)
  await enqueue(
    tx,
    retryTimes(rows).map((at) => ({ name: 'mail-send', data: { projectId, id: projectId }, at })),
  )
  const down = tried.find(({ mail, outcome }) => outcome.kind === 'down' && mail.attempt >= TOLD_AFTER)
  if (down && 'error' in down.outcome) await notifyAdminsOfMailTrouble(tx, projectId, down.outcome.error, now)
  await announce(tx, { project: projectId, topic: 'mail' })
}

function toRow({ mail, outcome }: TriedMail, now: Date, random: () => number) {
  const { attempt, address } = mail
  const isRetried = outcome.kind === 'later' || outcome.kind === 'down'
  const next = isRetried ? nextAttemptAt(MAIL_RETRIES, attempt, now, { random: random() }) : null
  const error = 'error' in outcome ? outcome.error : null
  return { ...leaseOf(mail), status: stateOf(outcome, next), nextAt: next, address, error, updatedAt: now }
}

function stateOf(outcome: Outcome, next: Date | null): MailState {
  if (outcome.kind === 'sent' || outcome.kind === 'dropped') return outcome.kind
  return next ? 'waiting' : 'failed'
}

/** Notifies the admins in the app that mail is failing, except those with an unread notification of it. */
async function notifyAdminsOfMailTrouble(tx: Tx, projectId: string, error: string, now: Date): Promise<void> {
  const admins = await adminIds(tx, projectId)
  const unread = await tx.notification.findMany({
    where: { projectId, userId: { in: admins }, kind: 'mail_failing', readAt: null },
    select: { userId: true },
  })
  const notified = new Set(unread.map(({ userId }) => userId))
  const userIds = admins.filter((userId) => !notified.has(userId))
  const text = `E-mail is not sent: ${error}`
  await notify(tx, projectId, [{ userIds, kind: 'mail_failing', text, link: '/settings/mail' }], now)
}
