import { expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import type { Context } from '../context'
import { ingest, makeProject, runBody } from '../testing/factories'
import { makeDueWeeks, makeWeek } from '../weekly/make'
import { listNotifications } from './list'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MONDAY = Date.UTC(2026, 2, 9, 7)

const noticesOf = async (person: Context) =>
  (await listNotifications.run(person, {})).notifications.map(({ kind, text, link }) => ({ kind, text, link }))

/** Creates a project that is two weeks old. */
async function makeOldProject() {
  const test = await makeProject()
  await getDb().project.update({ where: { id: test.project.id }, data: { createdAt: new Date(MONDAY - 14 * DAY_MS) } })
  return test
}

it("notifies every member once that a week's page is published", async () => {
  const { as, key } = await makeOldProject()
  const viewer = await as('viewer')
  await ingest(key, [runBody({ startedAt: new Date(MONDAY - 2 * DAY_MS).toISOString() })])
  await makeDueWeeks(key.db, new Date(MONDAY))
  const expected = [{ kind: 'weekly_published', text: 'Week 10: the report is out', link: '/week/2026-W10' }]
  expect(await noticesOf(viewer)).toEqual(expected)
  const admin = { ...(await as('admin')), now: () => new Date(MONDAY + HOUR_MS) }
  await makeWeek.run(admin, { week: '2026-W10', replaces: 1 })
  expect(await noticesOf(viewer)).toEqual(expected)
})

it('does not notify of weeks that are published long afterwards', async () => {
  const { as, key } = await makeOldProject()
  const viewer = await as('viewer')
  await ingest(key, [runBody({ startedAt: new Date(MONDAY - 2 * DAY_MS).toISOString() })])
  await makeDueWeeks(key.db, new Date(MONDAY))
  await makeDueWeeks(key.db, new Date(MONDAY + 21 * DAY_MS))
  expect((await noticesOf(viewer)).map(({ link }) => link)).toEqual(['/week/2026-W13', '/week/2026-W10'])
})
