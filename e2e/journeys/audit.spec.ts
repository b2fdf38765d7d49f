import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { createKey, listMembers, updateMember, updateProject } from '@/lib/contracts/projects'
import { expectNoFaults } from '../axe'
import { expect, test } from '../fixtures'
import { makeWorseVersion } from '../runs'
import { untilTaken } from '../windows'

const rows = (page: Page) => page.getByRole('table', { name: 'Audit log' }).locator('tbody').getByRole('row')
const rowOf = (page: Page, words: string) => rows(page).filter({ hasText: words })

test("a person's actions are in the audit log with origin, before and after, and the hash chain verifies", async ({
  desk,
}) => {
  const { gateId } = await makeWorseVersion(desk)
  const page = await desk.open('admin', '/settings/audit')
  await expect(page).toHaveTitle('Audit log · Settings · Veritas')
  const opened = rowOf(page, 'Gate opened')
  await expect(opened).toContainText('worse than')
  await expect(opened).toContainText('Veritas')
  await expect(rowOf(page, 'API key created')).toContainText(/Ada Admin.*Browser/)

  await page.getByRole('button', { name: 'Verify the log' }).click()
  await expect(page.getByText(/^All \d+ events are intact$/)).toBeVisible()

  await opened.getByRole('link', { name: 'Gate opened' }).click()
  const dialog = page.getByRole('dialog', { name: 'Gate opened' })
  await expect(dialog).toContainText('kind nothing → becomes regression')
  await expect(page).toHaveURL(/event=\d+/)
  await expectNoFaults(page, 'an event')
  await page.reload()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'All events of this subject' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(page).toHaveURL(new RegExp(`subject=gate(:|%3A)${gateId}`))
  await rows(page)
    .getByRole('link', { name: /worse than/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('worse than')
})

test('the audit log filters by actor, action and time, keeps filters in the URL, and loads pages on scroll', async ({
  desk,
}) => {
  test.slow()
  const admin = desk.as('admin')
  for (let index = 0; index < 120; index++) await admin(createKey, { name: `key ${index}` })
  const page = await desk.open('viewer', '/settings/audit')
  await expect(page.getByText('The newest 100 events')).toBeVisible()
  await rows(page).first().waitFor()
  await page.mouse.wheel(0, 20_000)
  await expect(page.getByText(/^12\d events$/)).toBeVisible()

  await page.getByRole('button', { name: 'What' }).click()
  await page.getByRole('checkbox', { name: 'Project created' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/action=project\.create/)
  await expect(page.getByText('1 event', { exact: true })).toBeVisible()
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(page.getByText('No events match these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(page.getByText(/^The newest \d+ events$|^12\d events$/)).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'API key created' })).toBeVisible()
})

test("the audit log's days are those of the project's time zone", async ({ desk }) => {
  await desk.as('admin')(updateProject, { timeZone: 'Pacific/Kiritimati' })
  const page = await desk.open('viewer', '/settings/audit')
  await untilTaken(page.getByLabel('From'))
  await page.getByLabel('From').fill('2026-03-02')
  await expect(page).toHaveURL(/from=2026-03-01T10:00:00\.000Z/)
  await page.getByLabel('To', { exact: true }).fill('2026-03-02')
  await expect(page).toHaveURL(/to=2026-03-02T10:00:00\.000Z/)
  await page.reload()
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('2026-03-02')
})

test('new events are counted immediately while the log is open, and shown on request', async ({ desk }) => {
  const page = await desk.open('viewer', '/settings/audit')
  await expect(rows(page).first()).toBeVisible()
  const before = await rows(page).count()
  const admin = desk.as('admin')
  await admin(createKey, { name: 'one more' })
  await admin(createKey, { name: 'and another' })
  const fresh = page.getByRole('button', { name: '2 new events' })
  await expect(fresh).toBeVisible()
  await expect(rows(page)).toHaveCount(before)
  await fresh.click()
  await expect(rows(page)).toHaveCount(before + 2)
  await expect(rows(page).first()).toContainText('and another')
  await expect(fresh).toBeHidden()
})

test('an empty filtered log shows the first event that matches', async ({ desk }) => {
  const page = await desk.open('viewer', '/settings/audit?action=project.update')
  await expect(page.getByText('No events match these filters')).toBeVisible()
  await desk.as('admin')(updateProject, { name: 'Renamed' })
  await expect(rowOf(page, 'Project changed')).toBeVisible()
})

test('the export contains the whole log, one event a line', async ({ desk, people }) => {
  const { members } = await desk.as('admin')(listMembers, {})
  const userId = members.find(({ email }) => email === people.viewer.email)?.userId ?? ''
  await desk.as('admin')(updateMember, { userId, role: 'reviewer' })
  const page = await desk.open('admin', '/settings/audit')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export' }).click()
  const file = await (await download).path()
  const lines = (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const events = lines.slice(0, -1)
  expect(lines.at(-1)).toMatchObject({ end: true, events: events.length, head: events.at(-1)?.hash })
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  expect(events.at(-1)).toMatchObject({
    action: 'member.change',
    actor: 'Ada Admin',
    before: { role: 'viewer' },
    after: { role: 'reviewer' },
    prevHash: events.at(-2)?.hash,
  })
})
