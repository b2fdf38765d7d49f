import { v7 as uuid } from 'uuid'
import { getDb } from '@/lib/db/client'
import { hashPassword } from '../account/password-hash'
import { createConnection, listConnections } from '../connections/connections'
import { deleteProject } from '../erasure/delete-project'
import { actOnFailureGroups } from '../failures/act'
import { decideGate } from '../gates/act'
import { invite } from '../invitations/invite'
import { putSignInDomain } from '../invitations/sign-in-domains'
import { keepScenario } from '../kept-scenarios/keep'
import { createKey } from '../keys/keys'
import { decidePair } from '../pairs/answer'
import { askPairs } from '../pairs/ask'
import { makeResetLink } from '../password-reset/reset'
import { addReviews } from '../review-queue/move'
import { giveVerdict } from '../review-queue/verdict'
import { reviewRun } from '../reviews/review'
import { putThinkingTemplate } from '../thinking/templates'
import { sequentialThinkingQa } from '../thinking/think'
import { deleteView } from '../views/views'
import { testEndpoint } from '../webhooks/endpoints'
import { addWeeklyAction } from '../weekly/actions'
import { actorOf, type ChangeScene, userIdOf } from './change-scene'
import {
  aComment,
  action,
  aJudge,
  askable,
  aView,
  beginSessionOf,
  comparedVersions,
  connectable,
  endpoint,
  failureGroup,
  hook,
  inTwoDays,
  invited,
  judgeInput,
  letter,
  pairToAnswer,
  partOf,
  queued,
  reason,
  reviewed,
  said,
  template,
  verdict,
  view,
  workable,
} from './changed-items'

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
