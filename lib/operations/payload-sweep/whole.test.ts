import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { PrismaClient } from '@/lib/db/generated/client'
import { onDatabase } from '@/lib/db/on-database'
import { getDatabaseUrl, parseEnv } from '@/lib/env'
import { backupDatabase } from '../backup/backup'
import { restoreDatabase } from '../backup/restore'
import { keepScenario } from '../kept-scenarios/keep'
import { listKeptResults } from '../kept-scenarios/list'
import { examineStore } from '../payloads/examine'
import { setPayloadStore } from '../payloads/the-store'
import { exportProject } from '../project-export/export-project'
import { reviewRun } from '../reviews/review'
import { getRun } from '../run-detail/get'
import { exportDspy } from '../run-export/export-dspy'
import { createTestDatabase } from '../testing/database'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { type PayloadServer, startPayloadServer } from '../testing/payload-server'
import { bringBack } from './bring-back'
import { sweepPayloads } from './sweep'

const HOSTILE = 'tab\t newline\n back\\slash \\. \\N "quoted" \u{1f600} \u0001'
const long = (seed: string) => {
  let text = `${seed} ${HOSTILE}`
  for (let at = 0; text.length < 40_000; at++) text += ` ${(at * 2_654_435_761).toString(36)}`
  return text
}

let server: PayloadServer
let test: TestProject
let ids: Map<string, string>
let before: Map<string, unknown>
const later = () => new Date(Date.now() + 2 * 3_600_000)
const seen = (runId: string) => getRun.run(test.key, { runId })
const apart = () => getDb().payload.count({ where: { projectId: test.project.id, goneAt: null } })

beforeAll(async () => {
  server = await startPayloadServer()
  setPayloadStore(server.store)
  test = await makeProject()
  ids = await ingest(test.key, [
    runBody({ id: 'long', request: { ask: long('a'), of: 3 }, output: { answer: long('b'), count: 1.5 } }),
    runBody({
      id: 'same',
      version: '2.0.0',
      request: { ask: long('a'), of: 3 },
      output: { answer: 'short', count: 2 },
    }),
    runBody({ id: 'short', request: { ask: 'why', of: 4 }, output: { answer: 'so', count: 3 } }),
    runBody({ id: 'nodes', nodes: [{ id: 'n', toolCalls: [{ name: 'find', result: long('c') }], output: long('d') }] }),
  ])
  const reviewer = await test.as('reviewer')
  await reviewRun.run(reviewer, { runId: ids.get('long') ?? '', verdict: 'reject', reason: 'no' })
  await reviewRun.run(reviewer, { runId: ids.get('same') ?? '', verdict: 'reject', reason: 'no' })
  before = await allSeen()
})
afterAll(async () => {
  setPayloadStore(null)
  await server.stop()
})

const allSeen = async () => {
  const pages = new Map<string, unknown>()
  for (const [name, id] of ids) pages.set(name, await seen(id))
  return pages
}

async function examples() {
  const lines: string[] = []
  for await (const line of await exportDspy.open(test.key, {})) lines.push(line)
  return lines
}

/** Returns the rows of a table of an exported project. */
async function exported(): Promise<unknown[]> {
  const chunks: Buffer[] = []
  const parts = exportProject({ url: getDatabaseUrl(), slug: test.project.slug, now: new Date() })
  for await (const chunk of parts) chunks.push(chunk)
  const rows = Buffer.concat(chunks)
    .toString()
    .split('\n')
    .flatMap((line) =>
      line.includes('"body_hash"') || line.includes('"dependencies"')
        ? [JSON.parse(line.slice(line.indexOf('{')))]
        : [],
    )
  return rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort()
}

it('moving values does not change exports', async () => {
  const [lines, rows] = [await examples(), await exported()]
  await sweepPayloads(getDb(), later, 1)
  expect(await apart()).toBe(5)
  expect(await examples()).toEqual(lines)
  expect(await exported()).toEqual(rows)
  expect(JSON.stringify(rows)).not.toContain('kept apart')
  expect(await allSeen()).toEqual(before)
})

