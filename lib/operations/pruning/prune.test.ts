import { v7 as uuid } from 'uuid'
import { beforeEach, expect, it } from 'vitest'
import type { Span } from '@/lib/contracts/otlp'
import { getDb } from '@/lib/db/client'
import { makeSpan, spanId, TRACE_ID } from '@/lib/ingest/testing/spans'
import type { Context } from '../context'
import { makeProject, type TestProject } from '../testing/factories'
import { createEndpoint } from '../webhooks/endpoints'
import { prune, RETENTION } from './prune'

process.env.VERITAS_ALLOW_PRIVATE_WEBHOOKS = 'true'

const db = getDb()
const now = new Date()
const HOUR_MS = 3_600_000
const older = (ms: number) => new Date(now.getTime() - ms - HOUR_MS)
const younger = (ms: number) => new Date(now.getTime() - ms + HOUR_MS)

let test: TestProject
let projectId: string
let admin: Context
let userId: string
let endpointIds: string[]

beforeEach(async () => {
  test = await makeProject()
  projectId = test.project.id
  admin = await test.as('admin')
  userId = admin.actor.kind === 'user' ? admin.actor.userId : ''
  const endpoint = { url: 'http://127.0.0.1:9/', events: ['gate.opened' as const] }
  const made = [
    await createEndpoint.run(admin, { ...endpoint, name: 'a' }),
    await createEndpoint.run(admin, { ...endpoint, name: 'b' }),
  ]
  endpointIds = made.map(({ endpoint }) => endpoint.id)
})

/** Creates a message with a delivery to each endpoint, in these states. */
async function say(at: Date, ...states: string[]): Promise<string> {
  const id = uuid()
  await db.webhookMessage.create({ data: { projectId, id, type: 'gate.opened', payload: {}, at } })
  for (const [index, status] of states.entries())
    await db.webhookDelivery.create({
      data: { projectId, messageId: id, endpointId: endpointIds[index] ?? '', status, updatedAt: at },
    })
  return id
}

const notice = (at: Date, readAt: Date | null) =>
  db.notification.create({
    data: { projectId, userId, id: uuid(), kind: 'gate_opened', text: 'x', link: '/', at, readAt },
  })

const mail = (at: Date, status: string) =>
  db.mail.create({
    data: { projectId, userId, id: uuid(), kind: 'gate_opened', text: 'x', link: '/', status, at, updatedAt: at },
  })

it('removes delivered messages after a while, and keeps recent, waiting and recently failed ones', async () => {
  const { deliveredMessages, failedMessages } = RETENTION
  await say(older(deliveredMessages), 'delivered', 'delivered')
  const kept = [
    await say(younger(deliveredMessages), 'delivered'),
    await say(older(deliveredMessages), 'delivered', 'failed'),
    await say(older(failedMessages), 'waiting'),
  ]
  await say(older(failedMessages), 'failed')
  await prune(db, now)
  const messages = await db.webhookMessage.findMany({ where: { projectId }, orderBy: { id: 'asc' } })
  expect(messages.map(({ id }) => id)).toEqual(kept)
  const deliveries = await db.webhookDelivery.findMany({ where: { projectId }, orderBy: { messageId: 'asc' } })
  expect(deliveries.map(({ status }) => status)).toEqual(['delivered', 'failed', 'waiting'])
})

it('keeps no message for longer than the texts of runs that it may quote, except to deliver it', async () => {
  const day = 24 * HOUR_MS
  await db.dataPolicy.create({ data: { projectId, contentDays: 2 } })
  await say(older(2 * day), 'delivered', 'failed')
  const kept = [await say(older(2 * day), 'waiting', 'delivered'), await say(younger(2 * day), 'delivered', 'failed')]
  await prune(db, now)
  const messages = await db.webhookMessage.findMany({ where: { projectId }, orderBy: { at: 'asc' } })
  expect(messages.map(({ id }) => id)).toEqual(kept)
  expect(await db.webhookDelivery.count({ where: { projectId } })).toBe(3)
})

it('removes read notifications after a while, and unread ones after a year', async () => {
  const { readNotifications, unreadNotifications } = RETENTION
  await notice(older(readNotifications), older(readNotifications))
  await notice(older(unreadNotifications), null)
  const kept = [await notice(younger(readNotifications), now), await notice(older(readNotifications), null)]
  await prune(db, now)
  const left = await db.notification.findMany({ where: { projectId }, orderBy: { id: 'asc' } })
  expect(left.map(({ id }) => id)).toEqual(kept.map(({ id }) => id))
})

it('removes sent mails after a while, and failed ones later', async () => {
  for (const status of ['sent', 'dropped']) await mail(older(RETENTION.sentMails), status)
  await mail(older(RETENTION.failedMails), 'failed')
  const kept = [
    await mail(older(RETENTION.sentMails), 'failed'),
    await mail(older(RETENTION.failedMails), 'waiting'),
    await mail(younger(RETENTION.sentMails), 'sent'),
  ]
  await prune(db, now)
  const left = await db.mail.findMany({ where: { projectId }, orderBy: { id: 'asc' } })
  expect(left.map(({ id }) => id)).toEqual(kept.map(({ id }) => id))
})

