import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { hashPassword, passwordStamp } from '../account/password-hash'
import { beginSession } from '../account/sessions'
import { publishVersion } from '../chains/publish'
import { addComment } from '../comments/comments'
import { registerClient } from '../connections/clients'
import { createConnection, listConnections } from '../connections/connections'
import type { Context } from '../context'
import { postDeadLetter } from '../dead-letters/add'
import { deleteProject } from '../erasure/delete-project'
import { actOnFailureGroups } from '../failures/act'
import { decideGate } from '../gates/act'
import { putSignInDomain } from '../invitations/domains'
import { invite } from '../invitations/invite'
import { addJudge } from '../judge/manage'
import { keepScenario } from '../kept-scenarios/keep'
import { createKey } from '../keys/keys'
import type { Operation } from '../operation'
import { nextPair } from '../pairs/answer'
import { askPairs } from '../pairs/ask'
import { makeResetLink } from '../password-reset/link'
import { registry } from '../registry'
import { addReviews } from '../review-queue/move'
import { reviewRun } from '../reviews/review'
import { runBody, takeIn } from '../testing/factories'
import { type FakeSmtp, startSmtp } from '../testing/fake-smtp'
import { makeRegressedChain, type RegressedChain, see } from '../testing/regressed-chain'
import { putThinkingTemplate } from '../thinking/templates'
import { sequentialThinkingQa } from '../thinking/think'
import { createView } from '../views/views'
import { createEndpoint, testEndpoint } from '../webhooks/endpoints'
import { addWeeklyAction } from '../weekly/actions'

type Scene = RegressedChain & { admin: Context; reviewerId: string }

const reason = 'The answers are empty.'
const template = { steps: [{ step_description: 'Look', expected_outcome: 'Seen', recommended_tools: [] }] }
const hook = { name: 'hook', url: 'http://127.0.0.1:9/', events: ['gate.opened' as const] }
const judgeInput = { name: 'Judge', kind: 'openai' as const, baseUrl: 'http://127.0.0.1:9/v1', model: 'a' }
const view = { screen: 'runs' as const, name: 'Failed', query: 'status=failed' }
const inTwoDays = () => new Date(Date.now() + 48 * 3_600_000).toISOString()

const letter = async ({ key }: Scene) =>
  (await postDeadLetter.run(key, { operation: 'tool:bash', error: 'exit 1', category: 'PERMANENT' })).item.id
const endpoint = async ({ admin }: Scene) => (await createEndpoint.run(admin, hook)).endpoint.id
const action = { week: '2026-W11', text: 'Look into it' }
/** About a run that waits in the review queue. */
const queued = (input: () => object) => async (scene: Scene) => {
  const [runId = ''] = scene.runIds
  await addReviews.run(await scene.as('reviewer'), { runIds: [runId] })
  return { runId, ...input() }
}
const verdict = async ({ gateId, reviewer }: Scene) => {
  const { evidenceDigest } = await see(reviewer, gateId)
  return { gateId, verdict: 'rejected' as const, reason, evidenceDigest }
}

/** A group of failures whose messages differ in a word at most. */
const failureGroup = async ({ key, project }: Scene, ...words: string[]) => {
  for (const word of words.length > 0 ? words : ['Ada'])
    await takeIn(key, [failedRun(`Could not load the profile of customer ${word} from the billing service`)])
  const group = await getDb().failureGroup.findFirstOrThrow({
    where: {
      projectId: project.id,
      template: { contains: words.at(-1) === 'The disk is full' ? 'disk' : 'profile of customer' },
    },
    orderBy: { roots: 'desc' },
  })
  return group.fingerprint
}
const failedRun = (message: string) =>
  runBody({ status: 'failed', nodes: [{ id: 'look', status: 'failed', error: { message } }] })
const partOf = async ({ project }: Scene) =>
  (await getDb().failure.findFirstOrThrow({ where: { projectId: project.id, message: { contains: 'Bob' } } })).part
