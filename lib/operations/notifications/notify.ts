import { v7 as uuid } from 'uuid'
import { DAY_MS, HOUR_MS } from '@/lib/contracts/durations'
import type { GateKind } from '@/lib/contracts/gates'
import type { NotificationKind } from '@/lib/contracts/notifications'
import type { Tx } from '@/lib/db/client'
import { insertRows, jsonRecordset } from '@/lib/db/rows'
import { formatWeek } from '@/lib/presentation/format/date'
import type { BlindSubjects } from '../blind-reviews/find'
import { type ProjectContext, personOf } from '../context'
import { announce } from '../live/changes'
import { enqueue } from '../queue/enqueue'
import { mailServer } from './mail-server'
import { GATE_LINK } from './still-waiting'

/** `link`: a path within the project. `count`: how many notices it stands for, if more than one. */
export type Notice = {
  userIds: Iterable<string>
  kind: NotificationKind
  text: string
  link: string
  count?: number
  /** Key of the {@link Topic} that it belongs to. */
  topic?: string
  /** Of the notices that it stands for. */
  links?: readonly string[]
}

/** Notifies people in the app and by mail, in the caller's transaction; each person gets a notice once. */
export async function notify(tx: Tx, projectId: string, notices: readonly Notice[], at: Date): Promise<void> {
  const rows = notices.flatMap(({ userIds, kind, text, link, count = 1, topic = null, links = [] }) =>
    [...new Set(userIds)].map((userId) => ({
      projectId,
      userId,
      id: uuid(),
      kind,
      text,
      link,
      count,
      topic,
      links: [...links],
      at,
    })),
  )
  if (rows.length === 0) return
  await tx.$executeRaw(insertRows('notification', rows))
  await queueMails(tx, projectId, rows, at)
  await announce(tx, { project: projectId, topic: 'notifications' })
}

/** "Ada mentions you on order-1042: “…”" */
export const mentionText = (by: string, run: string, excerpt: string) => `${by} mentions you on ${run}: “${excerpt}”`

/** The same without the excerpt, for a person who is to review the run blind. Older texts do not name the run. */
const coverMention = (text: string) =>
  text.replace(
    / mentions you((?: on .*?)?): “.*”$/s,
    ' mentions you in a comment$1, shown once you have given your verdict',
  )

/** Notices that become one for a person who has not read them, from the `many`th within `withinMs` on. */
export type Topic = {
  /** Notices of the same key are counted together. */
  key: string
  kind: NotificationKind
  many: number
  withinMs: number
  link: string
  text: (count: number) => string
}

export type TopicNotice = { topic: Topic; userIds: Iterable<string>; text: string; link: string }

type Unread = { userId: string; id: string; count: number; topic: string; link: string; links: string[] }
type Recipient = { userId: string; topic: Topic; news: TopicNotice[]; unread: Unread[] }

/**
 * Notifies people of things that may come in numbers. Many of one topic, together or one by one, become one notification: it replaces the
 * unread ones before it, and counts further ones without another mail.
 */
export async function notifyJoined(
  tx: Tx,
  projectId: string,
  notices: readonly TopicNotice[],
  now: Date,
): Promise<void> {
  const asked = notices.flatMap((notice) => [...new Set(notice.userIds)].map((userId) => ({ userId, notice })))
  if (asked.length === 0) return
  const unread = Map.groupBy(await lockUnread(tx, projectId, asked, now), ({ userId, topic }) => keyOf(userId, topic))
  const recipients = Map.groupBy(asked, ({ userId, notice }) => keyOf(userId, notice.topic.key))
    .entries()
    .flatMap(([key, own]): Recipient[] =>
      own.slice(0, 1).map(({ userId, notice: { topic } }) => {
        return { userId, topic, news: own.map(({ notice }) => notice), unread: unread.get(key) ?? [] }
      }),
    )
    .toArray()
  const isMany = (person: Recipient) => countOf(person) >= person.topic.many
  const many = recipients.filter(isMany)
  await mergeUnread(tx, projectId, many)
  const few = recipients.filter((person) => !isMany(person))
  await notify(tx, projectId, [...toSingles(few), ...many.filter((person) => !summaryOf(person)).map(toSummary)], now)
  if (many.length > 0) await announce(tx, { project: projectId, topic: 'notifications' })
}

const keyOf = (userId: string, topic: string) => `${userId} ${topic}`

/** Returns these people's unread notifications of the topics within their times, oldest first, locked until the transaction ends. */
function lockUnread(
  tx: Tx,
  projectId: string,
  asked: readonly { userId: string; notice: TopicNotice }[],
  now: Date,
): Promise<Unread[]> {
  const wanted = Map.groupBy(asked, ({ userId, notice }) => keyOf(userId, notice.topic.key))
    .values()
    .flatMap(([first]) => (first ? [first] : []))
    .map(({ userId, notice: { topic } }) => ({
      userId,
      topic: topic.key,
      at: new Date(now.getTime() - topic.withinMs),
    }))
    .toArray()
  return tx.$queryRaw<Unread[]>`
    SELECT n.user_id AS "userId", n.id, n.count, n.topic, n.link, n.links FROM notification n
    JOIN ${jsonRecordset('notification', ['userId', 'topic', 'at'], wanted)}
      ON n.user_id = x.user_id AND n.topic = x.topic AND n.at > x.at
    WHERE n.project_id = ${projectId}::uuid AND n.read_at IS NULL
    ORDER BY n.user_id, n.id FOR UPDATE OF n`
}

