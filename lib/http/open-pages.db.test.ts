import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LiveEvent } from '@/lib/contracts/live-events'
import { getDb } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import type { Context } from '@/lib/operations/context'
import { putRetention } from '@/lib/operations/data/policy'
import { sweepRetention } from '@/lib/operations/erasure/retention'
import { announce, subscribe } from '@/lib/operations/live/changes'
import type { Operation } from '@/lib/operations/operation'
import { registry } from '@/lib/operations/registry'
import { nextReviews } from '@/lib/operations/review-queue/claim'
import { addReviews } from '@/lib/operations/review-queue/move'
import { reviewRun } from '@/lib/operations/reviews/review'
import { type ChangeScene, makeChangeScene, startChanges } from '@/lib/operations/testing/change-scene'
import { changeInputs } from '@/lib/operations/testing/every-change'
import { inputOf } from '@/lib/operations/testing/every-scene'
import { runBody } from '@/lib/operations/testing/factories'
import type { FakeSmtp } from '@/lib/operations/testing/fake-smtp'
import { isStaleAfterEvent } from '@/lib/queries/stale'

/** What people decide by, on the pages that they leave open. */
const shown = [
  'chains.compare',
  'chains.get',
  'chains.getVersion',
  'executions.list',
  'failures.get',
  'gates.get',
  'gates.list',
  'members.list',
  'overview.get',
  'projects.list',
  'projects.status',
  'review.get',
  'runs.facets',
  'runs.get',
  'runs.list',
  'trials.list',
  'weekly.get',
]

type Change = { name: string; of: string; make: (scene: ChangeScene) => object | Promise<object>; isByKey?: boolean }

/** Changes of which `changeInputs` has another form, or none because they leave no audit event. */
const further: Change[] = [
  { name: 'another profile', of: 'chains.update', make: () => ({ chain: 'answers', profile: 'confidence' }) },
  { name: 'another threshold', of: 'chains.update', make: () => ({ chain: 'answers', regressionThreshold: 0.9 }) },
  { name: 'another time zone', of: 'projects.update', make: () => ({ timeZone: 'Pacific/Kiritimati' }) },
  { name: 'a run', of: 'runs.ingest', make: () => ({ runs: [runBody()] }), isByKey: true },
  {
    name: 'a failed run',
    of: 'runs.ingest',
    make: () => ({ runs: [runBody({ status: 'failed', error: { message: 'The disk is full' } })] }),
    isByKey: true,
  },
  {
    name: 'runs that wait are taken',
    of: 'review.next',
    async make(scene) {
      await waiting(scene)
      return { count: 2 }
    },
  },
  {
    name: 'runs that were taken are left to others',
    of: 'review.next',
    async make(scene) {
      await waiting(scene)
      await nextReviews.run(scene.admin, { count: 2 })
      return { count: 2, chain: 'another' }
    },
  },
]

const waiting = ({ reviewer, runIds }: ChangeScene) => addReviews.run(reviewer, { runIds })

const changes: Change[] = [...Object.entries(changeInputs).map(([of, make]) => ({ name: of, of, make })), ...further]

let smtp: FakeSmtp
beforeAll(async () => {
  process.env.VERITAS_ALLOW_PRIVATE_WEBHOOKS = 'true'
  smtp = await startChanges()
})
afterAll(() => smtp.close())

describe('open pages ask again for what they show of runs, gates, versions, queue and project', () => {
  it.each(changes)('after $name', async ({ of, make, isByKey }) => {
    const scene = await makeChangeScene(smtp)
    const input = await make(scene)
    const { read, key } = await openPages(scene, input)
    const before = await read(shown)
    const events = await eventsDuring(scene.project.id, () =>
      operationOf(of).run(isByKey ? scene.key : scene.admin, input),
    )
    const isFetched = (name: string) =>
      events.some((event) => isStaleAfterEvent(scene.project.slug, event)({ queryKey: key(name), meta: undefined }))
    const kept = shown.filter((name) => !isFetched(name))
    const after = await read(kept)
    expect(kept.filter((name) => before.get(name) !== after.get(name))).toEqual([])
  })
})

