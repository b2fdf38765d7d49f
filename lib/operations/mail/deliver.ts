import type { Db } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { MAX_MAIL_AGE_MS } from '@/lib/engine/mail/mail-rules'
import { formatDateTime } from '@/lib/presentation/format/date'
import { composeMail } from '@/lib/presentation/text/mail'
import { EVERY_PROJECT } from '../every-project'
import { type MailServer, mailServer } from '../notifications/mail-server'
import { enqueue } from '../queue/enqueue'
import { isDue, isFree } from '../work/lease'
import { enqueueDue, logFailure } from '../work/process-each'
import { type LeasedMail, leaseMails } from './lease'
import { accountAddress, deskAddress, sendMail } from './send'
import { type Outcome, settleMails } from './settle'

const BUDGET_MS = 30_000

/**
 * Sends the due mails of a project in batches. Safe to run concurrently: each mail is leased to one instance, and a crash between the
 * server's answer and the row leads to a repeat, never to a loss. A failing server ends the round, and the rest waits for the next sweep.
 */
export async function deliverMails(
  db: Db,
  projectId: string,
  now: () => Date,
  server: MailServer | null = mailServer(),
  random: () => number = Math.random,
): Promise<void> {
  if (!server) return
  const started = performance.now()
  for (;;) {
    const leased = await leaseMails(db, projectId, now())
    if (leased.length === 0) return
    const tried = await Promise.all(
      leased.map(async (mail) => ({ mail, outcome: await tryMail(server, projectId, mail, now()) })),
    )
    await inTransaction({ db }, (tx) => settleMails(tx, projectId, tried, now(), random))
    if (tried.every(({ outcome }) => outcome.kind === 'down')) return
    if (performance.now() - started > BUDGET_MS)
      return enqueue(db, [{ name: 'mail-send', data: { projectId, id: projectId }, at: now() }])
  }
}

/** An error while composing a mail does not block the others: it is retried and finally fails, like a refused one. */
async function tryMail(server: MailServer, projectId: string, mail: LeasedMail, now: Date): Promise<Outcome> {
  try {
    return await sendOne(server, mail, now)
  } catch (thrown) {
    return { kind: 'later', error: logFailure('mail', { projectId, id: mail.id }, thrown) }
  }
}

async function sendOne(server: MailServer, mail: LeasedMail, now: Date): Promise<Outcome> {
  if (!mail.isWanted || mail.address === null)
    return { kind: 'dropped', error: 'no longer wanted, or the person has left' }
  if (now.getTime() - mail.at.getTime() > MAX_MAIL_AGE_MS) return { kind: 'refused', error: 'too old to be sent' }
  const settings = accountAddress(mail.slug)
  const composed = composeMail({
    text: mail.text,
    project: mail.project,
    link: deskAddress(mail.slug, mail.link),
    settings,
    note: noteOf(mail),
  })
  const to = { name: mail.name, address: mail.address }
  return (await sendMail(server, { ...composed, id: mail.id, to, settings })) ?? { kind: 'sent' }
}

function noteOf({ kind, link, deadlineAt, timeZone }: LeasedMail): string | null {
  if (deadlineAt !== null) return `The gate times out on ${formatDateTime(deadlineAt.toISOString(), timeZone)}.`
  const isList = kind === 'gate_opened' && link.startsWith('/gates?')
  return isList ? 'More that open within the hour join this list without another mail.' : null
}

/** Enqueues every project with due mail, to recover from crashes and lost jobs. */
export async function sweepMails(db: Db, now: Date): Promise<void> {
  if (mailServer() === null) return
  const due = Prisma.sql`
    SELECT p.project_id, p.project_id AS id, w.next_at AS at FROM ${EVERY_PROJECT} CROSS JOIN LATERAL (
      SELECT w.next_at FROM mail w
      WHERE w.project_id = p.project_id AND w.status = 'waiting' AND ${isDue(now)} AND ${isFree(now)}
      ORDER BY w.next_at LIMIT 1) w`
  await enqueueDue({ db, kind: 'mail', now }, 'mail-send', due)
}
