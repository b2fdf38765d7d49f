import { gateEffect } from '@/lib/contracts/gates'
import type { MailState } from '@/lib/contracts/mail'
import type { NotificationKind } from '@/lib/contracts/notifications'
import { type WeeklyReport, weeklyReport } from '@/lib/contracts/weekly/report'
import type { Db, Tx } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { inTransaction } from '@/lib/db/transaction'
import { MAIL_RETRIES, MAX_MAIL_AGE_MS, type MailFailure } from '@/lib/engine/mail/mail-rules'
import { nextAttemptAt } from '@/lib/engine/work/retry-schedule'
import { formatDateTime } from '@/lib/presentation/format/date'
import { formatCount } from '@/lib/presentation/format/number'
import { cutLine } from '@/lib/presentation/format/text'
import { effectText } from '@/lib/presentation/labels/gate-effect'
import { projectHref } from '@/lib/presentation/links'
import { composeMail } from '@/lib/presentation/text/mail'
import { suggestActions } from '@/lib/presentation/week-suggestions'
import { findBlindSubjectsOf, NOTHING_BLIND } from '../blind-reviews/find'
import { deskUrl } from '../desk-url'
import { EVERY_PROJECT } from '../every-project'
import { announce } from '../live/changes'
import { adminIds, isDecider } from '../members/members'
import { type MailServer, mailServer } from '../notifications/mail-server'
import { coverNotice, mayQuote, notify } from '../notifications/notify'
import { GATE_LINK } from '../notifications/still-waiting'
import { enqueue } from '../queue/enqueue'
import { isDue, isFree, type Lease, leaseOf, leaseRows, retryTimes, settleRows, type WorkTable } from '../work/lease'
import { enqueueDue, logFailure } from '../work/process-each'
import { accountAddress, sendMail } from './send'

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
  if (mail.isMoot)
    return { kind: 'dropped', error: 'what it asks of this person was closed, or is no longer theirs to do' }
  if (now.getTime() - mail.at.getTime() > MAX_MAIL_AGE_MS) return { kind: 'refused', error: 'too old to be sent' }
  const settings = accountAddress(mail.slug)
  const composed = composeMail({
    text: mail.text,
    project: mail.project,
    link: deskUrl(projectHref(mail.slug, mail.link)),
    settings,
    notes: notesOf(mail),
  })
  const to = { name: mail.name, address: mail.address }
  return (await sendMail(server, { ...composed, id: mail.id, to, settings })) ?? { kind: 'sent' }
}

const MAX_QUESTION = 600

function notesOf({ kind, link, gate, outcome, timeZone, report }: LeasedMail): string[] {
  if (report !== null) return weekNotes(weeklyReport.parse(report))
  if (gate !== null) {
    const until = formatDateTime(new Date(gate.deadlineAt).toISOString(), timeZone)
    const asked = gate.askedBy === null ? gate.question : `${atStart(gate.askedBy)} asks: ${gate.question}`
    return [cutLine(asked, MAX_QUESTION), `Undecided, the gate times out on ${until}, and nothing is approved.`]
  }
  if (outcome !== null) {
    const reason = outcome.reason && `“${cutLine(outcome.reason, MAX_QUESTION)}”`
    return [reason, effectText(outcome, gateEffect.nullable().parse(outcome.effect))].filter((note) => note !== null)
  }
  const isList = kind === 'gate_opened' && link.startsWith('/gates?')
  return isList ? ['More that open within the hour join this list without another mail.'] : []
}

/** A key is named "key agent". */
const atStart = (name: string) => name.replace(/^key (?=.)/, 'The key ')

const MAX_SUGGESTIONS = 5

