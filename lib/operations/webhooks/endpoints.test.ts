import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { listNotifications } from '../notifications/list'
import {
  admin,
  clock,
  closeReceiver,
  deliver,
  endpoint,
  endpointId,
  failedAttempt,
  later,
  log,
  openEndpoint,
  project,
  receiver,
  say,
  secret,
  signatureOf,
} from '../testing/webhook-scene'
import { listDeliveries } from './deliveries'
import { listEndpoints, rotateSecret, testEndpoint, updateEndpoint } from './endpoints'

process.env.VERITAS_ALLOW_PRIVATE_WEBHOOKS = 'true'

const db = getDb()

beforeEach(openEndpoint)
afterEach(closeReceiver)

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

  it('is neither disabled by messages that test it nor excused by them', async () => {
    receiver.behave(500, 500, 500, 500, 500, 200)
    for (let n = 1; n <= 5; n++) await testEndpoint.run(admin, { endpointId })
    expect(await endpoint()).toMatchObject({ failures: 0, isEnabled: true })
    const key = { projectId_id: { projectId: project.project.id, id: endpointId } }
    await db.webhookEndpoint.update({ where: key, data: { failures: 4 } })
    await testEndpoint.run(admin, { endpointId })
    expect(await endpoint()).toMatchObject({ failures: 4 })
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

  it('shows what it answered to admins only', async () => {
    receiver.behave(500)
    await say()
    await deliver()
    expect((await log())[0]?.attempts).toMatchObject([{ status: 500, response: 'answered 500' }])
    for (const reader of [await project.as('reviewer'), await project.as('viewer'), project.key]) {
      const { deliveries } = await listDeliveries.run(reader, { endpointId })
      expect(deliveries[0]?.attempts).toMatchObject([{ status: 500, error: 'answered 500', response: null }])
    }
  })

  it('shows its full address to admins only', async () => {
    const { endpoints } = await listEndpoints.run(await project.as('viewer'), {})
    expect(endpoints[0]?.url).toBe(`${new URL(receiver.url).origin}/…`)
    expect((await endpoint())?.url).toBe(receiver.url)
  })
})
