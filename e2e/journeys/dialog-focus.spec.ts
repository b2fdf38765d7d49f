import { putSignInDomain } from '@/lib/contracts/sign-in-domains'
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

test('what an action removes hands the focus on, so that the keyboard goes on from there', async ({ desk }) => {
  for (const domain of ['one.example', 'two.example', 'three.example'])
    await desk.as('admin')(putSignInDomain, { domain, role: 'viewer' })
  const page = await desk.open('admin', '/settings/members')
  const domains = page.getByRole('region', { name: 'Sign-in by domain' })
  const buttonOf = (domain: string) => domains.getByRole('button', { name: `Remove ${domain}` })
  const remove = async (domain: string) => {
    await buttonOf(domain).press('Enter')
    await expect(page.getByRole('dialog', { name: `Remove ${domain}?` })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(buttonOf(domain)).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  const [first = '', second = '', last = ''] = await domains
    .getByRole('button', { name: /^Remove / })
    .evaluateAll((all) => all.map((button) => button.getAttribute('aria-label')?.replace('Remove ', '') ?? ''))
  await remove(first)
  await expect(buttonOf(second)).toBeFocused()
  await remove(last)
  await expect(buttonOf(second)).toBeFocused()
  await remove(second)
  await expect(domains.getByRole('heading')).toBeFocused()
  const runs = await desk.open('admin', '/runs?status=failed')
  const clear = runs.getByRole('button', { name: 'Clear filters' })
  await clear.first().press('Enter')
  await expect(clear).toHaveCount(0)
  await expect(runs.locator('body')).not.toBeFocused()
})
