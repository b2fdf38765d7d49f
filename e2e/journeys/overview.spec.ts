import { expect, test } from '../fixtures'
import { makeWorseVersion, runBody, sendRuns } from '../runs'

test('range and chain stand in the address, and narrow every part of the page', async ({ desk }) => {
  await makeWorseVersion(desk)
  await sendRuns(desk, [runBody({ chain: 'summaries' })])
  const page = await desk.open('viewer')
  const runs = page.getByRole('link', { name: /^Runs \d/ })
  await expect(runs).toContainText('7')

  await page.getByRole('button', { name: 'Chain' }).click()
  await page.getByRole('checkbox', { name: 'summaries' }).check()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/chain=summaries/)
  await expect(runs).toContainText('1')
  await expect(page.getByRole('region', { name: 'Open gates' })).toContainText('Nothing waits for a decision')

  await page.getByRole('combobox', { name: 'When' }).click()
  await page.getByRole('option', { name: 'Last 24 hours' }).click()
  await expect(page).toHaveURL(/range=24h/)
  await page.reload()
  await expect(runs).toContainText('1')
  await expect(page.getByRole('combobox', { name: 'When' })).toHaveText('Last 24 hours')
})

test('every mark leads to the runs behind it, and every chart is a table as well', async ({ desk }) => {
  await makeWorseVersion(desk)
  const page = await desk.open('viewer')
  const quality = page.getByRole('region', { name: 'Quality over time' })
  await quality.getByRole('button', { name: 'Show as table' }).click()
  await expect(quality.getByRole('table', { name: 'Quality over time' }).getByRole('row').last()).toContainText(
    /0\.82.*6 of 6/,
  )
  await quality.getByRole('table').getByRole('row').last().getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Runs', level: 1 })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Runs' }).getByRole('row')).toHaveCount(7)
  await page.goBack()
  await page.getByRole('link', { name: /^Mean confidence/ }).click()
  await expect(page).toHaveURL(/sort=confidence_low/)
})

test('runs that arrive move the figures by themselves', async ({ desk }) => {
  await sendRuns(desk, [runBody()])
  const page = await desk.open('viewer')
  const runs = page.getByRole('link', { name: /^Runs \d/ })
  await expect(runs).toContainText('none failed')
  await sendRuns(desk, [runBody({ status: 'failed' })])
  await expect(runs).toContainText('1 failed')
  await expect(page.getByRole('region', { name: 'Next to review' })).toContainText('1 run waits')
})