it('a scenario can be kept from a run with moved values, and matches later runs', async () => {
  const reviewer = await test.as('reviewer')
  await sweepPayloads(getDb(), later, 1)
  const { scenario } = await keepScenario.run(reviewer, { runId: ids.get('long') ?? '', name: 'the long one' })
  await getDb().keptScenario.updateMany({ where: { projectId: test.project.id }, data: { scenario: 'same' } })
  await getDb().runSummary.updateMany({
    where: { projectId: test.project.id, id: ids.get('same') ?? '' },
    data: { scenario: 'same' },
  })
  const version = await getDb().chainVersion.findFirstOrThrow({
    where: { projectId: test.project.id, version: '2.0.0' },
  })
  const where = { projectId: test.project.id, chainId: version.chainId, versionId: version.id }
  const [result] = await listKeptResults(getDb(), where)
  expect(result).toMatchObject({ id: scenario.id, runs: 1 })
  before = await allSeen()
})

it('a backup contains the moved values and is restored without a store', async () => {
  await sweepPayloads(getDb(), later, 1)
  const folder = await mkdtemp(path.join(tmpdir(), 'veritas-payloads-'))
  const file = path.join(folder, 'desk.backup')
  const target = await createTestDatabase(
    inject('databaseServerUrl'),
    inject('databaseRun'),
    `${process.env.VITEST_POOL_ID ?? '1'}_whole`,
  )
  const db = new PrismaClient({ adapter: new PrismaPg({ connectionString: target }) })
  try {
    await backupDatabase({ url: getDatabaseUrl(), file, now: new Date() })
    setPayloadStore(null)
    await expect(backupDatabase({ url: getDatabaseUrl(), file: `${file}.2`, now: new Date() })).rejects.toThrow(
      'PAYLOAD_STORE_URL',
    )
    await restoreDatabase({ url: target, file })
    expect(await db.payload.count()).toBe(0)
    for (const [name, runId] of ids) expect(await getRun.run({ ...test.key, db }, { runId })).toEqual(before.get(name))
  } finally {
    setPayloadStore(server.store)
    await db.$disconnect()
    await rm(folder, { recursive: true })
  }
})

it('examineStore reports what is wrong with a store, and values in a store that is no longer configured', async () => {
  await sweepPayloads(getDb(), later, 1)
  await onDatabase(getDatabaseUrl(), async (client) => {
    const examine = (settings: Record<string, string>) => examineStore(parseEnv(settings), client)
    expect(await examine(server.settings)).toMatchObject({ state: 'good' })
    expect(await server.keys()).not.toContainEqual(expect.stringContaining('probe'))
    expect(await examine({})).toMatchObject({ state: 'bad', seen: expect.stringContaining('cannot be read') })
    const wrong = await examine({ ...server.settings, PAYLOAD_STORE_SECRET: 'other' })
    expect(wrong).toMatchObject({ state: 'bad', isRefused: true, seen: expect.stringContaining('403') })
    const nowhere = { ...server.settings, PAYLOAD_STORE_URL: 'http://127.0.0.1:9/desk' }
    expect(await examine(nowhere)).toMatchObject({ state: 'bad', isRefused: false })
    const other = {
      ...server.settings,
      PAYLOAD_STORE_URL: server.settings.PAYLOAD_STORE_URL?.replace('/desk', '/none') ?? '',
    }
    expect(await examine(other)).toMatchObject({
      state: 'bad',
      isRefused: true,
      seen: expect.stringContaining('NoSuchBucket'),
    })
  })
})

it('bringing values back restores the rows and empties the store', async () => {
  await sweepPayloads(getDb(), later, 1)
  expect(await apart()).toBeGreaterThan(0)
  await bringBack(getDb(), () => new Date())
  expect(await apart()).toBe(0)
  expect((await server.keys()).filter((key) => key.startsWith(test.project.id))).toEqual([])
  setPayloadStore(null)
  expect(await seen(ids.get('nodes') ?? '')).toEqual(before.get('nodes'))
  expect((await seen(ids.get('long') ?? '')).output).toEqual({ answer: long('b'), count: 1.5 })
})
