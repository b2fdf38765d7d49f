import { beforeAll, describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { addComment, resolveComment } from './comments/comments'
import { putConfiguration } from './configuration/change'
import { getConfiguration } from './configuration/read'
import { type Context, personOf } from './context'
import { deleteProject, restoreProject } from './erasure/delete-project'
import { decideGate, undoGate } from './gates/act'
import { keepScenario } from './kept-scenarios/keep'
import { updateKeptScenario } from './kept-scenarios/list'
import { recordAttribution } from './learning/attribution'
import { decidePair, undoPair } from './pairs/answer'
import { askPairs } from './pairs/ask'
import { nextPair, skipPair } from './pairs/claim'
import { addReviews, moveReview } from './review-queue/move'
import { reviewRun } from './reviews/review'
import { type ChangeScene, makeChangeScene, startChanges } from './testing/change-scene'
import { ingest, runBody } from './testing/factories'
import type { FakeSmtp } from './testing/fake-smtp'
import { projectRows } from './testing/project-rows'
import { see } from './testing/regressed-chain'
import { createView, deleteView, restoreView, updateView } from './views/views'
import { createEndpoint, updateEndpoint } from './webhooks/endpoints'
import { addWeeklyAction, updateWeeklyAction } from './weekly/actions'

const idOf = (ctx: Context) => personOf(ctx.actor)?.userId ?? ''
const until = new Date(Date.now() + 86_400_000).toISOString()

type Undoable = (scene: ChangeScene) => Promise<{ act: () => Promise<unknown>; back: () => Promise<unknown> }>

/** What people can take back besides, with the tables in which more than the act remains, and why. */
const undoable: [string, Undoable, string[]?][] = [
  [
    'a resolved comment',
    async ({ admin, runIds: [runId = ''] }) => {
      const { comment } = await addComment.run(admin, { runId, body: 'Look at this.' })
      const set = (resolved: boolean) => () => resolveComment.run(admin, { runId, commentId: comment.id, resolved })
      return { act: set(true), back: set(false) }
    },
  ],
  [
    'a retired scenario',
    async ({ admin, key }) => {
      const body = runBody({ request: 'Where is my parcel?' })
      const runId = (await ingest(key, [body])).get(body.id) ?? ''
      await reviewRun.run(admin, { runId, verdict: 'reject', reason: 'It is empty.' })
      const { scenario } = await keepScenario.run(admin, { runId })
      const set = (retired: boolean) => () =>
        updateKeptScenario.run(admin, { chain: 'answers', scenarioId: scenario.id, retired })
      return { act: set(true), back: set(false) }
    },
  ],
  [
    'a closed action of a week',
    async ({ admin }) => {
      const week = '2026-W11'
      const { action } = await addWeeklyAction.run(admin, { week, text: 'Look into it' })
      const set = (status: 'done' | 'open') => () =>
        updateWeeklyAction.run(admin, { week, actionId: action.id, status })
      return { act: set('done'), back: set('open') }
    },
  ],
  [
    'a webhook that was switched off',
    async ({ admin }) => {
      const hook = { name: 'hook', url: 'http://127.0.0.1:9/', events: ['gate.opened' as const] }
      const { endpoint } = await createEndpoint.run(admin, hook)
      const set = (isEnabled: boolean) => () => updateEndpoint.run(admin, { endpointId: endpoint.id, isEnabled })
      return { act: set(false), back: set(true) }
    },
  ],
  [
    'a removed view',
    async ({ admin, reviewer }) => {
      const { view } = await createView.run(admin, {
        screen: 'runs',
        name: 'Failed',
        scope: 'shared',
        query: 'status=failed',
      })
      await updateView.run(reviewer, { viewId: view.id, isDefault: true })
      const named = { viewId: view.id }
      return { act: () => deleteView.run(admin, named), back: () => restoreView.run(admin, named) }
    },
  ],
  [
    'the answer to a pair',
    async ({ reviewer, key }) => {
      const pairId = await givenPair(reviewer, key)
      let verdictId = ''
      const act = async () => {
        verdictId = (await decidePair.run(reviewer, { pairId, choice: 'equal' })).verdictId
      }
      return { act, back: () => undoPair.run(reviewer, { pairId, verdictId }) }
    },
  ],
  [
    'a skipped pair',
    async ({ reviewer, key }) => {
      const pairId = await givenPair(reviewer, key)
      const back = () => nextPair.run(reviewer, { ...PAIRED, again: true })
      return { act: () => skipPair.run(reviewer, { pairId }), back }
    },
  ],
  [
    'the cause of a failed run',
    async ({ reviewer, runIds: [runId = ''] }) => ({
      act: () => recordAttribution.run(reviewer, { runId, nodeId: null }),
      back: () => recordAttribution.run(reviewer, { runId, takeBack: true }),
    }),
  ],
  [
    'a configuration, by restoring the one before',
    async ({ admin }) => {
      const chain = 'answers'
      const put = async (config: object) => {
        const { configuration } = await getConfiguration.run(admin, { chain })
        await putConfiguration.run(admin, { chain, config, expected: configuration.number })
      }
      await put({ gate_hours: 5, min_live_runs: 4 })
      return {
        act: () => put({ gate_hours: 9, learning: { enabled: false } }),
        back: () => put({ gate_hours: 5, min_live_runs: 4 }),
      }
    },
    // Every version is kept.
    ['config_version'],
  ],
  [
    'the deletion of the project',
    async ({ admin, project }) => ({
      act: () => deleteProject.run(admin, { name: project.name }),
      back: () => restoreProject.run(admin, {}),
    }),
    // Deadlines stand still meanwhile: gates get that time back.
    ['gate'],
  ],
  ...(['approved', 'rejected'] as const).map((verdict): [string, Undoable, string[]] => [
    `a gate that was ${verdict}`,
    async ({ admin, reviewer, gateId, runIds: [runId = ''] }) => {
      await addReviews.run(admin, { runIds: [runId], userId: idOf(reviewer) })
      await moveReview.run(reviewer, { runId, action: 'hold', until })
      const { evidenceDigest } = await see(reviewer, gateId)
      return {
        act: () => decideGate.run(reviewer, { gateId, verdict, evidenceDigest, reason: 'seen' }),
        back: () => undoGate.run(reviewer, { gateId, reason: 'wrong gate' }),
      }
    },
    // It stays closed with its decision, and another opens.
    ['gate'],
  ]),
]

const PAIRED = { chain: 'answers', a: '1.0.0', b: '1.0.1' }

async function givenPair(person: Context, key: ChangeScene['key']): Promise<string> {
  await ingest(key, [runBody({ version: '1.0.0', scenario: 'one' }), runBody({ version: '1.0.1', scenario: 'one' })])
  await askPairs.run(person, PAIRED)
  return (await nextPair.run(person, PAIRED)).pair?.id ?? ''
}

describe('everything is as it was', () => {
  beforeAll(async () => {
    process.env.VERITAS_ALLOW_PRIVATE_WEBHOOKS = 'true'
    const smtp = await startChanges()
    mails = smtp
    return () => smtp.close()
  })
  let mails: FakeSmtp

  it.each(undoable)('when %s is taken back', async (_, prepare, besides = []) => {
    const scene = await makeChangeScene(mails)
    const { act, back } = await prepare(scene)
    const read = async () => {
      const rows = await projectRows(scene.project.id)
      return Object.fromEntries(Object.entries(rows).filter(([table]) => !besides.includes(table)))
    }
    const before = await read()
    const events = () => getDb().auditEvent.count({ where: { projectId: scene.project.id } })
    const counted = await events()
    await act()
    await back()
    expect(await read()).toEqual(before)
    expect(await events()).toBeGreaterThan(counted)
  })
})
