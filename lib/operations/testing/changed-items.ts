import { getDb } from '@/lib/db/client'
import { passwordStamp } from '../account/password-hash'
import { beginSession } from '../account/sessions'
import { publishVersion } from '../chains/publish'
import { addComment } from '../comments/comments'
import { registerClient } from '../connections/request'
import type { Context } from '../context'
import { postDeadLetter } from '../dead-letters/add'
import { invite } from '../invitations/invite'
import { addJudge } from '../judge/manage'
import { askPairs } from '../pairs/ask'
import { nextPair } from '../pairs/claim'
import { addReviews } from '../review-queue/move'
import { reviewRun } from '../reviews/review'
import { createView } from '../views/views'
import { createEndpoint } from '../webhooks/endpoints'
import { actorOf, type ChangeScene, userIdOf } from './change-scene'
import { ingest, runBody } from './factories'
import { see } from './regressed-chain'

export const reason = 'The answers are empty.'
export const template = { steps: [{ step_description: 'Look', expected_outcome: 'Seen', recommended_tools: [] }] }
export const hook = { name: 'hook', url: 'http://127.0.0.1:9/', events: ['gate.opened' as const] }
export const judgeInput = { name: 'Judge', kind: 'openai' as const, baseUrl: 'http://127.0.0.1:9/v1', model: 'a' }
export const view = { screen: 'runs' as const, name: 'Failed', query: 'status=failed' }
export const inTwoDays = () => new Date(Date.now() + 48 * 3_600_000).toISOString()

export const letter = async ({ key }: ChangeScene) =>
  (await postDeadLetter.run(key, { operation: 'tool:bash', error: 'exit 1', category: 'PERMANENT' })).item.id
export const endpoint = async ({ admin }: ChangeScene) => (await createEndpoint.run(admin, hook)).endpoint.id
export const action = { week: '2026-W11', text: 'Look into it' }
/** Input about a run that waits in the review queue. */
export const queued = (input: () => object) => async (scene: ChangeScene) => {
  const [runId = ''] = scene.runIds
  await addReviews.run(await scene.as('reviewer'), { runIds: [runId] })
  return { runId, ...input() }
}
export const verdict = async ({ gateId, reviewer }: ChangeScene) => {
  const { evidenceDigest } = await see(reviewer, gateId)
  return { gateId, verdict: 'rejected' as const, reason, evidenceDigest }
}

/** Creates a group of failures whose messages differ in at most one word. */
export const failureGroup = async ({ key, project }: ChangeScene, ...words: string[]) => {
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
export const partOf = async ({ project }: ChangeScene) =>
  (await getDb().failure.findFirstOrThrow({ where: { projectId: project.id, message: { contains: 'Bob' } } })).part
export const reviewed = async ({ key, admin }: ChangeScene) => {
  const body = runBody({ request: 'Where is my parcel?' })
  const runId = (await ingest(key, [body])).get(body.id) ?? ''
  await reviewRun.run(admin, { runId, verdict: 'reject', reason })
  return { runId }
}
export const said = ({ runIds: [runId = ''] }: ChangeScene) => ({ runId, body: 'Look at this.' })
export const aComment = async (scene: ChangeScene) => {
  const { comment } = await addComment.run(scene.admin, said(scene))
  return { runId: said(scene).runId, commentId: comment.id }
}
export const aJudge = async ({ admin }: ChangeScene) => ({ judgeId: (await addJudge.run(admin, judgeInput)).judge.id })
export const aView = async ({ admin }: ChangeScene) => ({ viewId: (await createView.run(admin, view)).view.id })

/** The authorization request of an app that has registered itself. */
export async function connectable() {
  const redirect_uri = 'http://127.0.0.1/callback'
  const { id } = await registerClient({ redirect_uris: [redirect_uri], client_name: 'Assistant' })
  const pkce = { code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' as const }
  const request = { client_id: id, redirect_uri, response_type: 'code' as const, ...pkce }
  return { request, scopes: ['read' as const] }
}

export const comparedVersions = { chain: 'compared', a: '1.0.0', b: '1.1.0' }

/** Ingests runs of two versions for the same scenario. */
export async function askable({ key }: ChangeScene) {
  const of = (version: string) => runBody({ chain: 'compared', version, scenario: 'one' })
  await ingest(key, [of('1.0.0'), of('1.1.0')])
  return comparedVersions
}

/** The id of a pair that the admin was given. */
export async function pairToAnswer(scene: ChangeScene): Promise<string> {
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

export const beginSessionOf = async (ctx: Context) => {
  const user = { userId: userIdOf(ctx), stamp: passwordStamp(null) }
  return (await beginSession(getDb(), user, { address: null, device: null }, new Date())) ?? ''
}
