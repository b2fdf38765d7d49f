import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { passwordStamp } from '@/lib/operations/account/password-hash'
import { beginSession } from '@/lib/operations/account/sessions'
import type { Context } from '@/lib/operations/context'
import { ingest, makeProject, runBody } from '@/lib/operations/testing/factories'
import { PATIENCE } from '@/lib/operations/testing/patience'
import { EXPORTS_MOST, openExport } from './project-export'

let admin: Context

beforeAll(async () => {
  const test = await makeProject()
  const { actor, ...rest } = await test.as('admin')
  if (actor.kind !== 'user') throw new Error('expected a person')
  const person = { userId: actor.userId, stamp: passwordStamp(null) }
  const sessionId = await beginSession(getDb(), person, { address: null, device: null }, new Date())
  admin = { ...rest, actor: { ...actor, sessionId: sessionId ?? '' } }
  // More than the buffers between database and reader hold, however it is compressed.
  const noise = () => randomBytes(700_000).toString('base64')
  for (let n = 0; n < 12; n++) await ingest(test.key, [runBody({ output: { answer: noise() } })])
})

/** How many snapshots of exports are open in the database; a cluster looks after itself in transactions of its own. */
async function snapshots(): Promise<number> {
  const [row] = await getDb().$queryRaw<{ n: number }[]>`
    SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND xact_start IS NOT NULL
      AND pid <> pg_backend_pid() AND application_name NOT ILIKE 'citus%'`
  return row?.n ?? 0
}

describe('the export of a project', () => {
  it('is whole for a reader who stays', async () => {
    const answer = await openExport(admin, new AbortController().signal)
    const tar = gunzipSync(Buffer.from(await answer.arrayBuffer())).toString('latin1')
    expect(tar).toContain('manifest.json')
    expect(await snapshots()).toBe(0)
  })

  it('ends its snapshot when the client leaves in the middle', async () => {
    const client = new AbortController()
    const answer = await openExport(admin, client.signal)
    await answer.body?.getReader().read()
    expect(await snapshots()).toBe(1)
    client.abort()
    await expect.poll(snapshots, PATIENCE).toBe(0)
  })

  it('ends it when the body is cancelled', async () => {
    const answer = await openExport(admin, new AbortController().signal)
    const reader = answer.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await expect.poll(snapshots, PATIENCE).toBe(0)
  })

  it('opens none for a client that left before the first byte', async () => {
    const answer = await openExport(admin, AbortSignal.abort())
    await expect(answer.arrayBuffer()).rejects.toThrow()
    expect(await snapshots()).toBe(0)
  })

  it('is refused while as many of the project are under way as it may have, and not when one of them has ended', async () => {
    const clients = Array.from({ length: EXPORTS_MOST.ofProject }, () => new AbortController())
    const open = (signal = new AbortController().signal) => openExport(admin, signal)
    for (const { signal } of clients) await (await open(signal)).body?.getReader().read()
    await expect(open()).rejects.toMatchObject({ code: 'unavailable', retryAfterS: expect.any(Number) })
    expect(await snapshots()).toBe(EXPORTS_MOST.ofProject)
    clients[0]?.abort()
    await expect.poll(snapshots, PATIENCE).toBe(EXPORTS_MOST.ofProject - 1)
    const next = await open()
    expect((await next.arrayBuffer()).byteLength).toBeGreaterThan(0)
    for (const client of clients) client.abort()
    await expect.poll(snapshots, PATIENCE).toBe(0)
  })
})
