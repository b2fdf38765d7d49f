import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { databaseCode, LOCK_NOT_AVAILABLE } from '@/lib/db/database-code'
import { Prisma } from '@/lib/db/generated/client'
import { firstRunIdOf, monthlyTables, monthOf, newRunId, partitionOf, timeOfRunId } from '@/lib/db/run-months'
import { ingestBatch } from '../ingest/ingest-batch'
import { withoutShard } from '../testing/database'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { findOtherMonths, loadMonths, makeMonths, monthsAhead } from './make-months'

const now = () => new Date()
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

/** Returns the partitions that contain rows of a project, by table. */
async function placesOf({ project }: TestProject): Promise<Record<string, string[]>> {
  const selects = monthlyTables.map(
    (table) => Prisma.sql`
      SELECT DISTINCT ${table} AS table, tableoid::regclass::text AS place FROM ${Prisma.raw(`"${table}"`)} WHERE project_id = ${project.id}::uuid`,
  )
  const rows = await getDb().$queryRaw<{ table: string; place: string }[]>`${Prisma.join(selects, ' UNION ALL ')}`
  return Object.fromEntries(
    [...Map.groupBy(rows, ({ table }) => table)].map(([table, all]) => [
      table,
      all.map(({ place }) => withoutShard(place)).sort(),
    ]),
  )
}

const failing = (startedAt: Date) =>
  runBody({
    startedAt: startedAt.toISOString(),
    output: {},
    signals: { peer: 0.5 },
    nodes: [{ id: 'a', output: 'x' }],
  })

describe('a run id', () => {
  it('contains the time of the run, and ids sort by time', () => {
    const at = new Date('2026-11-22T10:00:00.123Z')
    const ids = Array.from({ length: 1000 }, () => newRunId(at))
    expect(ids).toEqual([...ids].sort())
    expect(new Set(ids.map((id) => timeOfRunId(id).getTime()))).toEqual(new Set([at.getTime()]))
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(firstRunIdOf(at) <= (ids[0] ?? '') && (ids[999] ?? '') < firstRunIdOf(new Date(at.getTime() + 1))).toBe(true)
  })
})

describe('runs', () => {
  it('are stored with all their rows in the month they occurred in, also late ones', async () => {
    const test = await makeProject()
    const times = [daysAgo(0), daysAgo(200), daysAgo(1000)]
    await ingest(test.key, times.map(failing))
    const places = await placesOf(test)
    for (const table of ['run', 'node_run', 'signal', 'score', 'issue', 'run_text'] as const)
      expect(places[table]).toEqual(times.map((time) => partitionOf(table, monthOf(time))).sort())
  })

  it('outside of the kept range go to the default partition, and are found like others', async () => {
    const test = await makeProject()
    const [first, second] = ['1970-01-01T00:00:01Z', '2150-06-01T00:00:00Z'].map((at) => failing(new Date(at)))
    const ids = await ingest(
      test.key,
      [first, second].filter((body) => body !== undefined),
    )
    expect((await placesOf(test)).run).toEqual(['run_other'])
    expect(
      await getDb().nodeRun.count({ where: { projectId: test.project.id, runId: { in: [...ids.values()] } } }),
    ).toBe(2)
    await makeMonths(getDb(), now())
    expect((await placesOf(test)).run).toEqual(['run_other'])
    expect(await findOtherMonths(getDb())).toEqual(expect.arrayContaining(['1970-01', '2150-06']))
  })

  it('with the same client id are stored once, also with times in different months and concurrently', async () => {
    const test = await makeProject()
    const bodies = [0, 40, 80, 120].map((days) => runBody({ id: 'same', startedAt: daysAgo(days).toISOString() }))
    const all = await Promise.all([...bodies, ...bodies].map((body) => ingestBatch(test.key, [body], 'test')))
    const accepted = all.flatMap((result) => result.accepted)
    expect(new Set(accepted.map(({ runId }) => runId)).size).toBe(1)
    expect(accepted.map(({ duplicate }) => duplicate).sort()).toEqual([false, true])
    expect(all.flatMap((result) => result.rejected).map(({ code }) => code)).toEqual(Array(6).fill('conflict'))
    expect(await getDb().run.count({ where: { projectId: test.project.id } })).toBe(1)
  })
})

describe('months', () => {
  it('are created ahead, also concurrently and repeatedly', async () => {
    const ahead = new Date('2027-07-15T00:00:00Z')
    const made = await Promise.all([1, 2, 3].map(() => makeMonths(getDb(), ahead)))
    expect(made.flat()).toEqual(expect.arrayContaining(['2027-07', '2027-08', '2027-09']))
    expect([...(await loadMonths(getDb())).months]).toEqual(expect.arrayContaining(monthsAhead(ahead)))
    expect(await makeMonths(getDb(), ahead)).toEqual([])
  })

  it('take over their rows from the default partition while it is read', async () => {
    const test = await makeProject()
    const later = new Date('2028-03-05T00:00:00Z')
    const bodies = Array.from({ length: 20 }, () => failing(later))
    const ids = [...(await ingest(test.key, bodies)).values()]
    expect((await placesOf(test)).run).toEqual(['run_other'])
    const counts = new Set<number>()
    let isMoved = false
    const read = async () => {
      while (!isMoved) counts.add(await getDb().run.count({ where: { projectId: test.project.id } }))
    }
    const moving = Promise.all([makeMonths(getDb(), later), makeMonths(getDb(), later)]).finally(() => {
      isMoved = true
    })
    await Promise.all([moving, ...Array.from({ length: 6 }, read)])
    expect([...counts]).toEqual([20])
    expect(
      Object.values(await placesOf(test))
        .flat()
        .filter((place) => !place.endsWith('_2028_03')),
    ).toEqual([])
    expect(await getDb().nodeRun.count({ where: { projectId: test.project.id, runId: { in: ids } } })).toBe(20)
  })

  it('are deferred while a long query reads all months, without blocking other writers', async () => {
    const test = await makeProject()
    await ingest(test.key, [failing(now())])
    const locked = Promise.withResolvers<void>()
    const reading = Promise.withResolvers<void>()
    const reader = getDb().$transaction(async (tx) => {
      await tx.$queryRaw`SELECT id FROM run WHERE project_id = ${test.project.id}::uuid`
      locked.resolve()
      await reading.promise
    })
    await locked.promise
    const making = makeMonths(getDb(), new Date('2029-03-05T00:00:00Z')).catch(databaseCode)
    const isOver = making.then(() => true)
    let slowestMs = 0
    while (!(await Promise.race([isOver, new Promise((resolve) => setImmediate(resolve, false))]))) {
      const startedAt = performance.now()
      await ingestBatch(test.key, [runBody()], 'test')
      slowestMs = Math.max(slowestMs, performance.now() - startedAt)
    }
    expect(await making).toBe(LOCK_NOT_AVAILABLE)
    reading.resolve()
    await reader
    expect(slowestMs).toBeLessThan(5000)
    expect(await makeMonths(getDb(), new Date('2029-03-05T00:00:00Z'))).toEqual(['2029-03', '2029-04', '2029-05'])
  })
})
