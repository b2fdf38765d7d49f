import { PrismaPg } from '@prisma/adapter-pg'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { PrismaClient } from '@/lib/db/generated/client'
import { getDatabaseUrl } from '@/lib/env'
import type { Context } from '@/lib/operations/context'
import { actOnDeadLetter } from '@/lib/operations/dead-letters/act'
import { postDeadLetter } from '@/lib/operations/dead-letters/add'
import { claimDeadLetters } from '@/lib/operations/dead-letters/lease'
import type { Operation } from '@/lib/operations/operation'
import { registry } from '@/lib/operations/registry'
import { nextReviews } from '@/lib/operations/review-queue/claim'
import { addReviews } from '@/lib/operations/review-queue/move'
import { actorOf, type ChangeScene, makeChangeScene, startChanges } from '@/lib/operations/testing/change-scene'
import { invited, workable } from '@/lib/operations/testing/changed-items'
import { changeInputs } from '@/lib/operations/testing/every-change'
import { callerOf, inputOf, makeScene, type Scene, withClient } from '@/lib/operations/testing/every-scene'
import { type FakeJudge, startFakeJudge } from '@/lib/operations/testing/fake-judge'
import type { FakeSmtp } from '@/lib/operations/testing/fake-smtp'
import { claimTrials } from '@/lib/operations/trials/claim'
import { addTrials } from '@/lib/operations/trials/queue'
import { forEvery } from '@/scripts/testing/for-every'

/** Operations that query every node, with the reason. */
const EVERY_MACHINE: Readonly<Record<string, string>> = {
  'projects.list': 'a person is a member of projects on any of them',
  'account.export': 'what a person did lies with each project',
  ...Object.fromEntries(
    [
      'account.update',
      'account.password',
      'account.reset',
      'account.endSession',
      'account.endOtherSessions',
      'account.erase',
      'members.erase',
    ].map((name) => [name, 'a change of a person goes on record in each of their projects']),
  ),
  ...Object.fromEntries(
    ['projects.create', 'invitations.accept', 'members.remove'].map((name) => [
      name,
      "a person's pages in their other projects are told",
    ]),
  ),
}

/** Operations that cannot complete here: only their first queries are checked. */
const CUT_SHORT: Readonly<Record<string, string>> = {
  'judge.compare': 'the judge of the tests does not compare',
  'setup.complete': 'needs a desk where nobody is',
}

/** Inputs of operations, created after the data they need. */
const workInputs: Readonly<Record<string, (scene: ChangeScene) => object | Promise<object>>> = {
  'account.requestReset': ({ admin }) => ({ email: actorOf(admin).email }),
  'deadLetters.add': () => deadLetter,
  'deadLetters.claim': async ({ key }) => {
    await postDeadLetter.run(key, deadLetter)
    return { operation: deadLetter.operation }
  },
  'deadLetters.report': async ({ key, admin }) => {
    const { item } = await postDeadLetter.run(key, deadLetter)
    await actOnDeadLetter.run(admin, { deadLetterId: item.id, action: 'retry' })
    await claimDeadLetters.run(admin, { operation: deadLetter.operation })
    return { deadLetterId: item.id, attempt: 1, outcome: 'success' }
  },
  'invitations.decline': invited,
  'judge.compare': () => ({ task: 'Say hello.', a: 'Hello', b: 'Bye' }),
  'notifications.read': () => ({ upTo: uuid() }),
  'review.next': async (scene) => {
    await addReviews.run(scene.reviewer, { runIds: scene.runIds })
    return { count: 2 }
  },
  'review.renew': leased,
  'review.skip': async (scene) => ({ runId: (await leased(scene)).runIds[0] }),
  sequential_thinking_qa: () => ({ thought: 'Look', thought_number: 1, total_thoughts: 1, next_thought_needed: false }),
  'trials.claim': async (scene) => {
    const { chain, version } = await queuedTrial(scene)
    return { chain, version }
  },
  'trials.report': async (scene) => {
    const { chain, version } = await queuedTrial(scene)
    const { claimed } = await claimTrials.run(scene.admin, { chain, version, limit: 1 })
    return { trialId: claimed[0]?.trialId, attempt: 1, run: { output: { answer: 'Open Settings.' } } }
  },
}

const deadLetter = { operation: 'tool:bash', error: 'exit 1', category: 'TRANSIENT' as const }

async function leased({ admin, reviewer, runIds }: ChangeScene) {
  await addReviews.run(reviewer, { runIds })
  const { items } = await nextReviews.run(admin, { count: 2 })
  return { runIds: items.map(({ runId }) => runId) }
}

async function queuedTrial(scene: ChangeScene) {
  const work = await workable(scene)
  await addTrials.run(scene.key, work)
  return work
}

let scene: Scene
let judge: FakeJudge
let smtp: FakeSmtp
let strict: PrismaClient

// Citus itself rejects queries to more than one shard here, even if their plan does not show it.
const STRICT = '-c citus.multi_task_query_log_level=error'
const FANS_OUT = /multi-task query|complex joins|correlated subquer|not supported|not colocated|co-located/

describe.skipIf(!inject('isDistributed'))('on a Citus cluster (TEST_DATABASE_URL names its coordinator)', () => {
  beforeAll(async () => {
    process.env.VERITAS_ALLOW_PRIVATE_WEBHOOKS = 'true'
    smtp = await startChanges()
    judge = await startFakeJudge()
    process.env.JUDGE_BASE_URL = judge.url
    process.env.JUDGE_MODEL = 'fake'
    scene = await makeScene()
    const url = new URL(getDatabaseUrl())
    url.searchParams.set('options', STRICT)
    strict = new PrismaClient({ adapter: new PrismaPg({ connectionString: url.href, max: 2 }) })
  })
  afterAll(async () => {
    await strict.$disconnect()
    await judge.close()
    await smtp.close()
  })

  it('the database rejects a query to every node', async () => {
    await expect(strict.run.count()).rejects.toThrow('multi-task query')
  })

  const writing = registry.filter(({ contract }) => contract.effects.length > 0)
  const named = (operations: Operation[]) =>
    operations.map((operation) => ({ name: operation.contract.name, operation }))

  it('every reading operation queries a single shard', () =>
    forEvery(named(registry.filter((operation) => !writing.includes(operation))), async ({ operation }) => {
      holds(operation, await tell(operation, callerOf(scene, operation.contract), inputOf(scene, operation.contract)))
    }))

  it('every writing operation uses a single shard, until it completes', () =>
    forEvery(named(writing), async ({ name, operation }) => {
      const make = changeInputs[name] ?? workInputs[name]
      if (make === undefined) scene = await makeScene()
      const own = make && (await makeChangeScene(smtp))
      const told = own
        ? await tell(operation, own.admin, await make(own))
        : await tell(operation, callerOf(scene, operation.contract), inputOf(scene, operation.contract))
      holds(operation, told)
      if (name in CUT_SHORT) expect(told).not.toBeNull()
      else if (!(name in EVERY_MACHINE)) expect(told).toBeNull()
    }))
})

/** The error that stopped the operation, if any. */
async function tell(operation: Operation, ctx: Context, input: object): Promise<string | null> {
  try {
    await withClient(strict, (db) => operation.run({ ...ctx, db }, input))
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function holds({ contract }: Operation, told: string | null): void {
  const asked = told !== null && FANS_OUT.test(told) ? told : null
  if (contract.name in EVERY_MACHINE) expect(asked).toContain('multi-task query')
  else expect(asked).toBeNull()
}
