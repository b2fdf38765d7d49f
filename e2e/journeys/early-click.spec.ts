import { expect, test } from '../fixtures'
import { runBody, sendRuns } from '../runs'
import { holdPages, untilListening } from '../windows'

test('a button pressed while its part of the page is loading does its work once, when that has loaded', async ({
  desk,
  visit,
}) => {
  const [run] = await sendRuns(desk, [runBody()])
  const page = await visit('reviewer', '/signin')
  let release = () => {}
  const isPressed = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/_next/static/chunks/**', async (route) => {
    const script = await (await route.fetch()).text()
    if (script.includes('Reject, with a reason')) await isPressed
    await route.continue()
  })
  const opened = page.goto(`/p/${desk.slug}/runs/${run?.runId}`)
  const verdict = page.getByRole('region', { name: 'Your verdict' })
  await verdict.getByRole('button', { name: 'Approve' }).click()
  release()
  await opened
  await expect(verdict).toContainText('Approved by Rita Reviewer')
  await page.getByRole('button', { name: 'Take back' }).click()
  await expect(verdict).toContainText('No one has reviewed this run yet.')
})

test('a page that is long in coming after a link or a shortcut says that it loads', async ({ desk }) => {
  const page = await desk.open('viewer', '/runs')
  await untilListening(page)
  const pages = await holdPages(page)
  const progress = page.getByRole('status').filter({ hasText: 'Loading the page' })
  const waitFor = async (name: string) => {
    await expect(progress).toBeVisible()
    pages.release()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(progress).toHaveCount(0)
    pages.hold()
  }
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Failures' }).click()
  await waitFor('Failures')
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await waitFor('Chains')
})
