import { v7 as uuid } from 'uuid'
import type { GateKind } from '@/lib/contracts/gates'
import type { NotificationKind } from '@/lib/contracts/notifications'
import type { Tx } from '@/lib/db/client'
import { insertRows, jsonRecordset } from '@/lib/db/rows'
import { type ProjectContext, personOf } from '../context'
import { announce } from '../live/announce'
import { enqueue } from '../queue/enqueue'
import { mailServer } from './mail-server'

/** `link`: a path within the project. `count`: how many gates it stands for, if more than one. */
export type Notice = {
  userIds: Iterable<string>
  kind: NotificationKind
  text: string
  link: string
  count?: number
}

/** Notifies people in the app and by mail, in the caller's transaction; each person gets a notice once. */
export async function notify(tx: Tx, projectId: string, notices: readonly Notice[], at: Date): Promise<void> {
  const rows = notices.flatMap(({ userIds, kind, text, link, count = 1 }) =>
    [...new Set(userIds)].map((userId) => ({ projectId, userId, id: uuid(), kind, text, link, count, at })),
  )
  if (rows.length === 0) return
  await tx.$executeRaw(insertRows('notification', rows))
  await queueMails(tx, projectId, rows, at)
  await announce(tx, { project: projectId, topic: 'notifications' })
}

/** An opened gate, and the people who may decide it. */
type OpenedNotice = { gate: { id: string; kind: GateKind; title: string }; userIds: readonly string[] }

/** From this many gates of one topic within an hour, a person gets one notification with their number. */
const MANY = 4
const WITHIN_MS = 3_600_000

/** Regressions are counted by themselves, so that none is lost behind many gates on runs. */
const topics = {
  regression: { list: '/gates?state=pending&kind=regression', what: 'regression checks' },
  other: { list: '/gates?state=pending', what: 'gates' },
} as const
type Topic = keyof typeof topics

const gateLink = (id: string) => `/gates/${id}`
/** The address of one gate within its project. */
export const GATE_LINK = /^\/gates\/([0-9a-f-]{36})$/

const topicOf = (kind: GateKind): Topic => (kind === 'regression' ? 'regression' : 'other')

type Unread = { userId: string; id: string; count: number; link: string; topic: Topic }
type Recipient = { userId: string; topic: Topic; gates: OpenedNotice['gate'][]; unread: Unread[] }

/**
 * Notifies people of gates that wait for them. Many of one topic within an hour, together or one by one, become one notification with a
 * link to the list: it replaces the unread ones before it, and counts further gates without another mail.
 */
export async function notifyOpened(
  tx: Tx,
  projectId: string,
  opened: readonly OpenedNotice[],
  now: Date,
): Promise<void> {
  const asked = opened.flatMap(({ gate, userIds }) =>
    [...new Set(userIds)].map((userId) => ({ userId, topic: topicOf(gate.kind), gate })),
  )
  if (asked.length === 0) return
  const keyOf = ({ userId, topic }: Pick<Recipient, 'userId' | 'topic'>) => `${userId} ${topic}`
  const unreadOf = Map.groupBy(
    await lockUnread(tx, projectId, [...new Set(asked.map(({ userId }) => userId))], now),
    keyOf,
  )
  const recipients = Map.groupBy(asked, keyOf)
    .entries()
    .flatMap(([key, own]): Recipient[] =>
      own.slice(0, 1).map(({ userId, topic }) => {
        return { userId, topic, gates: own.map(({ gate }) => gate), unread: unreadOf.get(key) ?? [] }
      }),
    )
    .toArray()
  const [many, few] = [
    recipients.filter((person) => countOf(person) >= MANY),
    recipients.filter((person) => countOf(person) < MANY),
  ]
  await mergeNotices(tx, projectId, many)
  await notify(tx, projectId, [...toSingles(few), ...many.filter((person) => !summaryOf(person)).map(toSummary)], now)
  if (many.length > 0) await announce(tx, { project: projectId, topic: 'notifications' })
}

