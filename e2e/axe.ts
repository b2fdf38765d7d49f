import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export const LIGHT = { colorScheme: 'light' } as const
export const PHONE = { width: 390, height: 844 }

/** Looks for everything that axe finds in the light theme, and then at the colours of the dark one, in which nothing else differs. */
export async function expectNoFaults(page: Page, where: string): Promise<void> {
  await expect(page.locator('html')).toContainClass('light')
  expect.soft(await faultsOf(page), `${where} in light`).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toContainClass('dark')
  expect.soft(await faultsOf(page, ['color-contrast']), `${where} in dark`).toEqual([])
  await page.emulateMedia(LIGHT)
  await expect(page.locator('html')).toContainClass('light')
}

async function faultsOf(page: Page, rules?: string[]): Promise<string[]> {
  // Describes the nodes of violations alone. No page has frames: without them axe needs no page of its own for what it found.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(
      (node) => `${impact} ${id}: ${node.target.join(' ')} ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`,
    ),
  )
}

/** Whether a page, as it is drawn on a phone, has to be moved sideways. */
export async function expectToFitPhone(page: Page, where: string): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize(PHONE)
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(width, { message: `${where} on a phone` }).toBeLessThanOrEqual(PHONE.width)
  if (before) await page.setViewportSize(before)
}
