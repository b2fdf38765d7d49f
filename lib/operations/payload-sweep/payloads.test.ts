import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RunBody } from '@/lib/contracts/run-input'
import { getDb } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { removeProjects } from '../erasure/delete-project'
import { deleteRuns } from '../erasure/delete-runs'
import { eraseRuns } from '../erasure/erase-runs'
import { removeContent } from '../erasure/remove-content'
import { patchRun } from '../ingest/patch-run'
import { settleQuietRuns } from '../ingest/settle'
import type { PayloadStore } from '../payloads/store'
import { setPayloadStore } from '../payloads/the-store'
import { rescoreRuns } from '../rescore/rescore'
import { getRun } from '../run-detail/get'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { type PayloadServer, startPayloadServer } from '../testing/payload-server'
import { findDisagreements } from '../testing/rollups-agree'
import { sweepPayloads } from './sweep'

const HOUR_MS = 3_600_000
/** Text that compresses badly. */
const long = (seed: string, length = 60_000) => {
  let text = seed
  for (let at = 0; text.length < length; at++) text += ` ${(at * 2_654_435_761 + seed.length).toString(36)} "é\\n`
  return text
}

let server: PayloadServer
let test: TestProject

beforeAll(async () => {
  server = await startPayloadServer()
})
afterAll(async () => {
  setPayloadStore(null)
  await server.stop()
})
beforeEach(async () => {
  setPayloadStore(server.store)
  test = await makeProject()
})

const later = (hours: number) => () => new Date(Date.now() + hours * HOUR_MS)
const sweep = (hours = 2) => sweepPayloads(getDb(), later(hours), 1)
const payloads = () => getDb().payload.findMany({ where: { projectId: test.project.id }, orderBy: { object: 'asc' } })
const objects = async () => (await server.keys()).filter((key) => key.startsWith(test.project.id))
const seen = (runId: string) => getRun.run(test.key, { runId })

function wideRun(overrides: Partial<RunBody> = {}): RunBody {
  return runBody({
    id: 'wide',
    request: { ask: long('request') },
    output: { answer: long('output'), list: [1, null, { deep: 1e-7 }] },
    sources: [{ id: 'one', text: long('source') }],
    nodes: [
      {
        id: 'say',
        input: [{ role: 'user', content: long('input') }],
        systemPrompt: long('prompt'),
        output: long('said'),
        toolCalls: [
          { name: 'find', arguments: { q: long('arguments') } },
          { name: 'read', result: 'short' },
        ],
        attributes: { one: long('attribute') },
      },
      { id: 'short', input: 'a', output: 'b' },
      { id: 'broken', status: 'failed', error: 'it broke' },
    ],
    ...overrides,
  })
}

/** Ingests a wide run; returns its id and its detail view before anything moved. */
async function ingestWide(overrides: Partial<RunBody> = {}) {
  const ids = await ingest(test.key, [wideRun(overrides)])
  const runId = [...ids.values()][0] ?? ''
  return { runId, before: await seen(runId) }
}

describe('moving', () => {
  it('moves long values out of the rows, and the run reads as before', async () => {
    const { runId, before } = await ingestWide()
    await sweep(0)
    expect(await payloads()).toEqual([])
    await sweep()
    const moved = await payloads()
    expect(moved.map(({ nodeId, field }) => `${nodeId ?? ''} ${field}`).sort()).toEqual([
      ' output',
      ' request',
      ' sources',
      'say attributes',
      'say input',
      'say output',
      'say systemPrompt',
      'say toolCalls',
    ])
    expect((await objects()).length).toBe(moved.length)
    const [row] = await getDb().$queryRaw<{ bytes: number }[]>`
      SELECT sum(octet_length(to_jsonb(t)::text))::int AS bytes FROM (
        SELECT request, output, sources FROM run WHERE id = ${runId}::uuid) t`
    expect(row?.bytes).toBeLessThan(1000)
    expect(await seen(runId)).toEqual(before)
    expect(await findDisagreements(test.project.id)).toEqual([])
    await sweep(30)
    expect(await payloads()).toEqual(moved)
  })

  it('leaves short values, blank ones and runs that have not ended in place', async () => {
    await ingest(test.key, [
      runBody({ id: 'blank', output: ' '.repeat(50_000) + '\t\n'.repeat(20_000) }),
      wideRun({ id: 'running', status: 'running', output: undefined }),
      runBody({ id: 'repeated', output: { answer: 'long '.repeat(100_000) } }),
    ])
    await sweep()
    expect(await payloads()).toEqual([])
  })

  it('leaves the digest of a run as it was, which another long output changes', async () => {
    const { runId } = await ingestWide({ status: 'running' })
    await settleQuietRuns(getDb(), later(25))
    const digests: string[] = []
    const note = async () => digests.push((await seen(runId)).evidenceDigest)
    await note()
    await sweep(50)
    await note()
    await patchRun.run(test.key, { runId, output: { answer: long('another') } })
    await note()
    await sweep(50)
    await note()
    const [first, second] = [digests[0], digests[2]]
    expect(digests).toEqual([first, first, second, second])
    expect(second).not.toBe(first)
  })

  it('moves each value once when several instances move concurrently', async () => {
    const ids = await ingest(
      test.key,
      Array.from({ length: 3 }, (_, nth) => wideRun({ id: `wide-${nth}` })),
    )
    await Promise.all([sweep(), sweep(), sweep()])
    await sweep(30)
    expect((await payloads()).length).toBe(3 * 8)
    expect((await objects()).length).toBe(3 * 8)
    for (const runId of ids.values()) expect((await seen(runId)).unread).toEqual([])
  })

  it('never leaves a stand-in without an object: a crash leaves objects only, which are removed after a day', async () => {
    const { runId, before } = await ingestWide()
    const dying: PayloadStore = {
      ...server.store,
      async put(key, bytes) {
        await server.store.put(key, bytes)
        if ((await objects()).length >= 4) throw new Error('killed')
      },
    }
    setPayloadStore(dying)
    await sweep()
    setPayloadStore(server.store)
    expect((await payloads()).filter(({ goneAt }) => goneAt === null)).toEqual([])
    expect((await objects()).length).toBeGreaterThan(0)
    const orphans = await objects()
    await sweep(20)
    expect((await payloads()).filter(({ goneAt }) => goneAt === null).length).toBe(8)
    expect(await objects()).toEqual(expect.arrayContaining(orphans))
    await sweep(60)
    expect([(await payloads()).length, (await objects()).length]).toEqual([8, 8])
    expect(await seen(runId)).toEqual(before)
  })

  it('treats text of a client that looks like a stand-in as text', async () => {
    const other = await ingestWide()
    await sweep()
    const [payload] = await payloads()
    const forged = `[kept apart ${payload?.object}]`
    const ids = await ingest(test.key, [runBody({ id: 'forged', output: forged, request: [forged] })])
    const run = await seen(ids.get('forged') ?? '')
    expect([run.output, run.request, run.unread]).toEqual([forged, [forged], []])
    expect(await seen(other.runId)).toEqual(other.before)
  })
})

