import { expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { monthlyTables, monthOf, partitionOf } from '@/lib/db/run-months'
import { inTransaction } from '@/lib/db/transaction'
import { verifyAudit } from '../audit-log/verify'
import { getData, putRetention } from '../data/policy'
import { ingestBatch } from '../ingest/ingest-batch'
import { countRuns } from '../runs/count'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { untilLockIsWaitedFor } from '../testing/lock-waits'
import { findDisagreements } from '../testing/rollups-agree'
import { sweepRetention } from './retention'

const MONTH = 31
const clock = () => new Date()
const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
const failed = (days: number, id?: string) =>
  runBody({
    ...(id && { id }),
    startedAt: ago(days).toISOString(),
    status: 'failed',
    execution: `of ${days}`,
    nodes: [{ id: 'a', status: 'failed', error: 'connect ECONNREFUSED' }],
    signals: { peer: 0.5 },
  })

async function areThere(days: number): Promise<boolean> {
  const names = monthlyTables.map((table) => partitionOf(table, monthOf(ago(days))))
  const rows = await getDb().$queryRaw<object[]>`SELECT 1 FROM pg_class WHERE relname = ANY(${names}::text[])`
  expect([0, names.length]).toContain(rows.length)
  return rows.length > 0
}

/** All rollup rows of a project. */
async function countsOf({ project }: TestProject) {
  const where = { where: { projectId: project.id } }
  const [days, hours, failures, units] = await Promise.all([
    getDb().rollupDay.findMany({ ...where, orderBy: [{ day: 'asc' }, { chainId: 'asc' }, { versionId: 'asc' }] }),
    getDb().rollupHour.findMany({ ...where, orderBy: [{ hour: 'asc' }, { chainId: 'asc' }, { versionId: 'asc' }] }),
    getDb().rollupFailure.findMany({ ...where, orderBy: [{ hour: 'asc' }, { fingerprint: 'asc' }] }),
    getDb().rollupUnit.findMany({ ...where, orderBy: [{ hour: 'asc' }, { unit: 'asc' }] }),
  ])
  return { days, hours, failures, units }
}

it('retention drops a month in which no project keeps a run, keeps all other months, and leaves every count unchanged', async () => {
  const [test, other] = [await makeProject(), await makeProject()]
  const [gone, shared, kept] = [40 * MONTH, 43 * MONTH, 2]
  const bodies = [failed(gone, 'a'), failed(gone), failed(shared), failed(kept)]
  await ingest(test.key, bodies)
  await ingest(other.key, [failed(shared)])
  const before = await countsOf(test)
  await putRetention.run(await test.as('admin'), { contentDays: null, runDays: 365, expected: 0 })
  await sweepRetention(getDb(), clock)

  expect([await areThere(gone), await areThere(shared), await areThere(kept)]).toEqual([false, true, true])
  expect(await getDb().nodeRun.count({ where: { projectId: other.project.id } })).toBe(1)
  for (const table of ['run', 'runKey', 'runSummary', 'nodeRun', 'failure', 'execution'] as const)
    expect([
      table,
      await (getDb()[table] as typeof getDb.prototype.run).count({ where: { projectId: test.project.id } }),
    ]).toEqual([table, 1])
  expect(await countsOf(test)).toEqual(before)
  expect(await findDisagreements(test.project.id)).toEqual([])
  const admin = await test.as('admin')
  expect(await getData.run(admin, {})).toMatchObject({ runs: 1 })
  expect(await countRuns.run(test.key, {})).toEqual({ count: 1, isExact: true })
  expect(await verifyAudit.run(admin, {})).toMatchObject({ ok: true })

  // The same run sent again is not kept, and closed counts do not change.
  await ingest(test.key, bodies.slice(0, 1))
  await sweepRetention(getDb(), clock)
  expect((await countsOf(test)).days.map(({ runs }) => runs)).toEqual(before.days.map(({ runs }) => runs))
  expect(await getData.run(admin, {})).toMatchObject({ runs: 1 })
})

it('a run that arrives for a month while it waits to be dropped keeps the month', async () => {
  const [test, other] = [await makeProject(), await makeProject()]
  const days = 52 * MONTH
  await ingest(test.key, [failed(days)])
  await putRetention.run(await test.as('admin'), { contentDays: null, runDays: 365, expected: 0 })
  let sweeping = Promise.resolve()
  await inTransaction({ db: getDb() }, async (tx) => {
    await tx.run.count({ where: { projectId: test.project.id } })
    sweeping = sweepRetention(getDb(), clock)
    await untilLockIsWaitedFor(tx)
    await ingest(other.key, [failed(days)])
  })
  await sweeping
  expect(await areThere(days)).toBe(true)
  expect(await getDb().run.count({ where: { projectId: other.project.id } })).toBe(1)
})

it('dropping a month waits for its readers without blocking other writers', async () => {
  const test = await makeProject()
  const days = 50 * MONTH
  await ingest(test.key, [failed(days)])
  await putRetention.run(await test.as('admin'), { contentDays: null, runDays: 365, expected: 0 })
  const reading = Promise.withResolvers<void>()
  const reader = getDb().$transaction(async (tx) => {
    await tx.run.count({ where: { projectId: test.project.id } })
    await reading.promise
  })
  const sweeping = sweepRetention(getDb(), clock)
  const slowest = { ms: 0 }
  for (let nth = 0; nth < 40; nth++) {
    const startedAt = performance.now()
    await ingestBatch(test.key, [runBody()], 'test')
    slowest.ms = Math.max(slowest.ms, performance.now() - startedAt)
  }
  expect(await areThere(days)).toBe(true)
  reading.resolve()
  await Promise.all([reader, sweeping])
  expect(await areThere(days)).toBe(false)
  expect(slowest.ms).toBeLessThan(5000)
})

it('longer retention does not count a run again that is sent after its removal', async () => {
  const test = await makeProject()
  const admin = await test.as('admin')
  const body = failed(40, 'a')
  const keep = async (runDays: number) => {
    const { versions } = await getData.run(admin, {})
    await putRetention.run(admin, { contentDays: null, runDays, expected: versions.retention.number })
    await sweepRetention(getDb(), clock)
  }
  await ingest(test.key, [body])
  const before = await countsOf(test)
  await keep(30)
  await keep(90)
  await ingest(test.key, [body])
  await keep(30)
  expect(await getData.run(admin, {})).toMatchObject({ runs: 0 })
  expect((await countsOf(test)).days.map(({ runs }) => runs)).toEqual(before.days.map(({ runs }) => runs))
})
