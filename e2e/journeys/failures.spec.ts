import type { Page } from '@playwright/test'
import { searchFailures } from '@/lib/contracts/failures'
import type { RunBody } from '@/lib/contracts/run-input'
import { expectNoFaults, expectToFitPhone, PHONE, rowHeights } from '../axe'
import { expect, test } from '../fixtures'
import { runBody, sendRuns } from '../runs'

const HOUR_MS = 3_600_000
const rows = (page: Page) => page.getByRole('table', { name: 'Kinds of failure' }).locator('tbody').getByRole('row')

const failing = (name: string, message: string, hoursAgo: number, overrides: Partial<RunBody> = {}) =>
  runBody({
    status: 'failed',
    startedAt: new Date(Date.now() - hoursAgo * HOUR_MS).toISOString(),
    nodes: [{ id: name, name, status: 'failed', error: { message } }],
    ...overrides,
  })

test('kinds of failure are merged and split with the keyboard, resolved, and reopened when they recur', async ({
  desk,
}) => {
  await sendRuns(desk, [
    failing('fetch', 'The disk is full', 3),
    failing('store', 'No space left on device', 2),
    failing('look', 'HTTP 429 Too Many Requests', 1),
  ])
  const page = await desk.open('reviewer', '/failures')
  await expect(rows(page)).toHaveCount(3)
  await page.keyboard.press('j')
  for (const key of ['j', 'x', 'j', 'x', 'm']) await page.keyboard.press(key)
  const merge = page.getByRole('dialog', { name: 'Merge 2 kinds of failure' })
  await merge.getByRole('button', { name: 'Merge' }).click()
  await expect(rows(page)).toHaveCount(2)
  const merged = rows(page).filter({ hasText: '+1 merged' })
  await expect(merged).toContainText('2')
  await expectNoFaults(page, 'the failures')

  await merged.getByRole('link').first().press('Enter')
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('by Rita Reviewer')
  await expect(page.getByRole('region', { name: 'Examples' }).getByRole('listitem')).toHaveCount(2)
  await expectNoFaults(page, 'a kind of failure')
  await page.setViewportSize(PHONE)
  await expectToFitPhone(page, 'a kind of failure')
  await page.setViewportSize({ width: 1280, height: 800 })
  await history.getByRole('button', { name: 'Take back' }).click()
  await expect(history).toContainText('Taken back')
  await expect(page.getByRole('region', { name: 'Examples' }).getByRole('listitem')).toHaveCount(1)

  await page.keyboard.press('r')
  await page.getByRole('dialog', { name: 'Resolve 1 kind of failure' }).getByRole('button', { name: 'Resolve' }).click()
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()
  const { groups } = await desk.send(searchFailures, { status: ['resolved'] })
  expect(groups).toHaveLength(1)
  await sendRuns(desk, [failing(groups[0]?.node ?? '', groups[0]?.lastMessage ?? '', -1)])
  await expect(page.getByText('Regressed', { exact: true })).toBeVisible()
  await expect(history).toContainText('Came back in answers 1.0.0')

  await page.getByRole('region', { name: 'Examples' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/runs\/.*node=/)
})

test('executions are grouped by convergence state, and an enlarged chart is navigated with the keyboard', async ({
  desk,
}) => {
  const attempts = (execution: string, scores: number[]) =>
    scores.map((score, place) =>
      runBody({ execution, attempt: place + 1, signals: { self: score, peer: score, downstream: score } }),
    )
  await sendRuns(desk, [...attempts('rising', [0.5, 0.95]), ...attempts('falling', [0.6, 0.5, 0.4])])
  const page = await desk.open('viewer', '/convergence')
  await expect(page.getByText('2 executions of several attempts: 1 degrading, 1 improving.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Where another attempt pays' }).first()).toContainText('2 of 5 needed')
  await expectNoFaults(page, 'convergence')
  await page.getByRole('button', { name: 'Open Attempts until accepted large' }).click()
  const large = page.getByRole('dialog', { name: 'Attempts until accepted' })
  const marks = large.getByRole('listbox', { name: 'Marks of Attempts until accepted' })
  await marks.press('ArrowRight')
  await expect(marks.getByRole('option', { selected: true })).toHaveText(/^Attempt 2, Executions 1/)
  await expectNoFaults(page, 'a large chart')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Open .*falling large$/ }).click()
  const line = page.getByRole('dialog', { name: /falling/ })
  await line.getByRole('listbox').press('End')
  await line.getByRole('listbox').press('Enter')
  await expect(page).toHaveURL(/\/runs\/[0-9a-f-]+$/)
  await page.goBack()
  await page.setViewportSize(PHONE)
  await expectToFitPhone(page, 'convergence')
  const [execution] = await page.getByRole('link', { name: /^falling/ }).all()
  expect(await rowHeights(page)).toEqual([40])
  // Also the chain and the version are read whole.
  expect(
    await execution?.evaluate(({ children }) => [...children].every((part) => part.scrollWidth <= part.clientWidth)),
  ).toBe(true)
})