/** Updates existing merged notifications, and deletes the unread ones that a merged one replaces. */
async function mergeUnread(tx: Tx, projectId: string, many: readonly Recipient[]): Promise<void> {
  const kept = many.flatMap((person) => {
    const summary = summaryOf(person)
    const { userId } = person
    return summary
      ? [{ userId, id: summary.id, text: textOf(person), count: countOf(person), links: linksOf(person) }]
      : []
  })
  const gone = many.flatMap((person) => {
    const summary = summaryOf(person)
    return person.unread.filter(({ id }) => id !== summary?.id)
  })
  await tx.$executeRaw`
    UPDATE notification n SET text = x.text, count = x.count, links = x.links
    FROM ${jsonRecordset('notification', ['userId', 'id', 'text', 'count', 'links'], kept)}
    WHERE n.project_id = ${projectId}::uuid AND n.user_id = x.user_id AND n.id = x.id`
  await tx.$executeRaw`
    DELETE FROM notification n USING ${jsonRecordset('notification', ['userId', 'id'], gone)}
    WHERE n.project_id = ${projectId}::uuid AND n.user_id = x.user_id AND n.id = x.id`
}

const summaryOf = ({ unread }: Recipient) => unread.find(({ count }) => count > 1)

const countOf = ({ news, unread }: Recipient) => unread.reduce((sum, { count }) => sum + count, news.length)

/** Of every notice that the joined one of a person stands for. */
const linksOf = ({ news, unread }: Recipient) => [
  ...new Set([
    ...unread.flatMap(({ count, link, links }) => (count > 1 ? links : link)),
    ...news.map(({ link }) => link),
  ]),
]

const textOf = (person: Recipient) => person.topic.text(countOf(person))

function toSummary(person: Recipient): Notice {
  const { key, kind, link } = person.topic
  const [count, links] = [countOf(person), linksOf(person)]
  return { userIds: [person.userId], kind, text: textOf(person), link, count, topic: key, links }
}

/** One notice for all who get the same, so that its mail is queued once. */
function toSingles(few: readonly Recipient[]): Notice[] {
  const people = few.flatMap(({ userId, news }) => news.map((notice) => ({ userId, notice })))
  return [...Map.groupBy(people, ({ notice }) => notice)].map(([{ topic, text, link }, own]) => ({
    userIds: own.map(({ userId }) => userId),
    kind: topic.kind,
    text,
    link,
    topic: topic.key,
  }))
}

/** An opened gate, and the people who may decide it. */
type OpenedNotice = { gate: { id: string; kind: GateKind; title: string }; userIds: readonly string[] }

const gatesOf = (key: string, link: string, what: string): Topic => ({
  key,
  kind: 'gate_opened',
  many: 4,
  withinMs: HOUR_MS,
  link,
  text: (count) => `${count} ${what} wait for you`,
})

const GATES = gatesOf('gates', '/gates?state=pending', 'gates')
/** Regressions are counted by themselves, so that none is lost behind many gates on runs. */
const REGRESSIONS = gatesOf('regressions', '/gates?state=pending&kind=regression', 'regression checks')

/** Notifies people of gates that wait for them. */
export function notifyOpened(tx: Tx, projectId: string, opened: readonly OpenedNotice[], now: Date): Promise<void> {
  const notices = opened.map(({ gate: { id, kind, title }, userIds }) => ({
    topic: kind === 'regression' ? REGRESSIONS : GATES,
    userIds,
    text: `Decide: ${title}`,
    link: `/gates/${id}`,
  }))
  return notifyJoined(tx, projectId, notices, now)
}

type Published = { week: string; revision: number; to: Date }

/** A week published later than this after its end is not announced. */
const NEWS_MS = 7 * DAY_MS

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
  const text = `${formatWeek(week)}: the report is out`
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

type Told = { kind: string; text: string; link: string }

/** Whether the text of such a notification may quote others about a run. */
export const mayQuote = ({ kind }: Pick<Told, 'kind'>) => kind === 'mentioned' || kind === 'gate_decided'

/** The text of a notification as a person with these blind reviews may read it, in the app and by mail: without what others said of such a run. */
export function coverNotice({ kind, text, link }: Told, { runs, gates }: BlindSubjects): string {
  if (kind === 'mentioned' && runs.some((id) => link.startsWith(`/runs/${id}`))) return coverMention(text)
  if (kind === 'gate_decided' && gates.has(GATE_LINK.exec(link)?.[1] ?? ''))
    return 'A gate was decided. How is shown once you have given your verdict on its run'
  return text
}