const reviewed = async ({ key, admin }: Scene) => {
  const body = runBody({ request: 'Where is my parcel?' })
  const runId = (await takeIn(key, [body])).get(body.id) ?? ''
  await reviewRun.run(admin, { runId, verdict: 'reject', reason })
  return { runId }
}
const said = ({ runIds: [runId = ''] }: Scene) => ({ runId, body: 'Look at this.' })
const aComment = async (scene: Scene) => {
  const { comment } = await addComment.run(scene.admin, said(scene))
  return { runId: said(scene).runId, commentId: comment.id }
}

/** What an app asks that has registered itself. */
async function connectable() {
  const redirect_uri = 'http://127.0.0.1/callback'
  const { id } = await registerClient({ redirect_uris: [redirect_uri], client_name: 'Assistant' })
  const pkce = { code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' as const }
  const request = { client_id: id, redirect_uri, response_type: 'code' as const, ...pkce }
  return { request, scopes: ['read' as const] }
}

const comparedVersions = { chain: 'compared', a: '1.0.0', b: '1.1.0' }

/** Two versions that ran the same scenario. */
async function askable({ key }: Scene) {
  const of = (version: string) => runBody({ chain: 'compared', version, scenario: 'one' })
  await takeIn(key, [of('1.0.0'), of('1.1.0')])
  return comparedVersions
}

let smtp: FakeSmtp

beforeAll(async () => {
  // The addresses of webhooks are nobody's: nothing is sent before its job runs. Invitations are mailed at once.
  process.env.VERITAS_ALLOW_PRIVATE_WEBHOOKS = 'true'
  smtp = await startSmtp()
  process.env.SMTP_URL = `smtp://127.0.0.1:${smtp.port}`
  process.env.SMTP_FROM = 'desk@example.test'
  return () => smtp.close()
})

/** An input with which each operation that has to leave an event succeeds, once what it needs is there. */
const inputs: Record<string, (scene: Scene) => object | Promise<object>> = {
  'account.password': async ({ admin }) => {
    const data = { passwordHash: await hashPassword('the old password') }
    await getDb().user.update({ where: { id: userIdOf(admin) }, data })
    return { current: 'the old password', next: 'another long password' }
  },
  'account.erase': async ({ admin, as }) => {
    await as('admin')
    return { name: actorOf(admin).name }
  },
  'account.endOtherSessions': async ({ admin }) => {
    await beginSessionOf(admin)
    return {}
  },
  'account.endSession': async ({ admin }) => ({ sessionId: await beginSessionOf(admin) }),
  'account.reset': async ({ admin }) => {
    const link = await makeResetLink(getDb(), actorOf(admin).email, 'machine', new Date())
    return { token: link?.address.split('/').at(-1), password: 'another long password' }
  },
  'account.update': () => ({ name: 'Ada Lovelace' }),
  'attributions.create': ({ runIds: [runId] }) => ({ runId, nodeId: null }),
  'chains.publishVersion': () => ({ chain: 'answers', version: '2.0.0' }),
  'chains.putVersion': () => ({ chain: 'answers', version: '3.0.0' }),
  'chains.setAuthorities': ({ reviewerId }) => ({ chain: 'answers', userIds: [reviewerId] }),
  'chains.update': () => ({ chain: 'answers', gateHours: 5 }),
  check_verification: ({ runIds: [runId] }) => ({ runId, criteria: { requiredTests: ['a.py'] }, state: { nudges: 2 } }),
  clear_thinking_history: async ({ key }) => {
    const thought = { thought: 'Look', thought_number: 1, total_thoughts: 1, next_thought_needed: false }
    return { session_id: (await sequentialThinkingQa.run(key, thought)).session_id }
  },
  'chainRules.put': () => ({ rules: [{ field: 'service', pattern: 'shop-*', chain: 'shop' }] }),
  'comments.create': said,
  'comments.delete': aComment,
  'comments.resolve': aComment,
  'configuration.put': () => ({ chain: 'answers', config: { gate_hours: 5 }, expected: 0 }),
  'data.putRedaction': () => ({ keys: ['password'] }),
  'data.putRetention': () => ({ contentDays: 90, runDays: null }),
  'connections.create': connectable,
  'connections.revoke': async ({ admin }) => {
    await createConnection.run(admin, await connectable())
    return { connectionId: (await listConnections.run(admin, {})).connections[0]?.id }
  },
  'deadLetters.act': async (scene) => ({ deadLetterId: await letter(scene), action: 'retry' }),
  'deadLetters.actOnMany': async (scene) => ({ ids: [await letter(scene)], action: 'abandon', reason }),
  'failures.act': async (scene) => ({ action: 'archive', groups: [await failureGroup(scene)] }),
  'failures.split': async (scene) => ({ group: await failureGroup(scene, 'Ada', 'Bob'), part: await partOf(scene) }),
  'failures.undo': async (scene) => {
    const groups = [await failureGroup(scene), await failureGroup({ ...scene }, 'The disk is full')]
    const { into, event } = await actOnFailureGroups.run(scene.reviewer, { action: 'merge', groups })
    return { group: into, event }
  },
  'gates.assign': ({ gateId, reviewerId }) => ({ gateId, userId: reviewerId }),
  'gates.decide': verdict,
  'gates.escalate': ({ gateId }) => ({ gateId, to: 'admins', reason }),
  'gates.extend': ({ gateId }) => ({ gateId, deadlineAt: inTwoDays(), reason }),
  'gates.open': () => ({ chain: 'answers', version: '1.0.0', question: 'Is it good?' }),
  'gates.requestReview': ({ runIds: [runId] }) => ({ runId, question: 'Is it good?' }),
  'gates.undo': async (scene) => {
    await decideGate.run(scene.reviewer, await verdict(scene))
    return { gateId: scene.gateId, reason }
  },
  'invitations.accept': async (scene) => {
    const { userId, email } = actorOf(scene.admin)
    await getDb().membership.deleteMany({ where: { userId } })
    await invite.run(await scene.as('admin'), { email, role: 'viewer' })
    return { token: /\/invite\/([\w-]+)/.exec(smtp.mails.at(-1)?.raw.replaceAll('=\r\n', '') ?? '')?.[1] ?? '' }
  },
  'invitations.create': () => ({ email: `${uuid()}@example.test`, role: 'viewer' }),
  'signInDomains.put': () => ({ domain: `${uuid()}.example`, role: 'viewer' }),
  'signInDomains.remove': async ({ admin }) => {
    const { domain } = await putSignInDomain.run(admin, { domain: `${uuid()}.example`, role: 'viewer' })
    return { domain: domain.domain }
  },
  'invitations.revoke': async ({ admin }) => {
    const { invitation } = await invite.run(admin, { email: `${uuid()}@example.test`, role: 'viewer' })
    return { invitationId: invitation.id }
  },
  'judge.add': () => judgeInput,
  'judge.remove': async ({ admin }) => ({ judgeId: (await addJudge.run(admin, judgeInput)).judge.id }),
  'judge.update': async ({ admin }) => ({
    judgeId: (await addJudge.run(admin, judgeInput)).judge.id,
    model: 'another',
  }),
  'judge.resetBreaker': async ({ project }) => {
    await getDb().judgeBreaker.create({ data: { projectId: project.id, worker: 'w', rejections: 3 } })
    return { worker: 'w' }
  },
  'judge.test': () => ({}),
  'keptScenarios.keep': reviewed,
  'keptScenarios.update': async (scene) => {
    const { scenario } = await keepScenario.run(scene.admin, await reviewed(scene))
    return { chain: 'answers', scenarioId: scenario.id, retired: true }
  },
  'keys.create': () => ({ name: 'another' }),
  'keys.revoke': async ({ admin }) => ({ keyId: (await createKey.run(admin, { name: 'agent' })).key.id }),
  'mail.test': () => ({}),
  'members.erase': async ({ reviewerId }) => ({
    userId: reviewerId,
    name: (await getDb().user.findUniqueOrThrow({ where: { id: reviewerId } })).name,
  }),
  'members.update': ({ reviewerId }) => ({ userId: reviewerId, role: 'viewer' }),
  'members.remove': ({ reviewerId }) => ({ userId: reviewerId }),
  'pairs.ask': askable,
  'pairs.decide': async (scene) => {
    await askPairs.run(scene.admin, await askable(scene))
    const { pair } = await nextPair.run(scene.admin, comparedVersions)
    return { pairId: pair?.id, choice: 'equal' }
  },
  'pairs.next': async (scene) => {
    await askPairs.run(await scene.as('admin'), await askable(scene))
    return comparedVersions
  },
  'projects.create': () => ({ slug: `made-${uuid().slice(-12)}`, name: 'Made' }),
  'projects.update': () => ({ name: 'Another name' }),
  'review.add': ({ runIds: [runId = ''] }) => ({ runIds: [runId] }),
  'review.move': queued(() => ({ action: 'hold', until: inTwoDays() })),
  'review.verdict': queued(() => ({ verdict: 'approve' })),
  'reviews.create': ({ runIds }) => ({ runId: runIds[0], verdict: 'approve' }),
  'reviews.undo': async ({ admin, runIds: [runId = ''] }) => {
    const { decision } = await reviewRun.run(admin, { runId, verdict: 'approve' })
    return { runId, decisionId: decision.id }
  },
  'projects.delete': ({ project }) => ({ name: project.name }),
  'projects.restore': async ({ admin, project }) => {
    await deleteProject.run(admin, { name: project.name })
    return {}
  },
  'runs.delete': ({ runIds }) => ({ runIds }),
  'runs.patch': ({ runIds: [runId] }) => ({ runId, metadata: { ticket: 7 } }),
  'runs.rescore': () => ({ series: 'again' }),
  'rubrics.put': () => ({ chain: 'answers', items: [], expected: 0 }),
  'runs.tag': ({ runIds }) => ({ runIds, add: ['odd'] }),
  'sample.load': () => ({}),
  'thinking.deleteTemplate': async ({ admin }) => {
    await putThinkingTemplate.run(admin, { name: 'release', template })
    return { name: 'release' }
  },
  'thinking.putTemplate': () => ({ name: 'release', template }),
  'trials.add': async ({ key }) => {
    const work = { executor: { kind: 'local' as const }, scenarios: [{ name: 'one' }] }
    await publishVersion.run(key, { chain: 'worked', version: '1.0.0', ...work })
    return { chain: 'worked', version: '1.0.0', kind: 'live', count: 1 }
  },
  'views.create': () => view,
  'views.delete': async ({ admin }) => ({ viewId: (await createView.run(admin, view)).view.id }),
  'views.update': async ({ admin }) => ({ viewId: (await createView.run(admin, view)).view.id, isDefault: true }),
  'webhooks.createEndpoint': () => hook,
  'webhooks.deleteEndpoint': async (scene) => ({ endpointId: await endpoint(scene) }),
  'webhooks.replayDeliveries': async (scene) => {
    const endpointId = await endpoint(scene)
    const { delivery } = await testEndpoint.run(scene.admin, { endpointId })
    return { endpointId, messageIds: [delivery.messageId] }
  },
  'webhooks.replayDelivery': async (scene) => {
    const endpointId = await endpoint(scene)
    return { endpointId, messageId: (await testEndpoint.run(scene.admin, { endpointId })).delivery.messageId }
  },
  'webhooks.rotateSecret': async (scene) => ({ endpointId: await endpoint(scene) }),
  'webhooks.testEndpoint': async (scene) => ({ endpointId: await endpoint(scene) }),
  'webhooks.updateEndpoint': async (scene) => ({ endpointId: await endpoint(scene), name: 'renamed' }),
  'weekly.addAction': () => action,
  'weekly.make': () => ({ week: action.week }),
  'weekly.updateAction': async ({ key }) => {
    const { id: actionId } = (await addWeeklyAction.run(key, action)).action
    return { week: action.week, actionId, status: 'done' }
  },
}

/** What writes nothing, or only facts that are a record themselves: who sent them stands on each, and none is ever changed. */
const exceptions: Record<string, string> = {
  ...of(
    'computes an answer; a check of a named run is a fact in run_check, and a call of the judge one in judge_call',
    [
      'analyze_convergence',
      'analyze_failure_patterns',
      'calibrate_confidence',
      'attribute_failure',
      'check_accuracy',
      'check_completeness',
      'classify_failure',
      'chainRules.preview',
      'configuration.preview',
      'data.testRedaction',
      'decide_dependent',
      'decide_iteration',
      'detect_hallucinations',
      'detect_regression',
      'determine_rerun_strategy',
      'estimate_quality',
      'evaluate_quality_gate',
      'forecast_verdict',
      'generate_fixup_task',
      'get_thinking_history',
      'group_failures',
      'judge.compare',
      'recommend_stop',
      'score_confidence',
      'score_quality',
      'score_trace',
      'synthesize_feedback',
      'validate_execution_result',
      'validate_output',
    ],
  ),
  ...of('takes in facts, each with who sent it; a gate that opens with them leaves an event of its own', [
    'runs.ingest',
    'signals.send',
    'sequential_thinking_qa',
    'trials.report',
  ]),
  ...of('is the work of a queue: each step is a row of dead_letter_event', [
    'deadLetters.add',
    'deadLetters.claim',
    'deadLetters.report',
  ]),
  'trials.claim': 'leases work to a worker, as a trial says',
  ...of('lends a run to a reviewer for minutes; what comes of it leaves an event', [
    'review.next',
    'review.renew',
    'review.skip',
  ]),
  'notifications.read': 'moves a mark of the reader alone',
  'account.requestReset': 'asks for a mail, by nobody that is known: the link that is made is on record',
  'account.updateMail': 'chooses what the person alone is sent',
  'invitations.decline': 'names nobody: the tests of invitations look at its event',
  'setup.complete': 'needs a desk where nobody is: the tests of the set-up look at its event',
}

function of(reason: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, reason]))
}

