import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { makeProject } from '../testing/factories'
import { startReceiver } from '../testing/misbehaving-receiver'
import { createEndpoint, testEndpoint, updateEndpoint } from '../webhooks/endpoints'
import { guardedFetch } from './guarded-fetch'

const limits = { timeoutMs: 5000, maxBytes: 1000 }

describe('a private address', () => {
  it.each([
    'http://127.0.0.1:8080/',
    'http://localhost/',
    'http://[::1]/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:10.0.0.1]/',
  ])('is rejected when it is configured: %s', async (url) => {
    const { as } = await makeProject()
    const admin = await as('admin')
    const refused = {
      code: 'invalid_input',
      issues: [{ path: 'url', message: expect.stringContaining('not a public') }],
    }
    await expect(createEndpoint.run(admin, { name: 'inside', url, events: ['gate.opened'] })).rejects.toMatchObject(
      refused,
    )
    const { endpoint } = await createEndpoint.run(admin, {
      name: 'outside',
      url: 'https://1.1.1.1/hook',
      events: ['gate.opened'],
    })
    await expect(updateEndpoint.run(admin, { endpointId: endpoint.id, url })).rejects.toMatchObject(refused)
  })

  it('is rejected when it is called, and nothing is sent', async () => {
    const receiver = await startReceiver()
    await expect(guardedFetch(receiver.url, limits)).rejects.toMatchObject({ code: 'refused_address' })
    const { as, project } = await makeProject()
    const admin = await as('admin')
    const { endpoint } = await createEndpoint.run(admin, {
      name: 'rebound',
      url: 'https://1.1.1.1/hook',
      events: ['gate.opened'],
    })
    // Simulates a name that resolves to another address by now.
    await getDb().webhookEndpoint.updateMany({ where: { projectId: project.id }, data: { url: receiver.url } })
    const { delivery } = await testEndpoint.run(admin, { endpointId: endpoint.id })
    expect(delivery).toMatchObject({ status: 'failed', attempts: [{ status: null }] })
    expect(delivery.attempts[0]?.error).toContain('not a public address')
    expect(receiver.requests).toEqual([])
    await receiver.close()
  })

  it('is not told to whoever names a host that leads there', async () => {
    await expect(guardedFetch('http://localhost/', limits)).rejects.toMatchObject({
      message:
        'localhost leads to what is not a public address: the desk calls no other unless VERITAS_ALLOW_PRIVATE_WEBHOOKS is set',
    })
  })
})
