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
  server = await startPostgres(dataDir, { isDurable: false })
  process.env.DATABASE_URL = server.url
  await applyScripts(server.url, await listMigrationNames())
  test = await makeProject()
  authorization = `Bearer ${(await createKey.run(await test.as('admin'), { name: 'ci', scopes: ['read', 'write'] })).secret}`
})

afterAll(async () => {
  signal('SIGCONT', all())
  await getDb().$disconnect()
  await discardPostgres(dataDir, server)
})

const all = () => [server.pid, ...childrenOf(server.pid)]
/** The processes that serve a connection, which name the port of their client. */
const connected = () =>
  childrenOf(server.pid).filter((pid) => /\(\d+\)/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')))

function signal(name: 'SIGSTOP' | 'SIGCONT', processes: readonly number[]): void {
  for (const pid of processes) process.kill(pid, name)
}

function childrenOf(parent: number): number[] {
  const children = readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === String(parent)
    } catch {
      return false
    }
  })
  return children.map(Number)
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

    signal('SIGSTOP', all())
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

    signal('SIGCONT', all())
    await expect.poll(async () => (await ready()).status, PATIENCE).toBe(200)
    // A request that was told to retry may have succeeded; repeating it must not duplicate the run.
    for (let index = 0; index < 30; index++)
      await expect.poll(async () => (await submit(`during-${index}`)).status, PATIENCE).toBe(200)
    const count = () =>
      getDb().run.count({ where: { projectId: test.project.id, clientId: { startsWith: 'during-' } } })
    expect(await count()).toBe(30)
  },
)

it.skipIf(process.platform !== 'linux')(
  'so do those on connections that hang, while the database answers on new ones',
  async () => {
    // More than there are connections left for.
    expect((await Promise.all(Array.from({ length: 30 }, (_, index) => submit(`open-${index}`)))).length).toBe(30)
    const stopped = connected()
    signal('SIGSTOP', stopped)
    try {
      const health = await timed(ready())
      expect(await health.answer.json()).toMatchObject({
        reason: expect.stringContaining('on a connection that is open'),
      })
      expect(health.answer.status).toBe(503)
      expect(health.seconds).toBeLessThan(4)
      const waiting = await Promise.all(Array.from({ length: 30 }, (_, index) => timed(submit(`stuck-${index}`))))
      for (const { answer, seconds } of waiting) {
        if (answer.status !== 200) expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
        expect(seconds).toBeLessThan(20)
      }
      expect(waiting.some(({ answer }) => answer.status === 503)).toBe(true)
      // Of these only the connections in use are left.
      expect((await ready()).status).toBe(503)
    } finally {
      signal('SIGCONT', stopped)
    }
    await expect.poll(async () => (await ready()).status, PATIENCE).toBe(200)
    await expect.poll(async () => (await submit('afterwards')).status, PATIENCE).toBe(200)
  },
)

it('statements that run too long or wait for a lock are cancelled', async () => {
  const [limits] = await getDb().$queryRaw<{ statement: string; lock: string; idle: string }[]>`
    SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
      current_setting('idle_in_transaction_session_timeout') AS idle`
  expect(limits).toEqual({ statement: '1min', lock: '20s', idle: '150s' })
})
