import { z } from 'zod'
import { HOUR_MS } from '@/lib/contracts/durations'
import { failureClass } from '@/lib/contracts/primitives'
import type { Tx } from '@/lib/db/client'
import { type FailureGroupFacts, failureData, type WebhookData } from '@/lib/engine/webhooks/event-data'
import { escalatedSentence, failureName, regressedSentence } from '@/lib/presentation/labels/failures'
import { actorName, type ProjectContext, personOf } from '../context'
import { notifyJoined, type Topic, type TopicNotice } from '../notifications/notify'
import { enqueueBriefs } from '../queue/enqueue'
import { withPlaces } from '../rollups/failure-places'
import { emitAll } from '../webhooks/emit'
import type { LockedGroup } from './groups'
import { standing } from './states'

type Place = { chain: string; version: string }
type Regressed = { fingerprint: string; backIn: Place; resolvedIn: Place | null }
type Escalated = { fingerprint: string; count: number; bound: number | null }

/** The address of a group within its project. */
export const failureLink = (fingerprint: string) => `/failures/${encodeURIComponent(fingerprint)}`

/** Notifies that resolved groups came back: their owners, or without one whoever resolved them; webhooks, with a brief of each. */
export async function notifyRegressed(
  tx: Tx,
  projectId: string,
  regressed: readonly Regressed[],
  now: Date,
): Promise<void> {
  const groups = await loadGroups(tx, projectId, regressed)
  const unowned = [...groups.values()].flatMap((group) => (group.ownerId === null ? group.fingerprint : []))
  const resolvers = await loadResolvers(tx, projectId, unowned)
  const news = regressed.flatMap(({ fingerprint, backIn, resolvedIn }) => {
    const group = groups.get(fingerprint)
    if (!group) return []
    const sentence = regressedSentence(failureName(group), backIn, resolvedIn)
    return {
      group,
      sentence,
      facts: { backIn, resolvedIn },
      userId: group.ownerId ?? resolvers.get(fingerprint) ?? null,
    }
  })
  await publish(tx, projectId, { topic: REGRESSED, type: 'failure.regressed', news }, now)
  if (news.length === 0) return
  await enqueueBriefs(
    tx,
    projectId,
    'failureGroup',
    news.map(({ group }) => group.fingerprint),
  )
}

/** Notifies the owners of groups, and webhooks, that they escalate. */
export async function notifyEscalated(
  tx: Tx,
  projectId: string,
  escalated: readonly Escalated[],
  now: Date,
): Promise<void> {
  const groups = await loadGroups(tx, projectId, escalated)
  const news = escalated.flatMap(({ fingerprint, count, bound }) => {
    const group = groups.get(fingerprint)
    if (!group) return []
    const sentence = escalatedSentence(failureName(group), { count, bound })
    return { group, sentence, facts: { count, bound }, userId: group.ownerId }
  })
  await publish(tx, projectId, { topic: ESCALATED, type: 'failure.escalated', news }, now)
}

type Group = FailureGroupFacts & { code: string | null; ownerId: string | null; otherNodes: number }
/** What happened to a group, as a sentence and as the data of the event; `userId` is who is notified. */
type News = { group: Group; sentence: string; facts: WebhookData; userId: string | null }
type Published = { topic: Topic; type: 'failure.regressed' | 'failure.escalated'; news: readonly News[] }

async function publish(tx: Tx, projectId: string, { topic, type, news }: Published, now: Date): Promise<void> {
  if (news.length === 0) return
  const notices = news.map(({ group, sentence, userId }) => toNotice(topic, group.fingerprint, sentence, userId))
  await notifyJoined(tx, projectId, notices, now)
  const toEvent = ({ group, sentence, facts }: News) => ({ type, data: failureData(group, sentence, facts) })
  await emitAll(tx, projectId, [type], () => news.map(toEvent), now)
}

/** Notifies the new owner of groups, unless they took them themselves; hands webhooks a brief of each. */
export async function notifyAssigned(
  tx: Tx,
  ctx: ProjectContext,
  locked: readonly LockedGroup[],
  ownerId: string,
): Promise<void> {
  const projectId = ctx.project.id
  const by = personOf(ctx.actor)
  const groups = await loadGroups(tx, projectId, locked)
  const topic = assignedBy(by?.userId ?? '', actorName(ctx.actor))
  const notices = [...groups.values()].map((group) =>
    toNotice(
      topic,
      group.fingerprint,
      `${actorName(ctx.actor)} gave you a failure: ${failureName(group)}`,
      by?.userId === ownerId ? null : ownerId,
    ),
  )
  await notifyJoined(tx, projectId, notices, ctx.now())
  await enqueueBriefs(tx, projectId, 'failureGroup', [...groups.keys()])
}

const REGRESSED: Topic = {
  key: 'failures regressed',
  kind: 'failure_worse',
  many: 4,
  withinMs: HOUR_MS,
  link: '/failures?status=regressed',
  text: (count) => `${count} kinds of failure that you look after came back`,
}

const ESCALATED: Topic = {
  ...REGRESSED,
  key: 'failures escalated',
  link: '/failures?status=escalating',
  text: (count) => `${count} kinds of failure that you look after escalate`,
}

const assignedBy = (userId: string, name: string): Topic => ({
  key: `failures assigned by ${userId}`,
  kind: 'failure_assigned',
  many: 2,
  withinMs: 10 * 60_000,
  link: '/failures?owner=me',
  text: (count) => `${name} gave you ${count} kinds of failure`,
})

function toNotice(topic: Topic, fingerprint: string, text: string, userId: string | null): TopicNotice {
  return { topic, userIds: userId === null ? [] : [userId], text, link: failureLink(fingerprint) }
}

async function loadGroups(tx: Tx, projectId: string, of: readonly { fingerprint: string }[]) {
  if (of.length === 0) return new Map<string, never>()
  const rows = await tx.failureGroup.findMany({
    where: { projectId, fingerprint: { in: of.map(({ fingerprint }) => fingerprint) } },
    select: { fingerprint: true, failureClass: true, node: true, template: true, code: true, ownerId: true },
  })
  const groups = await withPlaces(tx, projectId, rows)
  return new Map(groups.map((row) => [row.fingerprint, { ...row, failureClass: failureClass.parse(row.failureClass) }]))
}

const resolution = z.object({ userId: z.string() })

/** Who resolved these groups last, of the resolutions that stand; groups resolved by no person are left out. */
async function loadResolvers(tx: Tx, projectId: string, fingerprints: readonly string[]): Promise<Map<string, string>> {
  if (fingerprints.length === 0) return new Map()
  const rows = await tx.failureGroupEvent.findMany({
    where: { projectId, fingerprint: { in: [...fingerprints] }, kind: { in: ['resolved', 'undone'] } },
    select: { fingerprint: true, id: true, kind: true, detail: true },
    orderBy: { id: 'asc' },
  })
  return new Map(
    standing(rows).flatMap(({ fingerprint, detail }) => {
      const userId = resolution.safeParse(detail).data?.userId
      return userId === undefined ? [] : [[fingerprint, userId] as const]
    }),
  )
}