test('archived and resolved failures leave the list, are had back, and a name tells what an action is about', async ({
  desk,
  people,
}) => {
  await sendRuns(desk, [failing('fetch', 'The disk is full', 3), failing('look', 'HTTP 429 Too Many Requests', 1)])
  const page = await desk.open('reviewer', '/failures')
  await expect(rows(page)).toHaveCount(2)
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  const archive = page.getByRole('dialog', { name: 'Archive 1 kind of failure' })
  await expect(archive).toContainText('Rate limited at look')
  await archive.getByRole('button', { name: 'Archive' }).click()
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows(page)).toHaveCount(2)

  await rows(page).filter({ hasText: 'The disk is full' }).getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'History' })).toBeVisible()
  await page.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('dialog', { name: 'Archive 1 kind of failure' }).getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'In 1 run' })).toBeVisible()
  const history = page.getByRole('region', { name: 'History' })
  await history.getByRole('listitem').filter({ hasText: 'Archived' }).getByRole('button', { name: 'Take back' }).click()
  await expect(history).toContainText('Taken back the archiving')
  await expect(page.getByRole('button', { name: 'Reopen' })).toHaveCount(0)
  await page.keyboard.press('u')
  const assign = page.getByRole('dialog', { name: 'Assign 1 kind of failure' })
  await expect(page.getByRole('combobox', { name: 'Find a person' })).toBeFocused()
  await expect(page.getByRole('option', { name: people.viewer.name })).toHaveCount(0)
  await page.getByRole('option', { name: people.colleague.name }).click()
  await assign.getByRole('button', { name: 'Assign' }).click()
  await expect(page.getByText(`Owner: ${people.colleague.name}`)).toBeVisible()
  await page.keyboard.press('r')
  await page.getByRole('dialog', { name: 'Resolve 1 kind of failure' }).getByRole('button', { name: 'Resolve' }).click()
  await expect(page.getByText('Resolved', { exact: true }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Failures', exact: true }).first().click()
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('j')
  await page.keyboard.press('r')
  await page.getByRole('dialog', { name: 'Resolve 1 kind of failure' }).getByRole('button', { name: 'Resolve' }).click()
  await expect(page.getByText('2 kinds of failure are archived or resolved.')).toBeVisible()
  await page.getByRole('button', { name: 'Show archived and resolved' }).click()
  await expect(rows(page)).toHaveCount(2)
  await expectNoFaults(page, 'all failures')

  await sendRuns(desk, [failing('fetch', 'The disk is full', -1, { version: '1.1.0' })])
  const other = await desk.open('colleague', '')
  const worse = other.getByRole('region', { name: 'Got worse' })
  await expect(worse.getByRole('link', { name: 'Failure at fetch' })).toBeVisible()
  await expect(worse).toContainText('Regressed in answers 1.1.0')
  await other.getByRole('button', { name: /^Notifications/ }).click()
  await expect(other.getByText('Failure at fetch came back in answers 1.1.0. It was resolved.')).toBeVisible()
})

test('a failure is resolved in any version of a chain, found by its name', async ({ desk }) => {
  const older = Array.from({ length: 12 }, (_, place) => runBody({ id: `older-${place}`, version: `1.${place}.0` }))
  await sendRuns(desk, [...older, failing('fetch', 'The disk is full', 0, { version: '2.0.0' })])
  const page = await desk.open('reviewer', '/failures')
  await page.getByRole('link', { name: 'Failure at fetch' }).first().click()
  await expect(page.getByRole('heading', { name: 'Failure at fetch' })).toBeVisible()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Resolve 1 kind of failure' })
  const resolve = dialog.getByRole('button', { name: 'Resolve' })
  await dialog.getByRole('combobox', { name: 'Fixed' }).click()
  await page.getByRole('option', { name: 'In a version of answers' }).click()
  await expect(resolve).toBeDisabled()
  await dialog.getByRole('combobox', { name: 'Version' }).click()
  await page.getByRole('combobox', { name: 'Find a version' }).fill('1.0')
  await page.getByRole('option', { name: '1.0.0' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Version' })).toHaveText('1.0.0')
  await resolve.click()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('1.0.0')
})

test('an empty project is offered no wider view of its failures', async ({ desk }) => {
  const page = await desk.open('viewer', '/failures')
  await expect(page.getByText('No failures yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show all time' })).toHaveCount(0)
})
