import { expect, test } from '../fixtures'

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
