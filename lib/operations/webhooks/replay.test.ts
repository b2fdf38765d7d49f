import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import {
  admin,
  clock,
  closeReceiver,
  deliver,
  endpointId,
  failedAttempt,
  later,
  log,
  openEndpoint,
  project,
  receiver,
  say,
} from '../testing/webhook-scene'
import { listDeliveries, replayDeliveries, replayDelivery } from './deliveries'
import { testEndpoint, updateEndpoint } from './endpoints'

process.env.VERITAS_ALLOW_PRIVATE_WEBHOOKS = 'true'

const db = getDb()

beforeEach(openEndpoint)
afterEach(closeReceiver)

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

  it('leaves out tests, unless they are named', async () => {
    await say()
    await testEndpoint.run(admin, { endpointId })
    const [{ messageId } = { messageId: '' }] = (await log()).filter(({ type }) => type === 'webhook.test')
    await failAll()
    expect(await replayDeliveries.run(admin, { endpointId })).toEqual({ replayed: 1, left: 0 })
    expect(await replayDeliveries.run(admin, { endpointId, since: clock.toISOString() })).toMatchObject({ replayed: 0 })
    expect(await replayDeliveries.run(admin, { endpointId, messageIds: [messageId] })).toMatchObject({ replayed: 1 })
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
