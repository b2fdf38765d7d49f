import { expect, test } from '../fixtures'
import { runBody, sendRuns } from '../runs'
import { untilListening } from '../windows'

test('a dialog or the palette that a key opened on a row gives the place in the list back when it closes', async ({
  desk,
}) => {
  const failed = (name: string) => ({ id: name, name, status: 'failed' as const, error: `${name} is out of order` })
  await sendRuns(
    desk,
    ['fetch', 'store', 'look'].map((name) => runBody({ status: 'failed', nodes: [failed(name)] })),
  )
  const page = await desk.open('reviewer', '/failures')
  await untilListening(page)
  const rows = page.locator('tr[data-row]')
  await expect(rows).toHaveCount(3)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  const place = rows.nth(1).getByRole('link').first()
  await expect(place).toBeFocused()
  for (const [key, title] of [
    ['a', 'Archive 1 kind of failure'],
    ['u', 'Assign 1 kind of failure'],
    ['ControlOrMeta+k', 'Search or jump'],
    ['r', 'Resolve 1 kind of failure'],
  ] as const) {
    const dialog = page.getByRole('dialog', { name: title })
    await page.keyboard.press(key)
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(place).toBeFocused()
  }
})
