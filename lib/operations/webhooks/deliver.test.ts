import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getDb } from '@/lib/db/client'
import { WEBHOOK_RETRIES } from '@/lib/engine/webhooks/answer'
import { nextAttemptAt } from '@/lib/engine/work/retry-schedule'
import type { Context } from '../context'
import { listNotifications } from '../notifications/list'
import { makeProject, type TestProject } from '../testing/factories'
import { type Receiver, startReceiver } from '../testing/misbehaving-receiver'
import { deliverDue } from './deliver'
import { listDeliveries } from './deliveries'
import { emit } from './emit'
import { createEndpoint, listEndpoints, rotateSecret, updateEndpoint } from './endpoints'
import { replayDeliveries, replayDelivery } from './replay'

vi.hoisted(() => {
  process.env.VERITAS_ALLOW_PRIVATE_WEBHOOKS = 'true'
})

let receiver: Receiver
let project: TestProject
let admin: Context
let endpointId: string
let secret: string
let clock: Date

const db = getDb()
const now = () => clock
const later = (ms: number) => {
  clock = new Date(clock.getTime() + ms)
}
const say = (n = 1) => emit(db, project.project.id, 'gate.opened', { path: '/gates/g1', n }, clock)
const deliver = () => deliverDue(db, { projectId: project.project.id, id: endpointId }, now, () => 0)
const log = async () => (await listDeliveries.run(admin, { endpointId })).deliveries
const endpoint = async () => (await listEndpoints.run(admin, {})).endpoints[0]

beforeEach(async () => {
  clock = new Date()
  receiver = await startReceiver()
  project = await makeProject()
  admin = { ...(await project.as('admin')), now }
  const made = await createEndpoint.run(admin, { name: 'receiver', url: receiver.url, events: ['gate.opened'] })
  endpointId = made.endpoint.id
  secret = made.secret
})
afterEach(() => receiver.close())

