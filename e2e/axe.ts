import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

export const LIGHT = { colorScheme: 'light' } as const
export const PHONE = { width: 390, height: 844 }

/** Fails on every axe violation in the light theme, then on colour violations in the dark theme, which differs in nothing else. */
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
  // Describes only the nodes of violations. Pages have no frames, and legacy mode spares axe a second page for its results.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(
      (node) => `${impact} ${id}: ${node.target.join(' ')} ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`,
    ),
  )
}

/** Expects the page not to scroll sideways on a phone. */
export async function expectToFitPhone(page: Page, where: string): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize(PHONE)
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(width, { message: `${where} on a phone` }).toBeLessThanOrEqual(PHONE.width)
  if (before) await page.setViewportSize(before)
}