it('whoever was given runs is told anew how many wait when somebody else has judged one', async () => {
  const scene = await makeChangeScene(smtp)
  const { admin, runIds, reviewer, reviewerId, project } = scene
  await addReviews.run(admin, { runIds, userId: reviewerId })
  const { read, key } = await openPages(scene, {}, reviewer)
  const before = await read(['notifications.list'])
  const [runId = ''] = runIds
  const events = await eventsDuring(project.id, () => reviewRun.run(admin, { runId, verdict: 'approve' }))
  expect(await read(['notifications.list'])).not.toEqual(before)
  const query = { queryKey: key('notifications.list'), meta: undefined }
  expect(events.some((event) => isStaleAfterEvent(project.slug, event)(query))).toBe(true)
})

it('the settings of data ask again when retention has removed runs', async () => {
  const scene = await makeChangeScene(smtp)
  await putRetention.run(scene.admin, { contentDays: null, runDays: 1, expected: 0 })
  const { read, key } = await openPages(scene, {})
  const before = await read(['data.get'])
  const inTwoDays = new Date(Date.now() + 2 * 86_400_000)
  const events = await eventsDuring(scene.project.id, () => sweepRetention(getDb(), () => inTwoDays))
  expect(await read(['data.get'])).not.toEqual(before)
  const query = { queryKey: key('data.get'), meta: undefined }
  expect(events.some((event) => isStaleAfterEvent(scene.project.slug, event)(query))).toBe(true)
})

/** The pages of another admin, or of somebody else, at a moment that stands still, about what the change is about. */
async function openPages(scene: ChangeScene, input: object, somebody?: Context) {
  const now = new Date()
  const reader: Context = { ...(somebody ?? (await scene.as('admin', 'Onlooker'))), now: () => now }
  const group = await getDb().failureGroup.findFirst({ where: { projectId: scene.project.id } })
  const { runIds, gateId } = scene
  const about = {
    runId: runIds[0],
    gateId,
    chain: 'answers',
    version: '1.0.1',
    week: '2026-W11',
    ...(group && { group: group.fingerprint }),
  }
  const known = { ...about, ...Object.fromEntries(Object.entries(input).filter(([field]) => field in about)) }
  const asked = (name: string) => inputOf({ ...scene, known } as never, operationOf(name).contract)
  const answerOf = async (name: string) => {
    try {
      return JSON.stringify(await operationOf(name).run(reader, asked(name)))
    } catch (error) {
      return String(error)
    }
  }
  return {
    read: async (names: readonly string[]) =>
      new Map(await Promise.all(names.map(async (name) => [name, await answerOf(name)] as const))),
    key(name: string) {
      const { path, scope } = operationOf(name).contract
      return [scope === 'session' ? null : scene.project.slug, `GET ${path}`, asked(name)]
    },
  }
}

function operationOf(name: string): Operation {
  const found = registry.find(({ contract }) => contract.name === name)
  if (!found) throw new Error(`no operation ${name}`)
  return found
}

/** The events that pages of a project get during some work. A last one of its own tells that all have arrived. */
async function eventsDuring(projectId: string, work: () => Promise<unknown>): Promise<LiveEvent[]> {
  const events: LiveEvent[] = []
  const [ready, last] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const end = subscribe({
    projectId,
    sinceMs: Date.now(),
    onReady: () => ready.resolve(),
    onEvent(event) {
      events.push(event)
      if (event.id === 'last') last.resolve()
    },
    onLost: () => ready.reject(new Error('the listener lost the database')),
  })
  try {
    await ready.promise
    events.length = 0
    await work()
    await inTransaction({ db: getDb() }, (tx) => announce(tx, { project: projectId, topic: 'thinking', id: 'last' }))
    await last.promise
    return events
  } finally {
    end()
  }
}
