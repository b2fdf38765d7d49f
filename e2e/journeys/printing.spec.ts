import { expect, test } from '../fixtures'
import { runBody, sendRun } from '../runs'

test('a long run prints as a record: what went wrong whole, of the other steps a line', async ({ desk }) => {
  const nodes = Array.from({ length: 400 }, (_, place) => ({
    id: `s${place}`,
    name: `step ${place}`,
    type: 'llm' as const,
    output: `${'The archive was searched once more. '.repeat(60)}End of ${place}.`,
    ...(place === 200 && {
      status: 'failed' as const,
      error: `The archive refused. ${'It said why. '.repeat(40)}Code 17.`,
    }),
  }))
  const run = await sendRun(desk, runBody({ nodes }))
  const page = await desk.open('reviewer', `/runs/${run.runId}`)
  const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
  await expect(page.getByText('End of 1.')).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  // All but the step that failed: nothing speaks for another cause.
  await expect(page.getByText(/2,\d{3} characters, not printed/)).toHaveCount(399)
  await expect(page.getByText(/^\d+ entries\. Printed whole:/)).toBeVisible()
  await expect(page.getByText(/Code 17\.$/).first()).toBeVisible()
  await expect(page.getByText('End of 200.')).toBeVisible()
  await expect(page.getByText('End of 1.')).toBeHidden()
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: null })
  await expect(steps.filter({ hasText: 'End of 1.' })).toBeVisible()
  const printed = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(printed.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(12)
})

test('a page prints over the whole width of a wide sheet', async ({ desk }) => {
  const run = await sendRun(desk)
  const page = await desk.open('viewer', `/runs/${run.runId}`)
  await page.setViewportSize({ width: 1300, height: 900 })
  await page.emulateMedia({ media: 'print' })
  await expect.poll(async () => (await page.getByRole('main').boundingBox())?.width).toBeGreaterThan(1200)
})
