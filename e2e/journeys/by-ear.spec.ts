import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures'
import { makeWorseVersion, runBody, sendRuns } from '../runs'
import { follow, untilListening } from '../windows'

/** Hears what the page's lasting region says; regions that arrive with their words are not spoken. */
const spoken = (page: Page) => page.locator('p.sr-only[aria-live="polite"]')

test('a verdict of the queue and a selection are spoken', async ({ desk, visit }) => {
  await sendRuns(desk, [runBody({ id: 'first', status: 'failed' }), runBody({ id: 'second', status: 'failed' })])
  const page = await visit('reviewer', `/p/${desk.slug}/review`)
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  await untilListening(page)
  await page.getByRole('button', { name: 'Skip' }).press('Enter')
  await expect(spoken(page)).toHaveText(/^Skipped (first|second)\./)
  await page.goto(`/p/${desk.slug}/runs`)
  await page.getByRole('checkbox', { name: 'Select first' }).press('Space')
  await expect(spoken(page)).toHaveText('1 run selected')
  // Beside a list whose rows Space shows beside it.
  await page.getByRole('button', { name: 'Columns' }).press('Space')
  await expect(page.getByRole('menu')).toBeVisible()
})

test('steps are headings, rows are named, and numbers stand apart', async ({ desk, visit }) => {
  const { runIds } = await makeWorseVersion(desk)
  const page = await visit('reviewer', `/p/${desk.slug}/runs/${runIds[0]}`)
  await expect(page.getByRole('heading', { name: 'Transcript', level: 2 })).toBeAttached()
  await expect(page.getByRole('heading', { name: 'retrieve', level: 3 })).toBeAttached()
  await follow(page, `/p/${desk.slug}/runs`)
  await expect(page.getByRole('rowheader', { name: /^run-/ })).toHaveCount(6)
  await follow(page, `/p/${desk.slug}/chains/answers`)
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: '1.0.1' }) })
  await expect(row.getByRole('cell', { name: /^0\.70 \d/ })).toBeVisible()
  await follow(page, `/p/${desk.slug}/nothing-here`)
  await expect(page).toHaveTitle('Not found · Veritas')
})
