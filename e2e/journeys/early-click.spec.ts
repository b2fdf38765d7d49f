import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures'

/** Blocks the scripts of the next page until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {}
  const gone = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/_next/static/**/*.js', async (route) => {
    await gone
    await route.continue()
  })
  return release
}

test('clicks before the scripts of a page have loaded are replayed once', async ({ desk }) => {
  const page = await desk.open('admin', '/settings/members')
  const release = await holdScripts(page)
  const coming = page.reload({ waitUntil: 'commit' })
  const invite = page.getByRole('button', { name: 'Invite a person' })
  await invite.click()
  await invite.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  release()
  await coming
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
