import { createHmac } from 'node:crypto'
import { getDb } from '@/lib/db/client'
import type { Context } from '../context'
import { deliverDue } from '../webhooks/deliver'
import { listDeliveries } from '../webhooks/deliveries'
import { emit } from '../webhooks/emit'
import { createEndpoint, listEndpoints } from '../webhooks/endpoints'
import { makeProject, type TestProject } from './factories'
import { type Receiver, startReceiver } from './misbehaving-receiver'

// Live bindings: each test has a receiver and an endpoint of its own.
export let receiver: Receiver
export let project: TestProject
export let admin: Context
export let endpointId: string
export let secret: string
export let clock: Date

const now = () => clock
export const later = (ms: number) => {
  clock = new Date(clock.getTime() + ms)
}
export const say = (n = 1) => emit(getDb(), project.project.id, 'gate.opened', { path: '/gates/g1', n }, clock)
export const deliver = () => deliverDue(getDb(), { projectId: project.project.id, id: endpointId }, now, () => 0)
export const log = async () => (await listDeliveries.run(admin, { endpointId })).deliveries
export const endpoint = async () => (await listEndpoints.run(admin, {})).endpoints[0]

export async function openEndpoint(): Promise<void> {
  clock = new Date()
  receiver = await startReceiver()
  project = await makeProject()
  admin = { ...(await project.as('admin')), now }
  const made = await createEndpoint.run(admin, { name: 'receiver', url: receiver.url, events: ['gate.opened'] })
  endpointId = made.endpoint.id
  secret = made.secret
}

export const closeReceiver = () => receiver.close()

export const failedAttempt = {
  kind: 'attempt',
  at: '2026-03-01T12:00:00.000Z',
  by: null,
  status: 500,
  error: 'answered 500',
  ms: 1,
  response: null,
}

/** The signature of a message by this secret, as the receiver computes it. */
export function signatureOf(key: string, headers: Record<string, unknown>, body: string): string {
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const raw = Buffer.from(key.replace('whsec_', ''), 'base64')
  return `v1,${createHmac('sha256', raw).update(content).digest('base64')}`
}