/** The sentences of a week, then what it suggests to do. */
function weekNotes(report: WeeklyReport): string[] {
  const all = suggestActions(report)
  const shown = all.slice(0, MAX_SUGGESTIONS).map(({ text }) => (/[?.]$/.test(text) ? text : `${text}.`))
  const more = all.length > shown.length ? [`And ${formatCount(all.length - shown.length)} more.`] : []
  return [report.summary.join(' '), ...(shown.length > 0 ? ['What to do:', ...shown, ...more] : [])]
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

/** The outcome of a leased mail: sent, failed, or deliberately dropped with a reason. */
type Outcome = { kind: 'sent' } | { kind: 'dropped'; error: string } | MailFailure
type TriedMail = { mail: LeasedMail; outcome: Outcome }

/** After this many failed attempts of a mail the admins are notified. */
const NOTIFIED_AFTER = 3

/** Stores the outcome of the mails whose lease is still valid, schedules retries, and notifies the admins of a failing server. */
async function settleMails(
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
  const down = tried.find(({ mail, outcome }) => outcome.kind === 'down' && mail.attempt >= NOTIFIED_AFTER)
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

const LINKED_GATE = Prisma.sql`CASE WHEN m.link ~ ${GATE_LINK.source} THEN substr(m.link, 8)::uuid END`

const MAILS: WorkTable<'mail'> = { model: 'mail', key: 'id', open: ['waiting'], held: 'waiting' }

/**
 * A mail that only the holder of its lease may settle. `isWanted`: the person is still a member, wants this kind of mail, and can open the
 * project, which until its deletion only admins can.
 */
type LeasedMail = Lease & {
  userId: string
  kind: string
  text: string
  link: string
  at: Date
  address: string | null
  name: string
  slug: string
  project: string
  timeZone: string
  /** The gate it links to, with who asked by hand; null for other mails, and once the gate is closed. */
  gate: { question: string; askedBy: string | null; deadlineAt: string } | null
  /** The closed gate whose outcome it reports; null for other mails, and for a person who is to review its run blind. */
  outcome: (Parameters<typeof effectText>[0] & { reason: string | null; effect: unknown }) | null
  /** Whether it asks for a decision on a gate that is closed, or asks someone to judge who may no longer do so. */
  isMoot: boolean
  /** The newest report of the week it announces; null for other mails. */
  report: unknown
  isWanted: boolean
}

/** Mails that say that a gate waits. */
const OF_GATES: readonly NotificationKind[] = ['gate_opened', 'gate_assigned', 'gate_warning']
/** Mails that say how a gate ended. */
const OF_OUTCOMES: readonly NotificationKind[] = ['gate_decided', 'gate_timed_out']
/** Mails that ask their recipient to judge. */
const ASKING: readonly NotificationKind[] = [...OF_GATES, 'review_assigned', 'pairs_asked']

/** Far above what the connection timeouts allow for one mail: a holder that has not settled by then has crashed. */
const LEASE_MS = 120_000
/** Concurrent connections to the server, per instance. */
const AT_ONCE = 5

/** Leases the due mails of a project, the longest due first. */
async function leaseMails(db: Db, projectId: string, now: Date): Promise<LeasedMail[]> {
  const leases = await leaseRows(db, MAILS, {
    projectId,
    where: isDue(now),
    orderBy: Prisma.sql`w.next_at, w.id`,
    limit: AT_ONCE,
    by: 'desk',
    now,
    until: new Date(now.getTime() + LEASE_MS),
  })
  if (leases.length === 0) return []
  const rows = await db.$queryRaw<Omit<LeasedMail, 'attempt' | 'leaseUntil'>[]>`
    SELECT m.id, m.user_id AS "userId", m.kind, m.text, m.link, m.at, u.email AS address, u.name, p.slug, p.name AS project,
      p.time_zone AS "timeZone", r.report,
      CASE WHEN g.id IS NOT NULL THEN jsonb_build_object('question', g.question,
        'askedBy', CASE WHEN g.kind = 'manual' THEN g.opened_by END, 'deadlineAt', g.deadline_at) END AS gate,
      CASE WHEN o.id IS NOT NULL THEN jsonb_build_object('state', o.state, 'version', v.version, 'runId', o.run_id, 'undone', false,
        'reason', o.reason, 'effect', o.effect) END AS outcome,
      (m.kind = ANY(${OF_GATES}::text[]) AND m.link ~ ${GATE_LINK.source} AND g.id IS NULL
        OR m.kind = ANY(${ASKING}::text[]) AND NOT ${isDecider(projectId, Prisma.sql`u.id`)}) AS "isMoot",
      (u.disabled_at IS NULL AND u.mail_on AND NOT m.kind = ANY(coalesce(u.mail_off, '{}')) AND EXISTS (
        SELECT 1 FROM membership b WHERE b.project_id = ${projectId}::uuid AND b.user_id = m.user_id
          AND (p.deletes_at IS NULL OR b.role = 'admin'))) AS "isWanted"
    FROM mail m JOIN "user" u ON u.id = m.user_id JOIN project p ON p.id = m.project_id
    LEFT JOIN gate g ON g.project_id = ${projectId}::uuid AND g.state = 'pending' AND g.id = ${LINKED_GATE}
    LEFT JOIN gate o ON o.project_id = ${projectId}::uuid AND o.state <> 'pending' AND m.kind = ANY(${OF_OUTCOMES}::text[])
      AND o.id = ${LINKED_GATE}
    LEFT JOIN chain_version v ON v.project_id = ${projectId}::uuid AND v.id = o.version_id
    LEFT JOIN LATERAL (
      SELECT w.report FROM weekly_review w
      WHERE w.project_id = ${projectId}::uuid AND m.kind = 'weekly_published' AND w.week = substr(m.link, 7)
      ORDER BY w.revision DESC LIMIT 1) r ON true
    WHERE m.project_id = ${projectId}::uuid AND m.id = ANY(${leases.map(({ id }) => id)}::uuid[])`
  const held = new Map(leases.map((lease) => [lease.id, lease]))
  const readers = rows.filter(mayQuote).map(({ userId }) => userId)
  const blindOf = await findBlindSubjectsOf(db, projectId, now, [...new Set(readers)])
  return rows.flatMap((row) => {
    const lease = held.get(row.id)
    const text = coverNotice(row, blindOf.get(row.userId) ?? NOTHING_BLIND)
    // Of a gate on a run that its reader is to review blind, nothing is told.
    const outcome = text === row.text ? row.outcome : null
    return lease ? [{ ...row, ...lease, text, outcome }] : []
  })
}
