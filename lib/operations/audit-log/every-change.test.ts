import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import type { Context } from '../context'
import { postDeadLetter } from '../dead-letters/post-dead-letter'
import { decideGate } from '../gates/decide-gate'
import { createKey } from '../keys/create-key'
import { registry } from '../registry'
import { reviewRun } from '../reviews/review-run'
import { makeRegressedChain, type RegressedChain, see } from '../testing/regressed-chain'
import { putThinkingTemplate } from '../thinking/put-template'
import { createEndpoint } from '../webhooks/create-endpoint'
import { testEndpoint } from '../webhooks/test-endpoint'

type Scene = RegressedChain & { admin: Context; reviewerId: string }

const reason = 'The answers are empty.'
const template = { steps: [{ step_description: 'Look', expected_outcome: 'Seen', recommended_tools: [] }] }
const hook = { name: 'hook', url: 'http://127.0.0.1:9/', events: ['gate.opened' as const] }
const inTwoDays = () => new Date(Date.now() + 48 * 3_600_000).toISOString()

const letter = async ({ key }: Scene) =>
  (await postDeadLetter.run(key, { operation: 'tool:bash', error: 'exit 1', category: 'PERMANENT' })).item.id
const endpoint = async ({ admin }: Scene) => (await createEndpoint.run(admin, hook)).endpoint.id
const verdict = async ({ gateId, reviewer }: Scene) => {
  const { evidenceDigest } = await see(reviewer, gateId)
  return { gateId, verdict: 'rejected' as const, reason, evidenceDigest }
}

beforeAll(() => {
  // The address of the endpoint is nobody's: nothing is sent before its job runs.
  process.env.VERITAS_ALLOW_PRIVATE_WEBHOOKS = 'true'
})

/** An input with which each operation of a person succeeds, once what it needs is there. */
const inputs: Record<string, (scene: Scene) => object | Promise<object>> = {
  'chains.setAuthorities': ({ reviewerId }) => ({ chain: 'answers', userIds: [reviewerId] }),
  'chains.update': () => ({ chain: 'answers', gateHours: 5 }),
  'configuration.put': () => ({ chain: 'answers', config: { gate_hours: 5 }, expected: 0 }),
  'deadLetters.act': async (scene) => ({ deadLetterId: await letter(scene), action: 'retry' }),
  'deadLetters.actOnMany': async (scene) => ({ ids: [await letter(scene)], action: 'abandon', reason }),
  'gates.assign': ({ gateId, reviewerId }) => ({ gateId, userId: reviewerId }),
  'gates.decide': verdict,
  'gates.escalate': ({ gateId }) => ({ gateId, to: 'admins', reason }),
  'gates.extend': ({ gateId }) => ({ gateId, deadlineAt: inTwoDays(), reason }),
  'gates.undo': async (scene) => {
    await decideGate.run(scene.reviewer, await verdict(scene))
    return { gateId: scene.gateId, reason }
  },
  'judge.resetBreaker': async ({ project }) => {
    await getDb().judgeBreaker.create({ data: { projectId: project.id, worker: 'w', rejections: 3 } })
    return { worker: 'w' }
  },
  'judge.test': () => ({}),
  'keys.create': () => ({ name: 'another' }),
  'keys.revoke': async ({ admin }) => ({ keyId: (await createKey.run(admin, { name: 'agent' })).key.id }),
  'members.add': () => ({ email: `${uuid()}@example.test`, password: 'a long password', role: 'viewer' }),
  'members.remove': ({ reviewerId }) => ({ userId: reviewerId }),
  'projects.update': () => ({ name: 'Another name' }),
  'reviews.create': ({ runIds }) => ({ runId: runIds[0], verdict: 'approve' }),
  'reviews.undo': async ({ admin, runIds: [runId = ''] }) => {
    const { decision } = await reviewRun.run(admin, { runId, verdict: 'approve' })
    return { runId, decisionId: decision.id }
  },
  'sample.load': () => ({}),
  'thinking.deleteTemplate': async ({ admin }) => {
    await putThinkingTemplate.run(admin, { name: 'release', template })
    return { name: 'release' }
  },
  'thinking.putTemplate': () => ({ name: 'release', template }),
  'webhooks.createEndpoint': () => hook,
  'webhooks.deleteEndpoint': async (scene) => ({ endpointId: await endpoint(scene) }),
  'webhooks.replayDelivery': async (scene) => {
    const endpointId = await endpoint(scene)
    return { endpointId, messageId: (await testEndpoint.run(scene.admin, { endpointId })).delivery.messageId }
  },
  'webhooks.rotateSecret': async (scene) => ({ endpointId: await endpoint(scene) }),
  'webhooks.testEndpoint': async (scene) => ({ endpointId: await endpoint(scene) }),
  'webhooks.updateEndpoint': async (scene) => ({ endpointId: await endpoint(scene), name: 'renamed' }),
}

const ofPeople = registry.filter(
  ({ contract: { scope, method } }) => (scope === 'decide' || scope === 'admin') && method !== 'GET',
)

async function makeScene(): Promise<Scene> {
  const chain = await makeRegressedChain()
  const admin = { ...(await chain.as('admin', 'Ada')), origin: { address: '192.0.2.7', via: 'browser' as const } }
  return { ...chain, admin, reviewerId: userIdOf(chain.reviewer) }
}

function userIdOf({ actor }: Context): string {
  if (actor.kind !== 'user') throw new Error('a person has a user as their actor')
  return actor.userId
}

describe.each(ofPeople.map((operation) => ({ name: operation.contract.name, operation })))('$name', (named) => {
  it('leaves an audit event that says who did it, from where and by what', async () => {
    const scene = await makeScene()
    const input = await inputs[named.name]?.(scene)
    if (!input) throw new Error(`no input of ${named.name} is known here`)
    const where = { projectId: scene.project.id }
    const before = await getDb().auditEvent.count({ where })
    await named.operation.run(scene.admin, input)
    const added = await getDb().auditEvent.findMany({ where: { ...where, seq: { gt: before } } })
    const signature = { actorKind: 'user', actorId: userIdOf(scene.admin), via: 'browser', address: '192.0.2.7' }
    expect(added).toContainEqual(expect.objectContaining(signature))
  })
})

describe('the digest of the evidence', () => {
  it('goes on record with a decision', async () => {
    const scene = await makeScene()
    const given = await verdict(scene)
    await decideGate.run(scene.admin, given)
    const event = await getDb().auditEvent.findFirst({
      where: { projectId: scene.project.id, action: 'gate.rejected' },
    })
    expect(event?.evidenceDigest).toBe(given.evidenceDigest)
  })
})
