import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { PrismaPg } from '@prisma/adapter-pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { PrismaClient } from '@/lib/db/generated/client'
import { onDatabase } from '@/lib/db/on-database'
import { inTransaction } from '@/lib/db/transaction'
import { getDatabaseUrl } from '@/lib/env'
import { appendEvents, signatureOfDesk } from '../audit'
import { checkEveryLog } from '../audit-log/verify'
import { reviewRun } from '../reviews/review'
import { createTestDatabase } from '../testing/database'
import { ingest, makeProject, runBody } from '../testing/factories'
import { makeRegressedChain } from '../testing/regressed-chain'
import { backupDatabase } from './backup'
import { describeDatabase } from './database'
import { restoreDatabase } from './restore'

const HOSTILE = 'tab\t newline\n back\\slash \\. \\N "quoted" \u{1f600} \u0001'
const now = new Date('2026-03-01T00:00:00Z')
const url = () => getDatabaseUrl()

let folder: string
let file: string
let target: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'veritas-backup-'))
  file = path.join(folder, 'desk.backup')
  const { runIds, reviewer } = await makeRegressedChain()
  await reviewRun.run(reviewer, { runId: runIds[0] ?? '', verdict: 'rate', rating: 1 / 3, reason: HOSTILE })
  const { key } = await makeProject()
  await ingest(key, [
    runBody({ output: { answer: 'long '.repeat(600_000) } }),
    runBody({ output: { text: HOSTILE, number: 0.1 + 0.2, list: [null, []] }, metadata: { e: 1e-300 } }),
  ])
  await backupDatabase({ url: url(), file, now })
})
beforeEach(async () => {
  target = await createTestDatabase(inject('databaseServerUrl'), inject('databaseRun'), nameOfTarget())
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await onDatabase(inject('databaseServerUrl'), (client) =>
    client.query(`DROP DATABASE IF EXISTS ${new URL(target).pathname.slice(1)} WITH (FORCE)`),
  )
})

const nameOfTarget = () => `${process.env.VITEST_POOL_ID ?? '1'}_restored`

/** Returns the row count and a checksum of every table. */
function contentsOf(databaseUrl: string) {
  return onDatabase(databaseUrl, async (client) => {
    const { tables } = await describeDatabase(client)
    const contents: Record<string, { rows: string; sum: string }> = {}
    for (const { name } of tables) {
      const { rows } = await client.query(
        `SELECT count(*) AS rows, md5(coalesce(string_agg(t::text, chr(10) ORDER BY t::text), '')) AS sum FROM "${name}" t`,
      )
      contents[name] = rows[0]
    }
    return contents
  })
}

const isEmpty = async () => Object.values(await contentsOf(target)).every(({ rows }) => rows === '0')

