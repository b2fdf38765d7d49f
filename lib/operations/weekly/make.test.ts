import { describe, expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { makeProject } from '../testing/factories'
import { makeTwoWeeks } from '../testing/two-weeks'
import { dueWeeks, makeDueWeeks, makeWeek } from './make'

const pagesOf = async (projectId: string) =>
  (await getDb().weeklyReview.findMany({ where: { projectId }, orderBy: { week: 'asc' } })).map(
    ({ week, revision, madeBy }) => [week, revision, madeBy],
  )

const firstHour = new Date('2026-03-03T08:00:00Z')
const due = (timeZone: string, now: string, newest: string | null = '2026-W10') =>
  dueWeeks({ timeZone, newest, firstHour }, new Date(now))

describe("a week's page is due", () => {
  it.each([
    ['UTC', '2026-03-15T23:59:00Z', []],
    ['UTC', '2026-03-16T05:59:00Z', []],
    ['UTC', '2026-03-16T06:00:00Z', ['2026-W11']],
    ['UTC', '2026-03-22T23:59:00Z', ['2026-W11']],
    ['Asia/Tokyo', '2026-03-15T20:59:00Z', []],
    ['Asia/Tokyo', '2026-03-15T21:00:00Z', ['2026-W11']],
    ['Asia/Kolkata', '2026-03-16T00:29:00Z', []],
    ['Asia/Kolkata', '2026-03-16T00:30:00Z', ['2026-W11']],
    ['America/Los_Angeles', '2026-03-16T12:59:00Z', []],
    ['America/Los_Angeles', '2026-03-16T13:00:00Z', ['2026-W11']],
    ['Pacific/Kiritimati', '2026-03-15T16:00:00Z', ['2026-W11']],
  ])('in %s at %s: %j', (zone, now, weeks) => {
    expect(due(zone, now)).toEqual(weeks)
  })

  it('for every week missed since the newest page, but never before the first run', () => {
    expect(due('UTC', '2026-04-08T00:00:00Z')).toEqual(['2026-W11', '2026-W12', '2026-W13', '2026-W14'])
    expect(due('UTC', '2026-04-08T00:00:00Z', null)).toEqual(['2026-W14'])
    expect(due('UTC', '2026-03-02T09:00:00Z', null)).toEqual([])
    expect(due('UTC', '2026-03-09T09:00:00Z', null)).toEqual(['2026-W10'])
  })
})

describe('the weekly sweep', () => {
  it('makes one page per project on its Monday morning, with concurrent sweeps and a manual request', async () => {
    const [utc, tokyo, none] = [await makeTwoWeeks(), await makeTwoWeeks('Asia/Tokyo'), await makeProject()]
    await makeDueWeeks(getDb(), new Date('2026-03-15T22:00:00Z'))
    expect(await pagesOf(tokyo.project.id)).toEqual([['2026-W11', 1, 'Weekly report']])
    expect(await pagesOf(utc.project.id)).toEqual([['2026-W10', 1, 'Weekly report']])
    const monday = new Date('2026-03-16T06:00:00Z')
    await Promise.all([
      makeDueWeeks(getDb(), monday),
      makeDueWeeks(getDb(), monday),
      makeWeek.run(utc.at(monday), { week: '2026-W11' }),
    ])
    await makeDueWeeks(getDb(), monday)
    expect((await pagesOf(utc.project.id)).map(([week, revision]) => [week, revision])).toEqual([
      ['2026-W10', 1],
      ['2026-W11', 1],
    ])
    expect(await pagesOf(none.project.id)).toEqual([])
  })

  it('resumes after it was killed, and makes up for weeks of downtime', async () => {
    const { project } = await makeTwoWeeks()
    await makeDueWeeks(getDb(), new Date('2026-03-16T06:00:00Z'))
    const cutOff = getDb().$extends({
      query: {
        $allOperations({ args, query, operation, model }) {
          if (model === 'WeeklyReview' && operation === 'create') throw new Error('the process was killed')
          return query(args)
        },
      },
    })
    await makeDueWeeks(cutOff as never, new Date('2026-03-30T06:00:00Z'))
    expect(await pagesOf(project.id)).toHaveLength(1)
    await makeDueWeeks(getDb(), new Date('2026-03-30T06:15:00Z'))
    expect((await pagesOf(project.id)).map(([week]) => week)).toEqual(['2026-W11', '2026-W12', '2026-W13'])
  })

  it('makes no page for weeks before the project was created, even if runs were imported for them', async () => {
    const { project } = await makeTwoWeeks()
    await getDb().project.update({ where: { id: project.id }, data: { createdAt: new Date('2026-03-16T05:00:00Z') } })
    await makeDueWeeks(getDb(), new Date('2026-03-16T06:00:00Z'))
    expect(await pagesOf(project.id)).toEqual([])
  })

  it('leaves out a project that will be deleted, and makes up for its weeks if it is restored', async () => {
    const { project } = await makeTwoWeeks()
    const deleted = (deletesAt: Date | null) =>
      getDb().project.update({ where: { id: project.id }, data: { deletesAt } })
    await deleted(new Date('2026-03-20T00:00:00Z'))
    await makeDueWeeks(getDb(), new Date('2026-03-16T06:00:00Z'))
    expect(await pagesOf(project.id)).toEqual([])
    await deleted(null)
    await makeDueWeeks(getDb(), new Date('2026-03-17T06:00:00Z'))
    expect((await pagesOf(project.id)).map(([week]) => week)).toEqual(['2026-W11'])
  })

  it('makes the pages of other projects when one fails', async () => {
    const [broken, fine] = [await makeTwoWeeks(), await makeTwoWeeks()]
    await getDb().project.update({ where: { id: broken.project.id }, data: { timeZone: 'Nowhere/Land' } })
    const monday = new Date('2026-03-16T06:00:00Z')
    await makeDueWeeks(getDb(), monday)
    expect(await pagesOf(fine.project.id)).toHaveLength(1)
    expect(await getDb().failingWork.findMany({ where: { kind: 'weekly', item: broken.project.id } })).toMatchObject([
      { attempts: 1, error: 'RangeError' },
    ])
    await getDb().project.update({ where: { id: broken.project.id }, data: { timeZone: 'UTC' } })
    await makeDueWeeks(getDb(), new Date(monday.getTime() + 15 * 60_000))
    expect(await pagesOf(broken.project.id)).toHaveLength(1)
  })
})