describe('a delivery', () => {
  it('is a Standard Webhooks message that the receiver can verify', async () => {
    await say()
    await deliver()
    const [request] = receiver.requests
    const { type, timestamp, data } = JSON.parse(request?.body ?? '')
    expect(type).toBe('gate.opened')
    expect(timestamp).toBe(clock.toISOString())
    expect(data).toMatchObject({ project: project.project.slug, n: 1 })
    expect(data.url).toMatch(new RegExp(`/p/${project.project.slug}/gates/g1$`))
    const headers = request?.headers ?? {}
    expect(headers['webhook-timestamp']).toBe(String(Math.floor(clock.getTime() / 1000)))
    expect(headers['webhook-signature']).toBe(signatureOf(secret, headers, request?.body ?? ''))
    expect(await log()).toMatchObject([
      { status: 'delivered', messageId: headers['webhook-id'], nextAt: null, attempts: [{ status: 200, error: null }] },
    ])
  })

  it('is not blocked by another message that cannot be built, nor by an unreadable history', async () => {
    for (const n of [1, 2, 3]) await say(n)
    const [first, second] = (await db.webhookMessage.findMany({ where: { projectId: project.project.id } })).map(
      ({ id }) => id,
    )
    const where = { projectId: project.project.id }
    await db.webhookMessage.updateMany({ where: { ...where, id: first ?? '' }, data: { payload: ['no record'] } })
    await db.webhookDelivery.updateMany({ where: { ...where, messageId: second ?? '' }, data: { history: { no: 1 } } })
    await deliver()
    expect(receiver.requests).toHaveLength(2)
    const rows = await log()
    expect(rows.filter(({ status }) => status === 'delivered')).toHaveLength(2)
    expect(rows.find(({ messageId }) => messageId === first)).toMatchObject({
      status: 'waiting',
      attempts: [
        { status: null, error: expect.stringMatching(/^The message could not be built: stored data does not parse/) },
      ],
    })
  })

  it('is made only for subscribed event types, and not while the endpoint is disabled', async () => {
    await emit(db, project.project.id, 'dlq.added', {}, clock)
    await updateEndpoint.run(admin, { endpointId, isEnabled: false })
    await say()
    await deliver()
    expect(await log()).toEqual([])
  })

  it('is rolled back with the transaction of its event', async () => {
    const undone = db.$transaction(async (tx) => {
      await emit(tx, project.project.id, 'gate.opened', {}, clock)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await deliver()
    expect(receiver.requests).toEqual([])
  })

  it.each([
    [500, 'answered 500'],
    [404, 'answered 404'],
    [{ status: 302, headers: { location: '/elsewhere' } }, 'answered 302: redirects are not followed'],
    ['reset', 'the connection was closed before an answer came'],
  ] as const)('is retried after %j, with the same id and a fresh signature', async (answer, error) => {
    receiver.behave(answer, 200)
    await say()
    await deliver()
    expect(await log()).toMatchObject([
      { status: 'waiting', nextAt: new Date(clock.getTime() + 5000).toISOString(), attempts: [{ error }] },
    ])
    await deliver()
    expect(receiver.requests).toHaveLength(1)
    later(5000)
    await deliver()
    expect(await log()).toMatchObject([{ status: 'delivered', attempts: [{ error }, { status: 200, error: null }] }])
    const [first, second] = receiver.requests
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.body).toBe(first?.body)
    expect(second?.headers['webhook-timestamp']).not.toBe(first?.headers['webhook-timestamp'])
    expect(second?.headers['webhook-signature']).toBe(signatureOf(secret, second?.headers ?? {}, second?.body ?? ''))
  })

  it('waits as long as Retry-After asks', async () => {
    receiver.behave({ status: 429, headers: { 'retry-after': '90' } })
    await say()
    await deliver()
    expect((await log())[0]?.nextAt).toBe(new Date(clock.getTime() + 90_000).toISOString())
  })

  it('accepts an endless response and reads only its beginning', async () => {
    receiver.behave('endless')
    await say()
    await deliver()
    const [delivery] = await log()
    expect(delivery).toMatchObject({ status: 'delivered' })
    expect(delivery?.attempts[0]?.response).toHaveLength(500)
  })

  it('is tried ten times by the retry table, then given up', async () => {
    receiver.behave(500)
    await say()
    for (let attempt = 1; attempt <= 10; attempt++) {
      await deliver()
      const [delivery] = await log()
      expect(delivery?.attempts).toHaveLength(attempt)
      const next = nextAttemptAt(WEBHOOK_RETRIES, attempt, clock)
      expect(delivery).toMatchObject({ nextAt: next?.toISOString() ?? null, status: next ? 'waiting' : 'failed' })
      if (next) clock = next
    }
    later(100 * 86_400_000)
    await deliver()
    expect(receiver.requests).toHaveLength(10)
    expect(await endpoint()).toMatchObject({ failures: 1, isEnabled: true })
  })

  it('is sent once by concurrent instances', async () => {
    for (let n = 1; n <= 30; n++) await say(n)
    await Promise.all([deliver(), deliver(), deliver()])
    await deliver()
    const ids = receiver.requests.map((request) => request.headers['webhook-id'])
    expect(ids).toHaveLength(30)
    expect(new Set(ids).size).toBe(30)
    expect(new Set((await log()).map((delivery) => delivery.status))).toEqual(new Set(['delivered']))
  })

  it('is sent by another instance after the one that leased it was killed', async () => {
    await say()
    // State after a kill: a lease without an outcome.
    const where = { projectId: project.project.id }
    await db.webhookDelivery.updateMany({ where, data: { leaseUntil: new Date(clock.getTime() + 60_000) } })
    await deliver()
    expect(receiver.requests).toHaveLength(0)
    later(60_000)
    await deliver()
    expect(receiver.requests).toHaveLength(1)
    expect(await log()).toMatchObject([{ status: 'delivered' }])
  })
})

describe('an endpoint', () => {
  it('is disabled by 410, audited and notified, until a person enables it again', async () => {
    receiver.behave(410)
    await say()
    await deliver()
    expect(await endpoint()).toMatchObject({
      isEnabled: false,
      disabledBy: 'gone',
      disabledWhy: expect.stringContaining('410'),
    })
    expect(await log()).toMatchObject([{ status: 'failed', nextAt: null }])
    const audited = await db.auditEvent.findMany({
      where: { projectId: project.project.id, action: 'webhook.disabled' },
    })
    expect(audited).toMatchObject([{ actor: 'Webhooks', subject: `webhook:${endpointId}` }])
    const listed = await listNotifications.run(admin, {})
    expect(listed.notifications).toMatchObject([
      {
        kind: 'webhook_disabled',
        link: `/settings/webhooks?endpoint=${endpointId}`,
        text: expect.stringContaining('410'),
      },
    ])
    expect((await listNotifications.run(await project.as('reviewer'), {})).notifications).toEqual([])
    const { endpoint: on } = await updateEndpoint.run(admin, { endpointId, isEnabled: true })
    expect(on).toMatchObject({ isEnabled: true, failures: 0, disabledBy: null, disabledWhy: null })
  })

  it('is disabled when the last retry of five messages in a row failed; a success resets the count', async () => {
    const lastTry = async () => {
      await say()
      const attempts = Array.from({ length: 9 }, () => failedAttempt)
      await db.webhookDelivery.updateMany({
        where: { projectId: project.project.id, status: 'waiting' },
        data: { attempts: 9, history: attempts },
      })
      await deliver()
    }
    receiver.behave(500, 500, 500, 500, 200, 500)
    for (let n = 1; n <= 4; n++) await lastTry()
    expect(await endpoint()).toMatchObject({ failures: 4, isEnabled: true })
    await lastTry()
    expect(await endpoint()).toMatchObject({ failures: 0, isEnabled: true })
    for (let n = 1; n <= 5; n++) await lastTry()
    expect(await endpoint()).toMatchObject({ failures: 5, isEnabled: false, disabledBy: 'failing' })
  })

  it('signs with both secrets for a day after a rotation, then with the new one only', async () => {
    const { secret: fresh, endpoint: rotated } = await rotateSecret.run(admin, { endpointId })
    expect(fresh).not.toBe(secret)
    expect(rotated.oldSecretUntil).toBe(new Date(clock.getTime() + 86_400_000).toISOString())
    const signatures = async () => {
      await say()
      await deliver()
      const { headers, body } = receiver.requests.at(-1) ?? { headers: {}, body: '' }
      const both = [signatureOf(fresh, headers, body), signatureOf(secret, headers, body)]
      return both.filter((signature) => String(headers['webhook-signature']).split(' ').includes(signature)).length
    }
    expect(await signatures()).toBe(2)
    later(86_400_000)
    expect(await signatures()).toBe(1)
    expect((await endpoint())?.oldSecretUntil).toBeNull()
  })

  it('stores its secret encrypted, and shows it in no response or audit event', async () => {
    const kept = await db.webhookEndpoint.findFirst({ where: { projectId: project.project.id } })
    const audited = await db.auditEvent.findMany({ where: { projectId: project.project.id } })
    const shown = JSON.stringify([kept, audited, await listEndpoints.run(admin, {})])
    expect(shown).not.toContain(secret.slice('whsec_'.length))
  })

  it('shows its full address to admins only', async () => {
    const { endpoints } = await listEndpoints.run(await project.as('viewer'), {})
    expect(endpoints[0]?.url).toBe(`${new URL(receiver.url).origin}/…`)
    expect((await endpoint())?.url).toBe(receiver.url)
  })
})

describe('a replay', () => {
  it('sends the same message under the same id, with fresh retries', async () => {
    receiver.behave(200, 500, 200)
    await say()
    await deliver()
    const [{ messageId } = { messageId: '' }] = await log()
    const { delivery } = await replayDelivery.run(admin, { endpointId, messageId })
    expect(delivery).toMatchObject({ status: 'waiting', attempts: [{ status: 200 }, { kind: 'replay' }] })
    await deliver()
    expect((await log())[0]?.nextAt).toBe(new Date(clock.getTime() + 5000).toISOString())
    later(5000)
    await deliver()
    expect((await log())[0]?.attempts.map((attempt) => attempt.status)).toEqual([200, null, 500, 200])
    expect(new Set(receiver.requests.map((request) => request.headers['webhook-id']))).toEqual(new Set([messageId]))
  })

  it('is refused while the endpoint is disabled, and for a message it never had', async () => {
    await say()
    await deliver()
    const [{ messageId } = { messageId: '' }] = await log()
    await expect(replayDelivery.run(admin, { endpointId, messageId: endpointId })).rejects.toMatchObject({
      code: 'not_found',
    })
    await updateEndpoint.run(admin, { endpointId, isEnabled: false })
    await expect(replayDelivery.run(admin, { endpointId, messageId })).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('a bulk replay', () => {
  const failAll = () =>
    db.webhookDelivery.updateMany({
      where: { projectId: project.project.id },
      data: { status: 'failed', nextAt: null, attempts: 1, history: [failedAttempt] },
    })

  it('sends all failed deliveries again, and no delivered ones', async () => {
    for (let n = 1; n <= 3; n++) await say(n)
    await failAll()
    await say(4)
    await deliver()
    expect(await replayDeliveries.run(admin, { endpointId })).toEqual({ replayed: 3, left: 0 })
    await deliver()
    expect(receiver.requests).toHaveLength(4)
    expect((await log()).filter(({ attempts }) => attempts.some(({ kind }) => kind === 'replay'))).toHaveLength(3)
    expect(await replayDeliveries.run(admin, { endpointId })).toEqual({ replayed: 0, left: 0 })
    const audited = await db.auditEvent.findMany({ where: { projectId: project.project.id, action: 'webhook.replay' } })
    expect(audited.map(({ after }) => after)).toEqual([{ messages: 3, failed: true }])
  })

  it('is limited to events since a time', async () => {
    await say(1)
    later(3_600_000)
    const since = clock.toISOString()
    await say(2)
    await failAll()
    expect(await replayDeliveries.run(admin, { endpointId, since })).toEqual({ replayed: 1, left: 0 })
    await deliver()
    expect(receiver.requests.map(({ body }) => JSON.parse(body).data.n)).toEqual([2])
  })

  it('sends the named deliveries, also delivered ones, except those being sent', async () => {
    for (let n = 1; n <= 3; n++) await say(n)
    await deliver()
    const ids = (await log()).map(({ messageId }) => messageId)
    const [first = '', busy = ''] = ids
    await db.webhookDelivery.updateMany({
      where: { projectId: project.project.id, messageId: busy },
      data: { leaseUntil: new Date(clock.getTime() + 60_000) },
    })
    const chosen = { endpointId, messageIds: [first, busy] }
    expect(await replayDeliveries.run(admin, chosen)).toEqual({ replayed: 1, left: 1 })
    await deliver()
    expect(receiver.requests.at(-1)?.headers['webhook-id']).toBe(first)
    const unknown = replayDeliveries.run(admin, { endpointId, messageIds: [first, endpointId] })
    await expect(unknown).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: 'messageIds[1]' }] })
  })

  it('keeps at most fifty attempts', async () => {
    await say()
    await failAll()
    await db.webhookDelivery.updateMany({
      where: { projectId: project.project.id },
      data: { attempts: 50, history: Array.from({ length: 50 }, () => failedAttempt) },
    })
    await replayDeliveries.run(admin, { endpointId })
    const [{ attempts } = { attempts: [] }] = await log()
    expect(attempts).toHaveLength(50)
    expect(attempts.at(-1)?.kind).toBe('replay')
  })

  it('is refused while the endpoint is disabled', async () => {
    await updateEndpoint.run(admin, { endpointId, isEnabled: false })
    await expect(replayDeliveries.run(admin, { endpointId })).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('the delivery log', () => {
  it('is paged, latest first, and filtered by state', async () => {
    for (let n = 1; n <= 5; n++) {
      await say(n)
      later(1000)
    }
    await deliver()
    const first = await listDeliveries.run(admin, { endpointId, limit: 3 })
    const second = await listDeliveries.run(admin, { endpointId, limit: 3, cursor: first.next ?? '' })
    const ids = [...first.deliveries, ...second.deliveries].map((delivery) => delivery.messageId)
    expect(new Set(ids).size).toBe(5)
    expect(second.next).toBeNull()
    expect((await listDeliveries.run(admin, { endpointId, status: ['failed'] })).deliveries).toEqual([])
  })
})

const failedAttempt = {
  kind: 'attempt',
  at: '2026-03-01T12:00:00.000Z',
  by: null,
  status: 500,
  error: 'answered 500',
  ms: 1,
  response: null,
}

function signatureOf(key: string, headers: Record<string, unknown>, body: string): string {
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const raw = Buffer.from(key.replace('whsec_', ''), 'base64')
  return `v1,${createHmac('sha256', raw).update(content).digest('base64')}`
}