/** Returns these people's unread notifications of gates that opened within the hour, oldest first, locked until the transaction ends. */
async function lockUnread(tx: Tx, projectId: string, userIds: readonly string[], now: Date): Promise<Unread[]> {
  const since = new Date(now.getTime() - WITHIN_MS)
  const unread = await tx.$queryRaw<Omit<Unread, 'topic'>[]>`
    SELECT user_id AS "userId", id, count, link FROM notification
    WHERE project_id = ${projectId}::uuid AND user_id = ANY(${userIds}::uuid[]) AND kind = 'gate_opened'
      AND read_at IS NULL AND at > ${since}
    ORDER BY user_id, id FOR UPDATE`
  const linked = new Set(unread.flatMap(({ link }) => GATE_LINK.exec(link)?.[1] ?? []))
  const regressions = await tx.gate.findMany({
    where: { projectId, id: { in: [...linked] }, kind: 'regression' },
    select: { id: true },
  })
  const ofRegressions = new Set([topics.regression.list, ...regressions.map(({ id }) => gateLink(id))])
  return unread.map((row) => ({ ...row, topic: ofRegressions.has(row.link) ? 'regression' : 'other' }))
}

/** Updates existing merged notifications, and deletes the unread ones that a merged one replaces. */
async function mergeNotices(tx: Tx, projectId: string, many: readonly Recipient[]): Promise<void> {
  const kept = many.flatMap((person) => {
    const summary = summaryOf(person)
    return summary ? [{ userId: person.userId, id: summary.id, text: textOf(person), count: countOf(person) }] : []
  })
  const gone = many.flatMap((person) => {
    const summary = summaryOf(person)
    return person.unread.filter(({ id }) => id !== summary?.id)
  })
  await tx.$executeRaw`
    UPDATE notification n SET text = x.text, count = x.count
    FROM ${jsonRecordset('notification', ['userId', 'id', 'text', 'count'], kept)}
    WHERE n.project_id = ${projectId}::uuid AND n.user_id = x.user_id AND n.id = x.id`
  await tx.$executeRaw`
    DELETE FROM notification n USING ${jsonRecordset('notification', ['userId', 'id'], gone)}
    WHERE n.project_id = ${projectId}::uuid AND n.user_id = x.user_id AND n.id = x.id`
}

const summaryOf = ({ unread }: Recipient) => unread.find(({ count }) => count > 1)

const countOf = ({ gates, unread }: Recipient) => unread.reduce((sum, { count }) => sum + count, gates.length)

const textOf = (person: Recipient) => `${countOf(person)} ${topics[person.topic].what} have opened for you`

function toSummary(person: Recipient): Notice {
  const { userId, topic } = person
  return {
    userIds: [userId],
    kind: 'gate_opened',
    text: textOf(person),
    link: topics[topic].list,
    count: countOf(person),
  }
}

function toSingles(few: readonly Recipient[]): Notice[] {
  const people = few.flatMap(({ userId, gates }) => gates.map((gate) => ({ userId, gate })))
  return [...Map.groupBy(people, ({ gate }) => gate)].map(([{ id, title }, own]) => ({
    userIds: own.map(({ userId }) => userId),
    kind: 'gate_opened',
    text: `A gate waits for you: ${title}`,
    link: gateLink(id),
  }))
}

type Published = { week: string; revision: number; to: Date }

/** A week published later than this after its end is not announced. */
const NEWS_MS = 7 * 86_400_000

/** Notifies the members that a week's page is published: only its first revision, only for recent weeks, and not the person who made it. */
export async function notifyWeek(tx: Tx, ctx: ProjectContext, { week, revision, to }: Published): Promise<void> {
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

/** A notification to be mailed; `id` is the notification's. */
type NewMail = { userId: string; id: string; kind: NotificationKind; text: string; link: string }

/** Failing mail is reported in the app only. */
const UNMAILED: readonly NotificationKind[] = ['mail_failing']

/**
 * Queues notifications as mail for the people who want that kind, in the caller's transaction. Without a mail server nothing is queued, so
 * that configuring one later sends nothing old.
 */
async function queueMails(tx: Tx, projectId: string, mails: readonly NewMail[], at: Date): Promise<void> {
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
