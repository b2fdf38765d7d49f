import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { ingest, makeProject } from '../testing/factories'
import { AFTER_BOTH, runsFrom } from '../testing/two-weeks'
import { makeWeek } from './make'
import { getWeek } from './page'

const week = '2026-W11'

describe('the weeks of a time zone', () => {
  it.each(['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati', 'Australia/Lord_Howe', 'Asia/Kathmandu'])(
    'in %s count every run once, matching the runs list over the same times',
    async (zone) => {
      const { at, key, project } = await makeProject()
      await getDb().project.update({ where: { id: project.id }, data: { timeZone: zone } })
      await ingest(key, runsFrom('2026-03-01T20:15:00Z', 14 * 24, { chain: 'steady' }))
      const reports = []
      for (const each of ['2026-W09', '2026-W10', '2026-W11', '2026-W12'])
        reports.push((await getWeek.run(at(new Date('2026-03-25T00:00:00Z')), { week: each })).report)
      expect(reports.reduce((sum, { totals }) => sum + totals.runs, 0)).toBe(14 * 24)
      for (const { from, to, totals } of reports) {
        const between = { gte: new Date(from), lt: new Date(to) }
        expect(await getDb().runSummary.count({ where: { projectId: project.id, occurredAt: between } })).toBe(
          totals.runs,
        )
      }
    },
  )

  it('report changes of daylight saving and a midnight off the full hour', async () => {
    const { at, project } = await makeProject()
    const set = (timeZone: string) => getDb().project.update({ where: { id: project.id }, data: { timeZone } })
    await set('America/New_York')
    expect((await getWeek.run(at(AFTER_BOTH), { week: '2026-W10' })).report).toMatchObject({
      hours: 167,
      shiftMinutes: 0,
    })
    await set('Asia/Kolkata')
    expect((await getWeek.run(at(AFTER_BOTH), { week })).report).toMatchObject({ hours: 168, shiftMinutes: 30 })
    await set('Asia/Kathmandu')
    expect((await getWeek.run(at(AFTER_BOTH), { week })).report).toMatchObject({ hours: 168, shiftMinutes: 15 })
  })

  it.each([
    ['2026-W13', 'Europe/Berlin', 167, '2026-03-22T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['2026-W43', 'Europe/Berlin', 169, '2026-10-18T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['2026-W44', 'America/New_York', 169, '2026-10-26T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    ['2026-W53', 'Europe/Berlin', 168, '2026-12-27T23:00:00.000Z', '2027-01-03T23:00:00.000Z'],
  ])('%s in %s is frozen with %d hours, each run once', async (wanted, zone, hours, from, to) => {
    const { at, key, project } = await makeProject()
    await getDb().project.update({ where: { id: project.id }, data: { timeZone: zone } })
    const hour = (time: string, by: number) => new Date(Date.parse(time) + by * 3_600_000).toISOString()
    await ingest(key, [...runsFrom(hour(from, -1), hours + 2, { nodes: [{ id: 'fetch' }] })])
    const later = at(new Date('2027-02-01T09:00:00Z'))
    await makeWeek.run(later, { week: wanted })
    const { report, filename, nextWeek } = await getWeek.run(later, { week: wanted })
    expect(report).toMatchObject({ from, to, hours, totals: { runs: hours, previousRuns: 1 } })
    expect(report.units[0]?.failed.of).toBe(hours)
    expect(filename).toBe(`memory/${new Date(Date.parse(to) + 12 * 3_600_000).toISOString().slice(0, 10)}.md`)
    if (wanted === '2026-W53') expect(nextWeek).toBe('2027-W01')
  })
})