it('removes invitations a while after they ended', async () => {
  const { endedInvitations } = RETENTION
  const about = { projectId, email: 'a@example.test', role: 'viewer', invitedById: userId, provesEmail: false }
  const data = [older(endedInvitations), younger(endedInvitations), new Date(now.getTime() + HOUR_MS)].map(
    (expiresAt) => ({ ...about, tokenHash: uuid(), createdAt: expiresAt, expiresAt }),
  )
  await db.invitation.createMany({ data })
  await prune(db, now)
  const left = await db.invitation.findMany({ where: { projectId }, orderBy: { expiresAt: 'asc' } })
  expect(left.map(({ expiresAt }) => expiresAt)).toEqual(data.slice(1).map(({ expiresAt }) => expiresAt))
})

it('removes expired tokens, and connections a while after they ended', async () => {
  const grant = async (expiresAt: Date) => {
    const about = { projectId, userId, clientId: 'c', clientName: 'App', stamp: 's' }
    const { id } = await db.oauthGrant.create({ data: { ...about, expiresAt } })
    return id
  }
  const token = (grantId: string, expiresAt: Date) =>
    db.oauthToken.create({ data: { projectId, hash: uuid(), grantId, kind: 'access', expiresAt } })
  await grant(older(RETENTION.endedConnections))
  const kept = await grant(younger(RETENTION.endedConnections))
  await token(kept, older(RETENTION.endedTokens))
  const { hash } = await token(kept, younger(RETENTION.endedTokens))
  expect(await prune(db, now)).toMatchObject({ connections: 2 })
  expect(await db.oauthGrant.findMany({ where: { projectId }, select: { id: true } })).toEqual([{ id: kept }])
  expect(await db.oauthToken.findMany({ where: { projectId }, select: { hash: true } })).toEqual([{ hash }])
})

it('removes expired sessions and password reset links', async () => {
  const ends = [older(0), younger(0)]
  const made = { userId, createdAt: now, seenAt: now }
  await db.signInSession.createMany({ data: ends.map((expiresAt) => ({ ...made, id: uuid(), expiresAt })) })
  const link = { userId, byMail: true, createdAt: now }
  await db.passwordReset.createMany({ data: ends.map((expiresAt) => ({ ...link, tokenHash: uuid(), expiresAt })) })
  await prune(db, now)
  expect(await db.signInSession.findMany({ where: { userId } })).toMatchObject([{ expiresAt: ends[1] }])
  expect(await db.passwordReset.findMany({ where: { userId } })).toMatchObject([{ expiresAt: ends[1] }])
})

it('works in batches until nothing is left, and returns how much it removed', async () => {
  for (let n = 1; n <= 7; n++) await mail(older(RETENTION.sentMails), 'sent')
  await say(older(RETENTION.deliveredMessages), 'delivered', 'delivered')
  expect(await prune(db, now, 3)).toEqual({
    deliveries: 2,
    messages: 1,
    notifications: 0,
    mails: 7,
    invitations: 0,
    connections: 0,
    views: 0,
    logged: 0,
    sessions: 0,
    resets: 0,
  })
  expect(await prune(db, now, 3)).toEqual({
    deliveries: 0,
    messages: 0,
    notifications: 0,
    mails: 0,
    invitations: 0,
    connections: 0,
    views: 0,
    logged: 0,
    sessions: 0,
    resets: 0,
  })
})

it('removes each row once when run concurrently, without waiting for locked rows', async () => {
  for (let n = 1; n <= 40; n++) await mail(older(RETENTION.sentMails), 'sent')
  const twice = await Promise.all([prune(db, now, 5), prune(db, now, 5)])
  const third = await prune(db, now)
  expect(twice.reduce((sum, { mails }) => sum + mails, third.mails)).toBe(40)
})

it('never removes decisions or audit events, however old', async () => {
  const before = await db.auditEvent.count({ where: { projectId } })
  await prune(db, new Date(now.getTime() + 10 * RETENTION.unreadNotifications))
  expect(await db.auditEvent.count({ where: { projectId } })).toBe(before)
  expect(before).toBeGreaterThan(0)
})

it('removes what was logged of spans that never arrived, and keeps what may still arrive', async () => {
  const event = { name: 'gen_ai.choice', timeNano: null, attributes: {} }
  const add = (id: string, receivedAt: Date, span: Partial<Span>) =>
    db.otlpSpan.create({
      data: {
        ...{ projectId, traceId: TRACE_ID, spanId: spanId(id), receivedAt },
        span: JSON.parse(JSON.stringify({ ...makeSpan({ id }), ...span })),
      },
    })
  await add('1', older(RETENTION.orphanedLogs), { logged: [event] })
  await add('2', younger(RETENTION.orphanedLogs), { logged: [event] })
  await add('3', older(RETENTION.orphanedLogs), { logged: [event], startNano: '1790000000000000000' })
  await add('4', older(RETENTION.orphanedLogs), {})
  expect(await prune(db, now)).toMatchObject({ logged: 1 })
  const left = await db.otlpSpan.findMany({ where: { projectId }, orderBy: { spanId: 'asc' } })
  expect(left.map((row) => row.spanId)).toEqual(['2', '3', '4'].map(spanId))
})
