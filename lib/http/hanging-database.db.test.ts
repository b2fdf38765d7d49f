import { chmodSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { listMigrationNames } from '@/lib/db/schema-engine'
import { ingestRuns } from '@/lib/operations/ingest/ingest-runs'
import { createKey } from '@/lib/operations/keys/keys'
import { applyScripts } from '@/lib/operations/testing/apply-scripts'
import { makeProject, runBody, type TestProject } from '@/lib/operations/testing/factories'
import { PATIENCE } from '@/lib/operations/testing/patience'
import { discardPostgres, type RunningPostgres, startPostgres } from '@/scripts/provision/postgres'
import { metrics, readyz } from './health'
import { route } from './router'

let dataDir: string
let server: RunningPostgres
let test: TestProject
let authorization: string

beforeAll(async () => {
  // A separate server, since this test stops it.
  dataDir = mkdtempSync(path.join(tmpdir(), 'veritas-hanging-'))
  chmodSync(dataDir, 0o755)
  server = await startPostgres(dataDir, false)
  process.env.DATABASE_URL = server.url
  await applyScripts(server.url, await listMigrationNames())
  test = await makeProject()
  authorization = `Bearer ${(await createKey.run(await test.as('admin'), { name: 'ci', scopes: ['read', 'write'] })).secret}`
})

afterAll(async () => {
  signal('SIGCONT')
  await getDb().$disconnect()
  await discardPostgres(dataDir, server)
})

/** Signals the server and all its child processes. */
function signal(name: 'SIGSTOP' | 'SIGCONT'): void {
  const children = readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === String(server.pid)
    } catch {
      return false
    }
  })
  for (const pid of [server.pid, ...children.map(Number)]) process.kill(pid, name)
}

const submit = (id: string) =>
  route(ingestRuns)(
    new Request('http://desk.test/api/v1/runs', {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ runs: [runBody({ id })] }),
    }),
    {},
  )

async function timed<T>(work: Promise<T>): Promise<{ answer: T; seconds: number }> {
  const since = performance.now()
  const answer = await work
  return { answer, seconds: (performance.now() - since) / 1000 }
}

const ready = () => readyz(new Request('http://desk.test/readyz'))

it.skipIf(process.platform !== 'linux')(
  'requests fail within two seconds if the database hangs, and none waits with it',
  async () => {
    expect((await ready()).status).toBe(200)
    expect((await submit('before')).status).toBe(200)

    signal('SIGSTOP')
    // More requests than connections in the pool.
    const waiting = Array.from({ length: 30 }, (_, index) => timed(submit(`during-${index}`)))
    const health = await timed(ready())
    expect(health.answer.status).toBe(503)
    expect(await health.answer.json()).toMatchObject({ reason: expect.stringContaining('does not answer') })
    // The limit is 1.5 s, with some slack for a busy machine.
    expect(health.seconds).toBeLessThan(4)
    const figures = await timed(metrics(new Request('http://desk.test/metrics')))
    expect(figures.answer.status).toBe(200)
    expect(figures.seconds).toBeLessThan(6)
    for (const { answer, seconds } of await Promise.all(waiting)) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
      expect(seconds).toBeLessThan(20)
    }

    signal('SIGCONT')
    await expect.poll(async () => (await ready()).status, PATIENCE).toBe(200)
    // A request that was told to retry may have succeeded; repeating it must not duplicate the run.
    for (let index = 0; index < 30; index++)
      await expect.poll(async () => (await submit(`during-${index}`)).status, PATIENCE).toBe(200)
    const count = () =>
      getDb().run.count({ where: { projectId: test.project.id, clientId: { startsWith: 'during-' } } })
    expect(await count()).toBe(30)
  },
)

it('statements that run too long or wait for a lock are cancelled', async () => {
  const [limits] = await getDb().$queryRaw<{ statement: string; lock: string; idle: string }[]>`
    SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
      current_setting('idle_in_transaction_session_timeout') AS idle`
  expect(limits).toEqual({ statement: '1min', lock: '20s', idle: '150s' })
})
