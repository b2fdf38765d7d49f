import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures'

/** Keeps the scripts of the next page back until the caller lets them go. */
async function holdScripts(page: Page): Promise<() => void> {
  let letGo = () => {}
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/_next/static/**/*.js', async (route) => {
    await gone
    await route.continue()
  })
  return letGo
}

test('a button pressed before the scripts of its page are there does what it says, once', async ({ desk }) => {
  const page = await desk.open('admin', '/settings/members')
  const letGo = await holdScripts(page)
  const coming = page.reload({ waitUntil: 'commit' })
  const invite = page.getByRole('button', { name: 'Invite a person' })
  await invite.click()
  await invite.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  letGo()
  await coming
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