describe('a backup', () => {
  it('restores every table, row for row', async () => {
    const restored = await restoreDatabase({ url: target, file })
    const [before, after] = [await contentsOf(url()), await contentsOf(target)]
    expect(after).toEqual(before)
    expect(restored.tables).toBe(Object.keys(before).length)
    for (const table of ['run', 'gate', 'decision', 'signal', 'rollup_day', 'user'])
      expect(Number(before[table]?.rows), table).toBeGreaterThan(0)
  })

  it('restores an audit log whose chain continues and which stays append-only', async () => {
    await restoreDatabase({ url: target, file })
    const db = new PrismaClient({ adapter: new PrismaPg({ connectionString: target }) })
    try {
      const projects = await db.auditHead.findMany()
      expect(projects.length).toBeGreaterThan(0)
      const after = { action: 'test.after', subject: 'thing:1', before: null, after: null, at: now }
      const events = projects.map(({ projectId }) => ({ ...signatureOfDesk('Ada'), ...after, projectId }))
      await inTransaction({ db }, (tx) => appendEvents(tx, events))
      for (const { projectId, seq } of projects)
        expect(await db.auditHead.findUnique({ where: { projectId } })).toMatchObject({ seq: seq + 1 })
      expect(await checkEveryLog(db)).toMatchObject({ faults: [] })
      // Citus has no trigger that refuses it (docs/citus.md).
      if (!inject('isDistributed'))
        await expect(db.$executeRaw`DELETE FROM audit_event`).rejects.toThrow('only ever added')
    } finally {
      await db.$disconnect()
    }
  })

  it('leaves no file and keeps an earlier one when it is aborted', async () => {
    const kept = path.join(folder, 'ended.backup')
    await writeFile(kept, 'before')
    const stop = new AbortController()
    const onTable = (table: string) => {
      if (table === 'run') stop.abort()
    }
    await expect(backupDatabase({ url: url(), file: kept, now, onTable, signal: stop.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(await readFile(kept, 'utf8')).toBe('before')
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('is a consistent snapshot during concurrent writes', async () => {
    const { key } = await makeProject()
    const before = await contentsOf(url())
    const moving = path.join(folder, 'moving.backup')
    let isWritten = false
    const onTable = async () => {
      if (isWritten) return
      isWritten = true
      await ingest(key, [runBody()])
    }
    await backupDatabase({ url: url(), file: moving, now, onTable })
    await restoreDatabase({ url: target, file: moving })
    expect(await contentsOf(target)).toEqual(before)
  })

  it('is readable by its owner only, and leaves no temporary file', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it.each([
    ['a folder that is missing', 'gone/today.backup', 'ENOENT'],
    ['a file as its folder', 'today.backup/today.backup', 'ENOTDIR'],
    ['a folder', '.', 'EISDIR'],
  ])('names the file that it was to write: %s', async (_, name, code) => {
    await writeFile(path.join(folder, 'today.backup'), '')
    const wanted = path.join(folder, name)
    await expect(backupDatabase({ url: url(), file: wanted, now })).rejects.toMatchObject({ code, path: wanted })
  })

  it('keeps an earlier file when it fails', async () => {
    const kept = path.join(folder, 'kept.backup')
    await writeFile(kept, 'before')
    const gone = new URL(url())
    gone.pathname = '/no_such_database'
    await expect(backupDatabase({ url: gone.href, file: kept, now })).rejects.toThrow('no_such_database')
    await expect(
      backupDatabase({
        url: url(),
        file: kept,
        now,
        onTable: (table) => {
          if (table === 'run') throw new Error('the disk is full')
        },
      }),
    ).rejects.toThrow('the disk is full')
    expect(await readFile(kept, 'utf8')).toBe('before')
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

describe('a restore', () => {
  it('rejects a database that is not empty, and does not change it', async () => {
    const before = await contentsOf(url())
    await expect(restoreDatabase({ url: url(), file })).rejects.toThrow(/not empty: .*\d+.*Restore into a new one/)
    expect(await contentsOf(url())).toEqual(before)
  })

  it('restores nothing when it is aborted', async () => {
    const stop = new AbortController()
    const onTable = (table: string) => {
      if (table === 'run_summary') stop.abort()
    }
    await expect(restoreDatabase({ url: target, file, onTable, signal: stop.signal })).rejects.toThrow('interrupted')
    expect(await isEmpty()).toBe(true)
  })

  it('of an empty database gives an empty database', async () => {
    const empty = path.join(folder, 'empty.backup')
    expect(await backupDatabase({ url: target, file: empty, now })).toMatchObject({ rows: 0 })
    expect(await restoreDatabase({ url: target, file: empty })).toMatchObject({ rows: 0 })
    expect(await isEmpty()).toBe(true)
  })

  it('accepts another column order, and names a table with other columns', async () => {
    await onDatabase(target, (client) =>
      client.query('ALTER TABLE rollup_hour DROP COLUMN scored, ADD COLUMN scored int NOT NULL'),
    )
    await restoreDatabase({ url: target, file })
    const counts = `SELECT counted, there FROM (SELECT sum(scored) AS counted FROM rollup_hour) h, (SELECT count(quality) AS there FROM run_summary) s`
    const [row] = await onDatabase(target, async (client) => (await client.query(counts)).rows)
    expect(row.counted).toBe(row.there)
    expect(Number(row.there)).toBeGreaterThan(5)
    target = await createTestDatabase(inject('databaseServerUrl'), inject('databaseRun'), nameOfTarget())
    await onDatabase(target, (client) => client.query('ALTER TABLE rollup_hour ADD COLUMN more int'))
    await expect(restoreDatabase({ url: target, file })).rejects.toThrow('rollup_hour differs')
  })

  it('rejects another schema version, and names the difference', async () => {
    await onDatabase(target, (client) =>
      client.query(
        `UPDATE _prisma_migrations SET migration_name = '20990101000000_later' WHERE migration_name LIKE '%_init'`,
      ),
    )
    await expect(restoreDatabase({ url: target, file })).rejects.toThrow(
      /another version.*lacks \d+_init, the backup lacks 20990101000000_later/,
    )
    expect(await isEmpty()).toBe(true)
  })

  it('rejects a database that was never migrated', async () => {
    await onDatabase(target, (client) => client.query('DROP TABLE _prisma_migrations'))
    await expect(restoreDatabase({ url: target, file })).rejects.toThrow('never migrated')
  })

  it.each<[string, (copy: string) => Promise<unknown>]>([
    ['cut off', async (copy) => truncate(copy, (await stat(copy)).size - 200)],
    ['cut off between two tables', (copy) => edit(copy, (bytes) => bytes.subarray(0, bytes.length - 30))],
    ['changed', (copy) => edit(copy, (bytes) => flip(bytes, 'forty-two', 'forty\ttwo'))],
    [
      'changed in a way that only its checksum tells',
      async (copy) =>
        writeFile(copy, flip(gzipSync(gunzipSync(await readFile(copy)), { level: 0 }), 'forty-two', 'forty-six')),
    ],
    ['longer than it says', (copy) => edit(copy, (bytes) => Buffer.concat([bytes, Buffer.from('more')]))],
    ['cut off in its checksum', async (copy) => truncate(copy, (await stat(copy)).size - 6)],
    ['of another kind', (copy) => writeFile(copy, gzipSync('{"kind":"something else"}'))],
    ['no gzip', (copy) => writeFile(copy, 'hello')],
    ['empty', (copy) => writeFile(copy, '')],
  ])('restores nothing from a file that is %s', async (_, damage) => {
    const copy = path.join(folder, 'damaged.backup')
    await writeFile(copy, await readFile(file))
    await damage(copy)
    await expect(restoreDatabase({ url: target, file: copy })).rejects.toThrow(/cannot be restored|no backup/)
    expect(await isEmpty()).toBe(true)
  })
})

async function edit(copy: string, change: (bytes: Buffer) => Buffer): Promise<void> {
  await writeFile(copy, gzipSync(change(gunzipSync(await readFile(copy)))))
}

/** Keeps the length, so that only the content is wrong. */
function flip(bytes: Buffer, from: string, to: string): Buffer {
  const place = bytes.indexOf(from)
  expect(place).toBeGreaterThan(0)
  bytes.write(to, place)
  return bytes
}
