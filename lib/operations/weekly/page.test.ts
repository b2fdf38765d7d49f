import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { ingest, makeProject } from '../testing/factories'
import { AFTER_BOTH, makeTwoWeeks, runsFrom } from '../testing/two-weeks'
import { makeWeek } from './make'
import { getWeek, listWeeks } from './page'

const week = '2026-W11'

describe('a frozen page', () => {
  it('never changes, and counts runs that arrived later', async () => {
    const { at, key } = await makeTwoWeeks()
    expect(await makeWeek.run(at(AFTER_BOTH), { week })).toEqual({ week, revision: 1, made: true })
    const before = await getWeek.run(at(AFTER_BOTH), { week })
    await ingest(key, runsFrom('2026-03-11T00:00:00Z', 7, { output: { answer: '' } }))
    await getDb().project.update({ where: { id: key.project.id }, data: { timeZone: 'Asia/Tokyo', name: 'Renamed' } })
    const after = await getWeek.run(at(AFTER_BOTH), { week })
    expect(after.report).toEqual(before.report)
    expect(after.markdown).toBe(before.markdown)
    expect([before.lateRuns, after.lateRuns]).toEqual([0, 7])
  })

  it('is remade only on request, as another revision beside the old one', async () => {
    const { at, key } = await makeTwoWeeks()
    await makeWeek.run(at(AFTER_BOTH), { week })
    const first = await getWeek.run(at(AFTER_BOTH), { week })
    await ingest(key, runsFrom('2026-03-11T00:00:00Z', 7))
    expect(await makeWeek.run(at(AFTER_BOTH), { week })).toEqual({ week, revision: 1, made: false })
    expect(await makeWeek.run(at(AFTER_BOTH), { week, replaces: 1 })).toEqual({ week, revision: 2, made: true })
    await expect(makeWeek.run(at(AFTER_BOTH), { week, replaces: 1 })).rejects.toMatchObject({ code: 'conflict' })
    const newest = await getWeek.run(at(AFTER_BOTH), { week })
    expect(newest).toMatchObject({ revision: 2, lateRuns: 0, report: { totals: { runs: 25 } } })
    expect((await getWeek.run(at(AFTER_BOTH), { week, revision: 1 })).report).toEqual(first.report)
    await expect(getWeek.run(at(AFTER_BOTH), { week, revision: 3 })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is made once by concurrent requests', async () => {
    const { at } = await makeTwoWeeks()
    const asked = await Promise.all(Array.from({ length: 6 }, () => makeWeek.run(at(AFTER_BOTH), { week })))
    expect(asked.filter(({ made }) => made)).toHaveLength(1)
    expect(asked.every(({ revision }) => revision === 1)).toBe(true)
    const again = await Promise.allSettled(
      Array.from({ length: 4 }, () => makeWeek.run(at(AFTER_BOTH), { week, replaces: 1 })),
    )
    expect(again.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it.each([
    ['the current week', '2026-W12', 'conflict'],
    ['a week that has not begun', '2026-W13', 'not_found'],
    ['a week that its year does not have', '2025-W53', 'invalid_input'],
    ['a text that is no week', 'next week', 'invalid_input'],
  ])('is refused for %s', async (_, wanted, code) => {
    const { at } = await makeProject()
    await expect(makeWeek.run(at(AFTER_BOTH), { week: wanted })).rejects.toMatchObject({ code })
  })

  it('is listed with its newest revision, page by page', async () => {
    const { at } = await makeTwoWeeks()
    await makeWeek.run(at(AFTER_BOTH), { week })
    await makeWeek.run(at(AFTER_BOTH), { week, replaces: 1 })
    await makeWeek.run(at(AFTER_BOTH), { week: '2026-W10' })
    const first = await listWeeks.run(at(AFTER_BOTH), { limit: 1 })
    expect(first).toMatchObject({ current: '2026-W12', weeks: [{ week, revision: 2, runs: 18 }], next: week })
    const rest = await listWeeks.run(at(AFTER_BOTH), { before: first.next ?? undefined })
    expect(rest).toMatchObject({ weeks: [{ week: '2026-W10', revision: 1 }], next: null })
  })
})