describe('an unreachable store', () => {
  it('does not block the page of a run, which lists the missing values', async () => {
    const { runId, before } = await ingestWide()
    await sweep()
    setPayloadStore(null)
    const away = await seen(runId)
    expect(away.unread.map(({ why }) => why)).toEqual(Array(8).fill('away'))
    expect([away.output, away.request, away.run]).toEqual([undefined, undefined, before.run])
    await expect(
      rescoreRuns.run(await test.as('admin'), { series: 'again', dryRun: true } as never),
    ).rejects.toMatchObject({
      code: 'unavailable',
    })
    setPayloadStore(server.store)
    expect(await seen(runId)).toEqual(before)
  })

  it('is distinguished from missing and changed objects', async () => {
    const { runId } = await ingestWide()
    await sweep()
    const [first = '', second = ''] = await objects()
    const other = await server.store.get(second, { maxBytes: 100_000 })
    await server.store.remove(second)
    await server.store.put(first, other ?? Buffer.from(''))
    const { unread } = await seen(runId)
    expect(unread.map(({ why }) => why)).toEqual(['lost', 'lost'])
  })
})

describe('erasure', () => {
  const nothingLeft = async () => {
    await sweep(101)
    expect([await payloads(), await objects()]).toEqual([[], []])
  }

  it('removes the objects of a run, also after the store was unreachable', async () => {
    const { runId } = await ingestWide()
    await sweep()
    await deleteRuns.run(await test.as('admin'), { runIds: [runId] })
    setPayloadStore({ ...server.store, remove: () => Promise.reject(new Error('away')) })
    await sweep(2.5)
    expect((await objects()).length).toBe(8)
    setPayloadStore(server.store)
    await sweep(20)
    expect([await payloads(), await objects()]).toEqual([[], []])
  })

  it('removes the objects of runs dropped with their month, of removed contents, and of replaced runs', async () => {
    const { runId } = await ingestWide()
    const aged = { because: 'older', isCounted: () => true, isDropped: () => true }
    await sweep()
    const by = { actorKind: 'desk', actorId: null, actor: 'Retention', via: 'job', address: null } as never
    await inTransaction({ db: getDb() }, (tx) =>
      eraseRuns(tx, { projectId: test.project.id, runIds: [runId], now: new Date(), by, aged }),
    )
    await nothingLeft()
    test = await makeProject()
    const other = await ingestWide()
    await sweep()
    await inTransaction({ db: getDb() }, (tx) =>
      removeContent(tx, { projectId: test.project.id, days: 1, limit: 10, now: later(100)() }),
    )
    await nothingLeft()
    const detail = await seen(other.runId)
    expect(JSON.stringify(detail)).not.toContain('kept apart')
    expect(detail.nodes[0]?.toolCalls?.map(({ name }) => name)).toEqual(['find', 'read'])
    expect(await findDisagreements(test.project.id)).toEqual([])
  })

  it('of a project removes all its objects, and waits for the store', async () => {
    await ingestWide()
    await sweep()
    await getDb().project.update({ where: { id: test.project.id }, data: { deletesAt: new Date(0) } })
    setPayloadStore(null)
    await removeProjects(getDb(), () => new Date())
    expect((await getDb().project.findUniqueOrThrow({ where: { id: test.project.id } })).removedAt).toBeNull()
    setPayloadStore(server.store)
    await removeProjects(getDb(), later(30))
    expect([await payloads(), await objects()]).toEqual([[], []])
    expect((await getDb().project.findUniqueOrThrow({ where: { id: test.project.id } })).removedAt).not.toBeNull()
  })
})
