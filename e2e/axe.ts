import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type { AxeResults, RunOptions, Spec } from 'axe-core'
import { type Look, markLooks } from './looks'

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

declare global {
  interface Window {
    axe: {
      configure(spec: Spec): void
      run(document: Document, options: RunOptions): Promise<AxeResults>
    }
  }
}

export const LIGHT = { colorScheme: 'light' } as const
export const PHONE = { width: 390, height: 844 }

/** Fails on every axe violation in the light theme, then on colour violations in the dark theme, which differs in nothing else. */
export async function expectNoFaults(page: Page, where: string): Promise<void> {
  // The title of a page that is reached without a load arrives after its content.
  await expect(page).toHaveTitle(/./)
  await expect(page.locator('html')).toContainClass('light')
  expect.soft(await faultsOf(page, await markLooks(page, seenEnough())), `${where} in light`).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toContainClass('dark')
  const looks = await markLooks(page, seenEnough())
  if (looks.length > 0) expect.soft(await faultsOf(page, looks, ['color-contrast']), `${where} in dark`).toEqual([])
  await page.emulateMedia(LIGHT)
  await expect(page.locator('html')).toContainClass('light')
}

// Contrast takes most of the time of axe, and is decided by the look of a text: the same look on the next page has the same contrast.
const ENOUGH = 2
const timesSeen = new Map<Look, number>()
const seenEnough = () => [...timesSeen].filter(([, times]) => times >= ENOUGH).map(([look]) => look)

/** Returns the violations of a page, those of contrast only for the marked texts. */
async function faultsOf(page: Page, looks: readonly Look[], rules?: string[]): Promise<string[]> {
  // Once per document: axe is 580 kB of script.
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(AXE)
    await page.evaluate(() => window.axe.configure({ rules: [{ id: 'color-contrast', selector: '[data-look]' }] }))
  }
  // Describes only the nodes of violations and of texts whose background cannot be known, as below another element.
  const options: RunOptions = {
    resultTypes: ['violations', 'incomplete'],
    elementRef: true,
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  }
  const { faults, checked } = await page.evaluate(async (options) => {
    const { violations, incomplete } = await window.axe.run(document, options)
    const contrast = incomplete.find(({ id }) => id === 'color-contrast')
    for (const { element } of contrast?.nodes ?? []) element?.removeAttribute('data-look')
    return {
      faults: violations.flatMap(({ id, impact, nodes }) =>
        nodes.map(
          (node) => `${impact} ${id}: ${node.target.join(' ')} ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`,
        ),
      ),
      // Without those that the page has replaced meanwhile.
      checked: [...document.querySelectorAll('[data-look]')].map((text) => Number(text.getAttribute('data-look'))),
    }
  }, options)
  for (const look of checked.flatMap((at) => looks[at] ?? [])) timesSeen.set(look, (timesSeen.get(look) ?? 0) + 1)
  return faults
}

/** Expects the page not to scroll sideways. */
export async function expectNotToScrollSideways(page: Page, where: string): Promise<void> {
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(excess, { message: where }).toBeLessThanOrEqual(0)
}

/** Expects the page not to scroll sideways on a phone, whose type has each of these sizes. */
export async function expectToFitPhone(page: Page, where: string, sizes = ['']): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize(PHONE)
  const setType = (size: string) => document.documentElement.style.setProperty('font-size', size)
  for (const size of sizes) {
    await page.evaluate(setType, size)
    await expectNotToScrollSideways(page, `${where} on a phone ${size}`)
  }
  await page.evaluate(setType, '')
  if (before) await page.setViewportSize(before)
}

/** The heights of the rows of lists of which only those near the window are drawn: `useWindowRows` counts on one height. */
export const rowHeights = (page: Page): Promise<number[]> =>
  page
    .locator('tr[data-row]')
    .evaluateAll((rows) => [...new Set(rows.map((row) => row.getBoundingClientRect().height))])