const writing = registry.filter(({ contract }) => contract.method !== 'GET')
const named = (operation: Operation) => ({ name: operation.contract.name, operation })

it('is known of each operation that may write whether it leaves an event, or why it does not have to', () => {
  const known = [...Object.keys(inputs), ...Object.keys(exceptions)]
  expect(known.toSorted()).toEqual(writing.map(({ contract }) => contract.name).toSorted())
})

it('is never excepted where only a person may act', () => {
  const ofPeople = writing.filter(({ contract: { scope } }) => scope === 'decide' || scope === 'admin')
  expect(ofPeople.filter(({ contract }) => contract.name in exceptions)).toEqual([])
})

async function makeScene(): Promise<Scene> {
  const chain = await makeRegressedChain()
  const admin = { ...(await chain.as('admin', 'Ada')), origin: { address: '192.0.2.7', via: 'browser' as const } }
  return { ...chain, admin, reviewerId: userIdOf(chain.reviewer) }
}

function actorOf({ actor }: Context) {
  if (actor.kind !== 'user') throw new Error('a person has a user as their actor')
  return actor
}

const beginSessionOf = async (ctx: Context) => {
  const user = { userId: userIdOf(ctx), stamp: passwordStamp(null) }
  return (await beginSession(getDb(), user, { address: null, device: null }, new Date())) ?? ''
}

const userIdOf = (ctx: Context) => actorOf(ctx).userId

describe.each(writing.filter(({ contract }) => contract.name in inputs).map(named))('$name', ({ name, operation }) => {
  it('leaves an audit event that says who did it, from where and by what', async () => {
    const scene = await makeScene()
    const input = (await inputs[name]?.(scene)) ?? {}
    const by = { actorId: userIdOf(scene.admin) }
    const before = await getDb().auditEvent.findMany({ where: by, select: { id: true } })
    await operation.run(scene.admin, input)
    const added = await getDb().auditEvent.findMany({
      where: { ...by, id: { notIn: before.map(({ id }) => id) } },
      orderBy: { id: 'asc' },
    })
    expect(added).not.toEqual([])
    const signature = { actorKind: 'user', actor: 'Ada', via: 'browser', address: '192.0.2.7' }
    for (const event of added) {
      expect(event).toMatchObject(signature)
      expect(event.seq).not.toBeNull()
    }
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
