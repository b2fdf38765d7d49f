import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { v7 as uuid } from 'uuid'
import { expect, it, vi } from 'vitest'
import { getDb } from '@/lib/db/client'
import { getDatabaseUrl } from '@/lib/env'
import { ingest, makeProject, runBody } from '../testing/factories'
import { PATIENCE } from '../testing/patience'
import { exportProject, exportProjectFile } from './export-project'

it('an export contains every row of the project as JSON lines, without secrets', async () => {
  const { key, project, as } = await makeProject()
  await as('admin', 'Ada')
  await ingest(key, [runBody({ id: 'run-1', request: 'Zażółć' }), runBody({ id: 'run-2' })])
  const data = { projectId: project.id, name: 'k', prefix: 'vrt_', hash: 'the-hash', scopes: ['read'] }
  await getDb().apiKey.create({ data: { ...data, id: uuid() } })
  const file = path.join(tmpdir(), `${uuid()}.tar.gz`)
  const url = getDatabaseUrl()
  const exported = await exportProjectFile({ url, slug: project.slug, file, now: new Date() })
  const files = untar(gunzipSync(await readFile(file)))
  const manifest = JSON.parse(files.get('manifest.json') ?? '')
  expect(manifest).toMatchObject({ kind: 'veritas project', tables: { run: 2, run_summary: 2, api_key: 1, person: 1 } })
  for (const [table, count] of Object.entries(manifest.tables))
    expect((files.get(`data/${table}/00001.jsonl`) ?? '').split('\n').filter(Boolean)).toHaveLength(Number(count))
  expect(files.get('data/run/00001.jsonl')).toContain('Zażółć')
  expect([...files.values()].join('')).not.toContain('the-hash')
  expect(exported?.rows).toBeGreaterThan(6)
  expect(await exportProjectFile({ url, slug: 'nowhere-at-all', file: `${file}.2`, now: new Date() })).toBeNull()
})

/** Reads the files of a tar archive by name. */
function untar(bytes: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  for (let at = 0; at < bytes.length && bytes[at] !== 0; ) {
    const name = bytes.toString('utf8', at, at + 100).replace(/\0.*$/s, '')
    const size = Number.parseInt(bytes.toString('ascii', at + 124, at + 135), 8)
    files.set(name, bytes.toString('utf8', at + 512, at + 512 + size))
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}

const snapshots = () => getDb().$queryRaw<object[]>`
  SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%part%' AND state = 'idle in transaction'`

it('an export whose reader stops reading gives its snapshot back, and breaks off', async () => {
  const { project } = await makeProject()
  const parts = exportProject({ url: getDatabaseUrl(), slug: project.slug, now: new Date(), idleMs: 1000 })
  expect((await parts.next()).done).toBe(false)
  expect(await snapshots()).toHaveLength(1)
  await vi.waitFor(async () => expect(await snapshots()).toEqual([]), PATIENCE)
  await expect(parts.next()).rejects.toThrow()
})
