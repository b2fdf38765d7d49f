import { beforeAll, describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { Prisma } from '@/lib/db/generated/client'
import { putRetention } from '../data/policy'
import { deleteRuns } from '../erasure/delete-runs'
import { sweepRetention } from '../erasure/retention'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { findDisagreements } from '../testing/rollups-agree'
import { checkCounts } from './check'

const bodyOf = (days: number, nth: number) =>
  runBody({
    startedAt: new Date(Date.now() - days * 86_400_000 - nth * 1000).toISOString(),
    status: nth % 2 ? 'failed' : 'completed',
    output: { answer: 'x'.repeat(nth) },
    nodes: [
      { id: 'a', status: nth % 2 ? 'failed' : 'completed', ...(nth % 2 ? { error: 'HTTP 503' } : { output: 'y' }) },
    ],
    signals: { peer: 0.7 },
    version: `1.${nth % 2}.0`,
  })

let test: TestProject
beforeAll(async () => {
  test = await makeProject()
  await ingest(
    test.key,
    [3, 40, 41].flatMap((days) => [1, 2, 3, 4].map((nth) => bodyOf(days, nth))),
  )
})

const check = (repairs: boolean) => checkCounts(getDb(), test.project.id, { repairs })

/** Corrupts count rows, as a bug would. */
async function spoil(table: string, change: string, condition = 'true'): Promise<number> {
  return getDb().$executeRaw`
    UPDATE ${Prisma.raw(table)} SET ${Prisma.raw(change)} WHERE project_id = ${test.project.id}::uuid AND ${Prisma.raw(condition)}`
}

describe('checking the counts', () => {
  it('reports nothing if the counts are right', async () => {
    expect(await check(false)).toEqual({ since: null, days: 3, wrong: [], rebuilt: 0 })
  })

  it('agrees on null and blank step outputs, also after texts are removed', async () => {
    const { key, project, as } = await makeProject()
    const outputs = [null, '', ' \n', '\u00a0', '\u3000\v', [], {}, 0, false, 'null', 'text']
    const nodes = outputs.map((output, at) => ({ id: `n${at}`, output, tokens: { input: 10, output: 5 } }))
    const startedAt = new Date(Date.now() - 3 * 86_400_000).toISOString()
    const ids = await ingest(key, [
      runBody({ id: 'left', startedAt, nodes }),
      runBody({ id: 'gone', startedAt, nodes }),
    ])
    const wrong = async () => (await checkCounts(getDb(), project.id, { repairs: false })).wrong
    expect(await wrong()).toEqual([])
    const admin = await as('admin')
    await putRetention.run(admin, { contentDays: 1, runDays: null, expected: 0 })
    await sweepRetention(getDb(), () => new Date())
    expect(await wrong()).toEqual([])
    await deleteRuns.run(admin, { runIds: [ids.get('gone') ?? ''] })
    expect(await wrong()).toEqual([])
  })

  it('agrees after a run that recovered from a failed tool call, and failed later, is deleted', async () => {
    const { key, project, as } = await makeProject()
    const failed = { status: 'failed', error: 'HTTP 503' } as const
    const nodes = [
      { id: 'call', type: 'tool', ...failed },
      { id: 'read', dependencies: ['call'] },
      { id: 'write', dependencies: ['read'], ...failed },
    ]
    const ids = await ingest(key, [runBody({ id: 'gone', status: 'failed', nodes }), runBody({ id: 'left' })])
    const wrong = async () => (await checkCounts(getDb(), project.id, { repairs: false })).wrong
    expect(await wrong()).toEqual([])
    await deleteRuns.run(await as('admin'), { runIds: [ids.get('gone') ?? ''] })
    expect(await wrong()).toEqual([])
    expect(await getDb().rollupUnit.count({ where: { projectId: project.id } })).toBe(0)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['rollup_hour', () => spoil('rollup_hour', 'runs = runs + 1')],
    ['rollup_hour', () => spoil('rollup_hour', 'histogram[3] = 9')],
    ['rollup_day', () => spoil('rollup_day', 'quality_sum = quality_sum + 0.001')],
    ['rollup_failure', () => spoil('rollup_failure', 'roots = 0')],
    ['rollup_failure_day', () => spoil('rollup_failure_day', 'cascades = 3')],
    ['rollup_project_hour', () => spoil('rollup_project_hour', 'flagged = flagged + 1')],
    ['rollup_project_day', () => spoil('rollup_project_day', 'is_candidate = NOT is_candidate')],
    ['rollup_group_day', () => spoil('rollup_group_day', 'roots = roots + 1')],
    ['rollup_unit', () => spoil('rollup_unit', 'score_sum = 0')],
    ['failure_group', () => spoil('failure_group', 'roots = 77')],
    ['rollup_hour', () => getDb().rollupHour.deleteMany({ where: { projectId: test.project.id } })],
    ['rollup_day', () => getDb().rollupDay.deleteMany({ where: { projectId: test.project.id } })],
  ])('finds and repairs wrong counts in %s', async (table, fault) => {
    await fault()
    const found = await check(false)
    expect(found.rebuilt).toBe(0)
    expect(found.wrong.map((wrong) => wrong.table)).toContain(table)
    await check(true)
    expect((await check(false)).wrong).toEqual([])
    expect(await findDisagreements(test.project.id)).toEqual([])
  })

  it('reports from when on it can recount, and repairs older days from their hours only', async () => {
    await putRetention.run(await test.as('admin'), { contentDays: null, runDays: 30, expected: 0 })
    await sweepRetention(getDb(), () => new Date())
    const hours = () => getDb().rollupHour.findMany({ where: { projectId: test.project.id }, orderBy: { hour: 'asc' } })
    const before = await hours()
    expect(before.reduce((sum, { runs }) => sum + runs, 0)).toBe(12)
    await spoil('rollup_day', 'runs = 0')
    await spoil('rollup_hour', 'runs = 0', `hour > now() - interval '10 days'`)
    const found = await check(true)
    expect(found.since?.getTime()).toBeGreaterThan(Date.now() - 40.1 * 86_400_000)
    expect(found.rebuilt).toBe(3)
    expect((await check(false)).wrong).toEqual([])
    expect((await hours()).map(({ runs }) => runs)).toEqual(before.map(({ runs }) => runs))
    const days = await getDb().rollupDay.aggregate({ where: { projectId: test.project.id }, _sum: { runs: true } })
    expect(days._sum.runs).toBe(12)
  })
})
