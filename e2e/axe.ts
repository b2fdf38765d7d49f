import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

declare global {
  interface Window {
    axe: { run(document: Document, options: RunOptions): Promise<AxeResults> }
  }
}

export const LIGHT = { colorScheme: 'light' } as const
export const PHONE = { width: 390, height: 844 }

/** Fails on every axe violation in the light theme, then on colour violations in the dark theme, which differs in nothing else. */
export async function expectNoFaults(page: Page, where: string): Promise<void> {
  // The title of a page that is reached without a load arrives after its content.
  await expect(page).toHaveTitle(/./)
  await expect(page.locator('html')).toContainClass('light')
  expect.soft(await faultsOf(page), `${where} in light`).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toContainClass('dark')
  expect.soft(await faultsOf(page, ['color-contrast']), `${where} in dark`).toEqual([])
  await page.emulateMedia(LIGHT)
  await expect(page.locator('html')).toContainClass('light')
}

async function faultsOf(page: Page, rules?: string[]): Promise<string[]> {
  // Once per document: axe is 580 kB of script.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  // Describes only the nodes of violations.
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  }
  const { violations } = await page.evaluate((options) => window.axe.run(document, options), options)
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
