import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { WEBHOOK_RETRIES } from '@/lib/engine/webhooks/answer'
import { nextAttemptAt } from '@/lib/engine/work/retry-schedule'
import {
  admin,
  clock,
  closeReceiver,
  deliver,
  endpoint,
  endpointId,
  later,
  log,
  openEndpoint,
  project,
  receiver,
  say,
  secret,
  signatureOf,
} from '../testing/webhook-scene'
import { emit } from './emit'
import { deleteEndpoint, testEndpoint, updateEndpoint } from './endpoints'

process.env.VERITAS_ALLOW_PRIVATE_WEBHOOKS = 'true'

const db = getDb()

beforeEach(openEndpoint)
afterEach(closeReceiver)

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

  it('that tests the endpoint is sent by whoever asks, not by a worker that takes what is due', async () => {
    const takeDue = () => db.$executeRaw`
      UPDATE webhook_delivery SET attempts = attempts + 1, lease_until = ${new Date(clock.getTime() + 60_000)}
      WHERE project_id = ${project.project.id}::uuid AND next_at <= ${clock}`
    const swept = new Proxy(db, {
      get(target, name) {
        const value = Reflect.get(target, name)
        if (name !== '$queryRaw') return typeof value === 'function' ? value.bind(target) : value
        return async (words: TemplateStringsArray, ...values: unknown[]) => {
          if (words.join('').includes('FOR UPDATE SKIP LOCKED')) await takeDue()
          return db.$queryRaw(words, ...values)
        }
      },
    })
    const { delivery } = await testEndpoint.run({ ...admin, db: swept }, { endpointId })
    expect(delivery).toMatchObject({ status: 'delivered', nextAt: null, attempts: [{ status: 200 }] })
    expect(receiver.requests).toHaveLength(1)
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

  it('that was under way when its endpoint was deleted ends with it', async () => {
    receiver.behave('hang')
    await say()
    const sending = deliver()
    await receiver.seen(1)
    await deleteEndpoint.run(admin, { endpointId })
    await receiver.close()
    await expect(sending).resolves.toBeUndefined()
  })

  it('is made only for subscribed event types, and not while the endpoint is disabled', async () => {
    await emit(db, project.project.id, 'dlq.added', {}, clock)
    await updateEndpoint.run(admin, { endpointId, isEnabled: false })
    await say()
    await deliver()
    expect(await log()).toEqual([])
  })

  it('that was made while its endpoint was being disabled is not sent', async () => {
    await say()
    const key = { projectId_id: { projectId: project.project.id, id: endpointId } }
    await db.webhookEndpoint.update({ where: key, data: { disabledAt: clock } })
    await deliver()
    expect(receiver.requests).toEqual([])
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
      if (next) later(next.getTime() - clock.getTime())
    }
    later(100 * 86_400_000)
    await deliver()
    expect(receiver.requests).toHaveLength(10)
    expect(await endpoint()).toMatchObject({ failures: 1, isEnabled: true })
  })

  it('that is due beyond a batch that failed is sent by a job after a pause', async () => {
    receiver.behave(500)
    for (let n = 1; n <= 11; n++) await say(n)
    await db.$executeRaw`DELETE FROM pgboss.job WHERE data->>'id' = ${endpointId}`
    await deliver()
    expect(receiver.requests).toHaveLength(10)
    const jobs = await db.$queryRaw<{ at: Date }[]>`
      SELECT min(start_after) AS at FROM pgboss.job WHERE name = 'webhook-deliver' AND data->>'id' = ${endpointId}`
    later(5000)
    expect(jobs).toEqual([{ at: clock }])
    await deliver()
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(11)
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

  it('is given up when every attempt was cut off before its outcome was known', async () => {
    await say()
    const where = { projectId: project.project.id }
    await db.webhookDelivery.updateMany({
      where,
      data: { attempts: WEBHOOK_RETRIES.waitsMs.length, leaseUntil: clock },
    })
    await deliver()
    expect(receiver.requests).toHaveLength(0)
    expect(await log()).toMatchObject([
      { status: 'failed', nextAt: null, attempts: [{ status: null, error: expect.stringMatching(/^given up: /) }] },
    ])
  })
})
