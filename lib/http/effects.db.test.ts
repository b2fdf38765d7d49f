import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { PrismaPg } from '@prisma/adapter-pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { type Db, getDb } from '@/lib/db/client'
import { PrismaClient } from '@/lib/db/generated/client'
import { getDatabaseUrl } from '@/lib/env'
import type { Context } from '@/lib/operations/context'
import { postDeadLetter } from '@/lib/operations/dead-letters/add'
import type { Operation } from '@/lib/operations/operation'
import { registry } from '@/lib/operations/registry'
import { runBody, takeIn } from '@/lib/operations/testing/factories'
import { type FakeJudge, startFakeJudge } from '@/lib/operations/testing/fake-judge'
import { makeRegressedChain, type RegressedChain } from '@/lib/operations/testing/regressed-chain'
import { sequentialThinkingQa } from '@/lib/operations/thinking/think'
import { createEndpoint } from '@/lib/operations/webhooks/endpoints'
import { forEvery } from '@/scripts/testing/for-every'

const withoutEffects = registry.map(({ contract }) => contract).filter(({ effects }) => effects.length === 0)

/** What an operation needs beside what its fields are called. */
const inputs: Readonly<Record<string, object>> = {
  'chains.compare': { a: '1.0.0', b: '1.0.1' },
  'configuration.preview': { config: { gate_hours: 5 } },
  'gates.wait': { timeoutSeconds: 0 },
  'pairs.result': { a: '1.0.0', b: '1.0.1' },
  search: { text: 'answers' },
}

let scene: Scene
let judge: FakeJudge
let readOnly: Db

beforeAll(async () => {
  judge = await startFakeJudge()
  process.env.JUDGE_BASE_URL = judge.url
  process.env.JUDGE_MODEL = 'fake'
  process.env.VERITAS_ALLOW_PRIVATE_WEBHOOKS = 'true'
  scene = await makeScene()
  const url = new URL(getDatabaseUrl())
  url.searchParams.set('options', '-c default_transaction_read_only=on')
  readOnly = new PrismaClient({ adapter: new PrismaPg({ connectionString: url.href, max: 2 }) })
})
afterAll(async () => {
  await readOnly.$disconnect()
  await judge.close()
})

it('is refused by the database when something is written', async () => {
  await expect(readOnly.project.create({ data: { slug: 'x', name: 'x' } })).rejects.toThrow(/read-only/)
})

it('writes nothing and calls nobody where it says that it has no effects', () =>
  forEvery(withoutEffects, async (contract) => {
    const operation = registry.find((candidate) => candidate.contract === contract)
    const input = inputOf(contract)
    const called = await outsideCalls(() => onlyReading((db) => operation?.run({ ...callerOf(contract), db }, input)))
    expect(called).toEqual([])
  }))

it('is refused to a key that only reads where it has effects', () =>
  forEvery(
    registry.map(({ contract }) => contract).filter(({ scope, effects }) => effects.length > 0 && scope !== 'public'),
    async (contract) => {
      const operation = registry.find((candidate) => candidate.contract === contract)
      await expect(operation?.run(reader(), inputOf(contract))).rejects.toMatchObject({ code: 'forbidden' })
    },
  ))

type Scene = RegressedChain & { viewer: Context; admin: Context; known: Readonly<Record<string, unknown>> }

/** A project in which every kind of thing is there once, and the names of those things by the fields that name them. */
async function makeScene(): Promise<Scene> {
  const chain = await makeRegressedChain()
  const { key, gateId } = chain
  const admin = await chain.as('admin', 'Ada')
  const thought = { thought: 'Look', thought_number: 1, total_thoughts: 1, next_thought_needed: false }
  const { session_id } = await sequentialThinkingQa.run(key, thought)
  const letter = await postDeadLetter.run(key, { operation: 'tool:bash', error: 'exit 1', category: 'PERMANENT' })
  const hook = { name: 'hook', url: 'http://127.0.0.1:9/', events: ['gate.opened' as const] }
  const { endpoint } = await createEndpoint.run(admin, hook)
  const nodes = [{ id: 'look', status: 'failed' as const, error: { message: 'The disk is full' } }]
  await takeIn(key, [runBody({ id: 'failed', status: 'failed', nodes })])
  const run = await key.db.run.findFirstOrThrow({ where: { projectId: chain.project.id, clientId: 'failed' } })
  const group = await key.db.failureGroup.findFirstOrThrow({ where: { projectId: chain.project.id } })
  const known = {
    runId: run.id,
    run: run.id,
    group: group.fingerprint,
    gateId,
    chain: 'answers',
    version: '1.0.1',
    deadLetterId: letter.item.id,
    endpointId: endpoint.id,
    sessionId: session_id,
    session_id,
    ordinal: 1,
    week: '2026-W11',
    ...(admin.actor.kind === 'user' && { userId: admin.actor.userId }),
  }
  return { ...chain, viewer: await chain.as('viewer', 'Vera'), admin, known }
}

/** The example of an operation, with every named thing that it takes: also where it may be left out. */
function inputOf({ name, input, examples }: Operation['contract']): object {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const named = Object.entries(scene.known).filter(([field]) => field in properties)
  return { ...(examples?.[0]?.body as object), ...Object.fromEntries(named), ...inputs[name] }
}

function reader(): Context {
  const { key } = scene
  if (key.actor.kind !== 'key') throw new Error('the context of a key has a key as its actor')
  return { ...key, actor: { ...key.actor, scopes: ['read'] } }
}

/** The weakest who may call it. */
function callerOf({ scope }: Operation['contract']): Context {
  if (scope === 'read') return reader()
  return scope === 'member' ? scene.viewer : scene.admin
}

/** Does it where the database refuses every statement that writes, whatever client is asked for. */
async function onlyReading(work: (db: Db) => unknown): Promise<void> {
  const kept = globalThis as typeof globalThis & { veritasDb?: Db }
  const ordinary = getDb()
  kept.veritasDb = readOnly as PrismaClient
  try {
    await work(readOnly)
  } finally {
    kept.veritasDb = ordinary
  }
}

/** The ports that were connected to meanwhile, those of the database apart. */
async function outsideCalls(work: () => Promise<void>): Promise<number[]> {
  const ports: number[] = []
  const database = Number(new URL(getDatabaseUrl()).port)
  const note = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    socket.once('connect', () => {
      if (socket.remotePort !== undefined && socket.remotePort !== database) ports.push(socket.remotePort)
    })
  }
  subscribe('net.client.socket', note)
  try {
    await work()
  } finally {
    unsubscribe('net.client.socket', note)
  }
  return ports
}
