import { PrismaPg } from '@prisma/adapter-pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Db, getDb } from '@/lib/db/client'
import { PrismaClient } from '@/lib/db/generated/client'
import { getDatabaseUrl } from '@/lib/env'
import type { Operation } from '@/lib/operations/operation'
import { registry } from '@/lib/operations/registry'
import { callerOf, inputOf, makeScene, type Scene } from '@/lib/operations/testing/every-scene'
import { type FakeJudge, startFakeJudge } from '@/lib/operations/testing/fake-judge'
import { forEvery } from '@/scripts/testing/for-every'

/** Operations that ask every machine, and why that is right. */
const EVERY_MACHINE: Readonly<Record<string, string>> = {}

let scene: Scene
let judge: FakeJudge
let strict: PrismaClient

// Citus itself refuses here what would go to more than one shard, whatever its plan says beforehand.
const STRICT = '-c citus.multi_task_query_log_level=error'
const FANS_OUT = /multi-task query|complex joins|correlated subquer|not supported|not colocated|co-located/

describe.skipIf(!inject('isDistributed'))('on a Citus cluster (TEST_DATABASE_URL names its coordinator)', () => {
  beforeAll(async () => {
    judge = await startFakeJudge()
    process.env.JUDGE_BASE_URL = judge.url
    process.env.JUDGE_MODEL = 'fake'
    process.env.VERITAS_ALLOW_PRIVATE_WEBHOOKS = 'true'
    scene = await makeScene()
    const url = new URL(getDatabaseUrl())
    url.searchParams.set('options', STRICT)
    strict = new PrismaClient({ adapter: new PrismaPg({ connectionString: url.href, max: 2 }) })
  })
  afterAll(async () => {
    await strict.$disconnect()
    await judge.close()
  })

  it('is refused by the database when a query goes to every machine', async () => {
    await expect(strict.run.count()).rejects.toThrow('multi-task query')
  })

  const operations = registry.map(({ contract }) => contract)
  const reading = operations.filter(({ effects }) => effects.length === 0)
  // What takes away what others need comes last.
  const writing = operations.filter(({ effects }) => effects.length > 0)
  const ordered = [
    ...writing.filter(({ method }) => method !== 'DELETE'),
    ...writing.filter(({ method }) => method === 'DELETE'),
  ]

  it('every operation that reads asks one shard', () => forEvery(reading, asksOneShard))
  it('every operation that writes asks one shard', () => forEvery(ordered, asksOneShard))
})

async function asksOneShard(contract: Operation['contract']): Promise<void> {
  const operation = registry.find((candidate) => candidate.contract === contract)
  const told: string[] = []
  try {
    await onStrict((db) => operation?.run({ ...callerOf(scene, contract), db }, inputOf(scene, contract)))
  } catch (error) {
    told.push(error instanceof Error ? error.message : String(error))
  }
  const fansOut = told.some((words) => FANS_OUT.test(words))
  expect(fansOut ? told : []).toEqual([])
  expect(EVERY_MACHINE[contract.name]).toBeUndefined()
}

/** Whatever client is asked for meanwhile. */
async function onStrict(work: (db: Db) => unknown): Promise<void> {
  const kept = globalThis as typeof globalThis & { veritasDb?: Db }
  const ordinary = getDb()
  kept.veritasDb = strict
  try {
    await work(strict)
  } finally {
    kept.veritasDb = ordinary
  }
}
