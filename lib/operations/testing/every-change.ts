import { v7 as uuid } from 'uuid'
import { getDb } from '@/lib/db/client'
import { hashPassword, passwordStamp } from '../account/password-hash'
import { beginSession } from '../account/sessions'
import { publishVersion } from '../chains/publish'
import { addComment } from '../comments/comments'
import { createConnection, listConnections } from '../connections/connections'
import { registerClient } from '../connections/request'
import type { Context } from '../context'
import { postDeadLetter } from '../dead-letters/add'
import { deleteProject } from '../erasure/delete-project'
import { actOnFailureGroups } from '../failures/act'
import { decideGate } from '../gates/act'
import { invite } from '../invitations/invite'
import { putSignInDomain } from '../invitations/sign-in-domains'
import { addJudge } from '../judge/manage'
import { keepScenario } from '../kept-scenarios/keep'
import { createKey } from '../keys/keys'
import { decidePair } from '../pairs/answer'
import { askPairs } from '../pairs/ask'
import { nextPair } from '../pairs/claim'
import { makeResetLink } from '../password-reset/reset'
import { addReviews } from '../review-queue/move'
import { giveVerdict } from '../review-queue/verdict'
import { reviewRun } from '../reviews/review'
import { putThinkingTemplate } from '../thinking/templates'
import { sequentialThinkingQa } from '../thinking/think'
import { createView, deleteView } from '../views/views'
import { createEndpoint, testEndpoint } from '../webhooks/endpoints'
import { addWeeklyAction } from '../weekly/actions'
import { actorOf, type ChangeScene, userIdOf } from './change-scene'
import { ingest, runBody } from './factories'
import { see } from './regressed-chain'

const reason = 'The answers are empty.'
const template = { steps: [{ step_description: 'Look', expected_outcome: 'Seen', recommended_tools: [] }] }
const hook = { name: 'hook', url: 'http://127.0.0.1:9/', events: ['gate.opened' as const] }
const judgeInput = { name: 'Judge', kind: 'openai' as const, baseUrl: 'http://127.0.0.1:9/v1', model: 'a' }
const view = { screen: 'runs' as const, name: 'Failed', query: 'status=failed' }
const inTwoDays = () => new Date(Date.now() + 48 * 3_600_000).toISOString()

const letter = async ({ key }: ChangeScene) =>
  (await postDeadLetter.run(key, { operation: 'tool:bash', error: 'exit 1', category: 'PERMANENT' })).item.id
const endpoint = async ({ admin }: ChangeScene) => (await createEndpoint.run(admin, hook)).endpoint.id
const action = { week: '2026-W11', text: 'Look into it' }
/** Input about a run that waits in the review queue. */
const queued = (input: () => object) => async (scene: ChangeScene) => {
  const [runId = ''] = scene.runIds
  await addReviews.run(await scene.as('reviewer'), { runIds: [runId] })
  return { runId, ...input() }
}
export const verdict = async ({ gateId, reviewer }: ChangeScene) => {
  const { evidenceDigest } = await see(reviewer, gateId)
  return { gateId, verdict: 'rejected' as const, reason, evidenceDigest }
}

