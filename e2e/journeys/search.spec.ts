import { expect, test } from '../fixtures'
import { runBody, sendRuns } from '../runs'

const boxes = [
  { path: '/runs', name: 'Search runs' },
  { path: '/thinking', name: 'Search sessions' },
  { path: '/dead-letters', name: 'Search dead letters' },
  { path: '/failures', name: 'Search failures' },
]

for (const { path, name } of boxes) {
  test(`a pending search in "${name}" does not change the URL of the next page`, async ({ desk }) => {
    const page = await desk.open('viewer', path)
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('searchbox', { name }).fill('half a wo')
    await page.getByRole('link', { name: 'Chains' }).first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Chains' })).toBeVisible()
    await page.clock.runFor(2000)
    expect(new URL(page.url()).search).toBe('')
  })
}

test('the palette opens the run of exactly the typed id, before it searches for it', async ({ desk }) => {
  await sendRuns(desk, [runBody({ id: 'order-1' }), runBody({ id: 'order-1-again', output: { answer: 'order-1' } })])
  const page = await desk.open('viewer')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump' }).fill('order-1')
  const options = page.getByRole('option')
  await expect(options.first()).toHaveText('Open run order-1')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await expect(options.nth(1)).toHaveText('Search runs for order-1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'order-1' })).toBeVisible()
})

test('a search by the palette on the list of runs goes on in its search box', async ({ desk }) => {
  await sendRuns(desk, [runBody({ id: 'order-1' }), runBody({ id: 'parcel-1' })])
  const page = await desk.open('viewer', '/runs')
  const row = (name: string) => page.locator('[data-row]').getByRole('link', { name }).first()
  const search = async (text: string) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or jump' }).fill(text)
    await expect(page.getByRole('option').first()).toHaveText(`Search runs for ${text}`)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('searchbox', { name: 'Search runs' })).toBeFocused()
    await expect(page.getByRole('searchbox', { name: 'Search runs' })).toHaveValue(text)
  }
  await search('parcel')
  await page.keyboard.press('Enter')
  await expect(row('parcel-1')).toBeFocused()
  // Also from a row that is not found again.
  await search('order')
  await expect(row('order-1')).toBeVisible()
})
