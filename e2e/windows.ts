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

/** A browser context with one page. */
export type Window = {
  context: BrowserContext
  page: Page
  problems: string[]
  /** Whether the page has something that outlives its documents, such as a listener. */
  isChanged: boolean
  /** Removes the routes of the page, leaves the app, and removes what it stored. */
  empty: () => Promise<void>
}

/**
 * Opens pages. `close` fails on page errors or violations of the content security policy. Windows that a journey leaves unchanged are kept
 * in `idle`, without cookies and storage: the next page opens in them for half the work of a new window. After a failure they stay as they
 * are, to be pictured.
 */
export function openWindows(browser: Browser, people: People, idle: Window[]) {
  const opened: Window[] = []
  const open: OpenWindow = async (who, path, { colorScheme, viewport, ...others } = {}) => {
    const isOrdinary = Object.keys(others).length === 0
    const window = (isOrdinary && idle.pop()) || (await makeWindow(browser, others))
    opened.push(window)
    const { context, page } = window
    window.isChanged = !isOrdinary
    window.problems = []
    await context.setExtraHTTPHeaders(who === null ? someAddress() : {})
    if (who) await context.addCookies(people[who].storageState.cookies)
    if (colorScheme) await page.emulateMedia({ colorScheme })
    if (viewport) await page.setViewportSize(viewport)
    await page.goto(path)
    return page
  }
  const close = async (hasPassed: boolean) => {
    const problems = opened.flatMap((window) => window.problems)
    for (const window of opened)
      if (hasPassed && isUnchanged(window) && (await isEmptied(window))) idle.push(window)
      else await discard(window)
    expect(problems, 'errors in the pages').toEqual([])
  }
  return { open, close }
}

const isUnchanged = ({ context, page, isChanged }: Window) =>
  !isChanged && !page.isClosed() && context.pages().length === 1

/** A window that cannot be emptied is not kept. */
const isEmptied = ({ empty }: Window) =>
  empty().then(
    () => true,
    () => false,
  )

async function discard({ context, page }: Window) {
  // A route may still be asking the server when its journey ends.
  if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
}

// What a page and its context have beyond a document; cookies and extra headers are set for each journey, and routes are removed.
const LASTING_IN_PAGE = ['addInitScript', 'clock', 'exposeBinding', 'exposeFunction', 'on', 'once'] as const
const LASTING_IN_CONTEXT = ['addInitScript', 'exposeBinding', 'exposeFunction', 'grantPermissions', 'route'] as const

async function makeWindow(browser: Browser, options: BrowserContextOptions): Promise<Window> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  // Chromium logs no violation whose error is caught.
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      console.error(`Content Security Policy: ${violatedDirective} blocks ${blockedURI} in ${sourceFile}`),
    ),
  )
  const { goto, reload } = page
  const size = page.viewportSize()
  const window: Window = {
    context,
    page,
    problems: [],
    isChanged: false,
    async empty() {
      // A route may still be asking the server.
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      // A page of the same origin that stores nothing.
      await goto.call(page, '/healthz')
      await page.evaluate(() => {
        localStorage.clear()
        sessionStorage.clear()
      })
      await context.clearCookies()
      await page.emulateMedia({ colorScheme: null, media: null })
      if (size) await page.setViewportSize(size)
    },
  }
  const report = (problem: string) => window.problems.push(`${page.url()}: ${problem}`)
  page.on('pageerror', (error) => report(error.stack || `${error.name}: ${error.message}`))
  page.on('console', (message) => {
    if (/content security policy|hydrat/i.test(message.text())) report(message.text())
  })
  page.goto = (...there) => onceSettled(page, goto.apply(page, there))
  page.reload = (...options) => onceSettled(page, reload.apply(page, options))
  const noteChange = () => {
    window.isChanged = true
  }
  whenUsed(page, LASTING_IN_PAGE, noteChange)
  whenUsed(context, LASTING_IN_CONTEXT, noteChange)
  return window
}

function whenUsed<T extends object>(owner: T, names: readonly (keyof T)[], tell: () => void): void {
  for (const name of names) {
    const value = owner[name]
    const get = () => {
      tell()
      return value
    }
    Object.defineProperty(owner, name, { get })
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

/** Goes to another page as a link does, in the same document: a quarter of the work of loading it, and axe need not be compiled again. */
export async function follow(page: Page, path: string): Promise<void> {
  // A page that is not found is a document of its own, whose router takes nothing until it is hydrated.
  await page.waitForFunction(isListening, false)
  const before = page.url()
  await page.evaluate((to) => Reflect.get(window, 'next').router.push(to), path)
  await page.waitForURL(({ href }) => href !== before)
}

/** Holds back the script of a page that contains these words, until it is released. */
export async function holdScript(page: Page, words: string): Promise<{ release: () => void }> {
  const held = Promise.withResolvers<void>()
  await page.route('**/_next/static/chunks/**', async (route) => {
    const script = await (await route.fetch()).text()
    if (script.includes(words)) await held.promise
    await route.continue()
  })
  return { release: () => held.resolve() }
}

/** Holds back the answers to these requests, which the server has handled, until they are released; `hold` holds back later ones again. */
export async function holdAnswers(page: Page, url: string): Promise<{ hold: () => void; release: () => void }> {
  let held = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    const response = await route.fetch()
    await held.promise
    await route.fulfill({ response })
  })
  const hold = () => {
    held = Promise.withResolvers<void>()
  }
  return { hold, release: () => held.resolve() }
}

/** Holds back the pages that links of a page ask for, until they are released; `hold` holds back later ones again. */
export async function holdPages(page: Page): Promise<{ hold: () => void; release: () => void }> {
  let held = Promise.withResolvers<void>()
  await page.route(
    (url) => url.searchParams.has('_rsc'),
    async (route) => {
      await held.promise
      await route.continue()
    },
  )
  const hold = () => {
    held = Promise.withResolvers<void>()
  }
  return { hold, release: () => held.resolve() }
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

/**
 * Waits until nothing else waits for the main thread: React attaches keyboard handlers last, after hydration. An idle callback would also
 * wait for a frame, which a page that nothing moves on may not draw for seconds.
 */
async function untilIdle(page: Page): Promise<void> {
  await page.evaluate(() => scheduler.postTask(() => undefined, { priority: 'background' }))
}

/** Whether React has hydrated the main content of the page. `ifEmpty` is returned when there is none. */
function isListening(ifEmpty: boolean): boolean {
  const drawn = document.querySelector('#main :is(h1, h2, p)')
  return drawn === null ? ifEmpty : Object.keys(drawn).some((key) => key.startsWith('__react'))
}