/** Creates a group of failures whose messages differ in at most one word. */
const failureGroup = async ({ key, project }: ChangeScene, ...words: string[]) => {
  for (const word of words.length > 0 ? words : ['Ada'])
    await ingest(key, [failedRun(`Could not load the profile of customer ${word} from the billing service`)])
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
const partOf = async ({ project }: ChangeScene) =>
  (await getDb().failure.findFirstOrThrow({ where: { projectId: project.id, message: { contains: 'Bob' } } })).part
const reviewed = async ({ key, admin }: ChangeScene) => {
  const body = runBody({ request: 'Where is my parcel?' })
  const runId = (await ingest(key, [body])).get(body.id) ?? ''
  await reviewRun.run(admin, { runId, verdict: 'reject', reason })
  return { runId }
}
const said = ({ runIds: [runId = ''] }: ChangeScene) => ({ runId, body: 'Look at this.' })
const aComment = async (scene: ChangeScene) => {
  const { comment } = await addComment.run(scene.admin, said(scene))
  return { runId: said(scene).runId, commentId: comment.id }
}
const aJudge = async ({ admin }: ChangeScene) => ({ judgeId: (await addJudge.run(admin, judgeInput)).judge.id })
const aView = async ({ admin }: ChangeScene) => ({ viewId: (await createView.run(admin, view)).view.id })

/** The authorization request of an app that has registered itself. */
async function connectable() {
  const redirect_uri = 'http://127.0.0.1/callback'
  const { id } = await registerClient({ redirect_uris: [redirect_uri], client_name: 'Assistant' })
  const pkce = { code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' as const }
  const request = { client_id: id, redirect_uri, response_type: 'code' as const, ...pkce }
  return { request, scopes: ['read' as const] }
}

const comparedVersions = { chain: 'compared', a: '1.0.0', b: '1.1.0' }

/** Ingests runs of two versions for the same scenario. */
async function askable({ key }: ChangeScene) {
  const of = (version: string) => runBody({ chain: 'compared', version, scenario: 'one' })
  await ingest(key, [of('1.0.0'), of('1.1.0')])
  return comparedVersions
}

/** The id of a pair that the admin was given. */
async function pairToAnswer(scene: ChangeScene): Promise<string> {
  await askPairs.run(scene.admin, await askable(scene))
  const { pair } = await nextPair.run(scene.admin, comparedVersions)
  return pair?.id ?? ''
}

/** Publishes a version whose trials are run by a local worker. */
export async function workable({ key }: ChangeScene) {
  const work = { executor: { kind: 'local' as const }, scenarios: [{ name: 'one' }] }
  await publishVersion.run(key, { chain: 'worked', version: '1.0.0', ...work })
  return { chain: 'worked', version: '1.0.0', kind: 'live' as const, count: 1 }
}

/** The token of an invitation for a person who is not yet a member. */
export async function invited(scene: ChangeScene): Promise<{ token: string }> {
  const { userId, email } = actorOf(scene.admin)
  await getDb().membership.deleteMany({ where: { userId } })
  await invite.run(await scene.as('admin'), { email, role: 'viewer' })
  return { token: /\/invite\/([\w-]+)/.exec(scene.smtp.mails.at(-1)?.raw.replaceAll('=\r\n', '') ?? '')?.[1] ?? '' }
}

/** For each operation that changes stored data, an input with which it succeeds, creating what it needs. */
export const changeInputs: Record<string, (scene: ChangeScene) => object | Promise<object>> = {
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
  'chains.setAuthorities': ({ reviewerId }) => ({ chain: 'answers', userIds: [reviewerId], expected: 0 }),
  'chains.update': () => ({ chain: 'answers', gateHours: 5 }),
  check_verification: ({ runIds: [runId] }) => ({ runId, criteria: { requiredTests: ['a.py'] }, state: { nudges: 2 } }),
  clear_thinking_history: async ({ key }) => {
    const thought = { thought: 'Look', thought_number: 1, total_thoughts: 1, next_thought_needed: false }
    return { session_id: (await sequentialThinkingQa.run(key, thought)).session_id }
  },
  'chainRules.put': () => ({ rules: [{ field: 'service', pattern: 'shop-*', chain: 'shop' }], expected: 0 }),
  'comments.create': said,
  'comments.delete': aComment,
  'comments.edit': async (scene) => ({ ...(await aComment(scene)), body: 'Another text' }),
  'comments.resolve': aComment,
  'configuration.put': () => ({ chain: 'answers', config: { gate_hours: 5 }, expected: 0 }),
  'data.putRedaction': () => ({ keys: ['password'], expected: 0 }),
  'data.putRetention': () => ({ contentDays: 90, runDays: null, expected: 0 }),
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
    const groups = [await failureGroup(scene), await failureGroup(scene, 'The disk is full')]
    const { into, event } = await actOnFailureGroups.run(scene.reviewer, { action: 'merge', groups })
    return { events: [{ group: into, event }] }
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
  'invitations.accept': invited,
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
  'judge.remove': aJudge,
  'judge.update': async (scene) => ({ ...(await aJudge(scene)), model: 'another' }),
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
  'pairs.decide': async (scene) => ({ pairId: await pairToAnswer(scene), choice: 'equal' }),
  'pairs.next': async (scene) => {
    await askPairs.run(await scene.as('admin'), await askable(scene))
    return comparedVersions
  },
  'pairs.reveal': async (scene) => {
    await askPairs.run(scene.admin, await askable(scene))
    return { ...comparedVersions, leave: true }
  },
  'pairs.skip': async (scene) => ({ pairId: await pairToAnswer(scene) }),
  'pairs.undo': async (scene) => {
    const pairId = await pairToAnswer(scene)
    return { pairId, verdictId: (await decidePair.run(scene.admin, { pairId, choice: 'equal' })).verdictId }
  },
  'projects.create': () => ({ slug: `made-${uuid().slice(-12)}`, name: 'Made' }),
  'projects.update': () => ({ name: 'Another name' }),
  'review.add': ({ runIds: [runId = ''] }) => ({ runIds: [runId] }),
  'review.move': queued(() => ({ action: 'hold', until: inTwoDays() })),
  'review.sides': async ({ admin, as, runIds: [runId = ''] }) => {
    await addReviews.run(admin, { runIds: [runId] })
    for (const verdict of ['approve', 'reject'] as const)
      await giveVerdict.run(await as('reviewer'), { runId, verdict, ...(verdict === 'reject' && { reason: 'no' }) })
    return { runId }
  },
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
  'trials.add': workable,
  'views.create': () => view,
  'views.delete': aView,
  'views.restore': async (scene) => {
    const view = await aView(scene)
    await deleteView.run(scene.admin, view)
    return view
  },
  'views.update': async (scene) => ({ ...(await aView(scene)), isDefault: true }),
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

const beginSessionOf = async (ctx: Context) => {
  const user = { userId: userIdOf(ctx), stamp: passwordStamp(null) }
  return (await beginSession(getDb(), user, { address: null, device: null }, new Date())) ?? ''
}
