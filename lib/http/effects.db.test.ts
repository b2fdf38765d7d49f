import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { PrismaPg } from '@prisma/adapter-pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PrismaClient } from '@/lib/db/generated/client'
import { getDatabaseUrl } from '@/lib/env'
import { registry } from '@/lib/operations/registry'
import { callerOf, inputOf, makeScene, readerOf, type Scene, withClient } from '@/lib/operations/testing/every-scene'
import { type FakeJudge, startFakeJudge } from '@/lib/operations/testing/fake-judge'
import { forEvery } from '@/scripts/testing/for-every'

const withoutEffects = registry.map(({ contract }) => contract).filter(({ effects }) => effects.length === 0)

let scene: Scene
let judge: FakeJudge
let readOnly: PrismaClient

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

it('the test connection cannot write', async () => {
  await expect(readOnly.project.create({ data: { slug: 'x', name: 'x' } })).rejects.toThrow(/read-only/)
})

it('writes nothing and makes no outside call if its contract declares no effects', () =>
  forEvery(withoutEffects, async (contract) => {
    const operation = registry.find((candidate) => candidate.contract === contract)
    const input = inputOf(scene, contract)
    const called = await outsideCalls(() =>
      withClient(readOnly, (db) => operation?.run({ ...callerOf(scene, contract), db }, input)),
    )
    expect(called).toEqual([])
  }))

it('is refused to a read-only key if its contract declares effects', () =>
  forEvery(
    registry.map(({ contract }) => contract).filter(({ scope, effects }) => effects.length > 0 && scope !== 'public'),
    async (contract) => {
      const operation = registry.find((candidate) => candidate.contract === contract)
      await expect(operation?.run(readerOf(scene), inputOf(scene, contract))).rejects.toMatchObject({
        code: 'forbidden',
      })
    },
  ))

/** Ports connected to during the call, except those of the database. */
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
