import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import { someAddress } from '@/scripts/testing/some-address'
import type { People, Who } from './people'

export type OpenWindow = (who: Who | null, path: string, options?: BrowserContextOptions) => Promise<Page>

/** Opens pages. `close` closes them all and fails on page errors or violations of the content security policy. */
export function openWindows(browser: Browser, people: People): { open: OpenWindow; close: () => Promise<void> } {
  const contexts: BrowserContext[] = []
  const problems: string[] = []
  return {
    async open(who, path, options = {}) {
      const context = await browser.newContext({
        extraHTTPHeaders: who === null ? someAddress() : {},
        ...(who && { storageState: people[who].storageState }),
        ...options,
      })
      contexts.push(context)
      const page = await context.newPage()
      page.on('pageerror', (error) =>
        problems.push(`${page.url()}: ${error.stack || `${error.name}: ${error.message}`}`),
      )
      page.on('console', (message) => {
        if (/content security policy|hydrat/i.test(message.text())) problems.push(`${page.url()}: ${message.text()}`)
      })
      const { goto, reload } = page
      page.goto = (...there) => onceSettled(page, goto.apply(page, there))
      page.reload = (...options) => onceSettled(page, reload.apply(page, options))
      await page.goto(path)
      return page
    },
    async close() {
      for (const context of contexts) await context.close()
      expect(problems, 'errors in the pages').toEqual([])
    },
  }
}

/** Waits until the page receives live updates and takes clicks. */
export async function untilLive(page: Page): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: /^Live$/ })).toBeVisible()
  await untilListening(page)
}

/** Returns the response once the page is hydrated. A page that never is fails in the test itself. */
async function onceSettled<T>(page: Page, answered: Promise<T>): Promise<T> {
  const answer = await answered
  await page.waitForFunction(isListening, true, { timeout: 15_000 }).catch(() => undefined)
  return answer
}

/** Waits until this control takes clicks; parts that load after the page do so later. */
export async function untilTaken(control: Locator): Promise<void> {
  const takes = () => control.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__react')))
  await expect.poll(takes).toBe(true)
}

/** Waits until the page takes clicks. */
export async function untilListening(page: Page): Promise<void> {
  await page.waitForFunction(isListening, false)
  await untilIdle(page)
}

/** Waits until the main thread is idle: React attaches keyboard handlers last, after hydration. */
async function untilIdle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise<void>((done) => requestIdleCallback(() => done(), { timeout: 15_000 })))
}

/** Whether React has hydrated the main content of the page. `ifEmpty` is returned when there is none. */
function isListening(ifEmpty: boolean): boolean {
  const drawn = document.querySelector('#main :is(h1, h2, p)')
  return drawn === null ? ifEmpty : Object.keys(drawn).some((key) => key.startsWith('__react'))
}
