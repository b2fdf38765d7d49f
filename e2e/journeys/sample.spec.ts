import { expect, test } from '../fixtures'

test('the sample project fills every screen with runs of real chains', async ({ desk }) => {
  const page = await desk.open('admin')
  await page.getByRole('button', { name: 'Load the sample project' }).click()
  await expect(page.getByText('The first run has arrived and is scored.')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Show the overview' }).click()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()

  // The worse version and the gate that opens on it arrive last.
  await expect(page.getByRole('link', { name: /Is invoice-extract 1\.1\.0 worse than 1\.0\.1\?/ })).toBeVisible({
    timeout: 40_000,
  })
  for (const chart of ['Quality over time', 'Quality check grades', 'Failures by class', 'Convergence'])
    await expect(page.getByRole('region', { name: chart })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Convergence' })).toContainText('Oscillating')
  await expect(page.getByRole('region', { name: 'Failure patterns' })).toBeVisible()

  const grades = page.getByRole('region', { name: 'Quality check grades' })
  await grades.getByRole('link', { name: /^Failed\b.* \d+ runs/ }).click()
  await expect(page).toHaveURL(/grade=failed/)
  await expect(page.getByRole('list', { name: 'Filters in force' })).toContainText('Failed')
  await expect(page.getByRole('table', { name: 'Runs' }).getByRole('row').nth(1)).toBeVisible()
})
