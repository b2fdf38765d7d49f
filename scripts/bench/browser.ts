import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { provideBrowser } from '../provision/browser'
import { step } from '../provision/progress'
import { benchAdmin } from './bench-desk'

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
  '--disable-component-update',
]

export type Session = Awaited<ReturnType<BrowserContext['storageState']>>

/** Starts Chromium. Its contexts share nothing, so each is a separate browser to the app. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = await step('Browser', async (remark) => {
    const found = await provideBrowser()
    remark(found)
    return found
  })
  return chromium.launch({ executablePath, args: quiet })
}

/** Signs the bench's admin in through the sign-in page. Resolves to the resulting cookies and storage. */
export async function signIn(browser: Browser, baseUrl: string): Promise<Session> {
  const context = await browser.newContext({ baseURL: baseUrl })
  const page = await context.newPage()
  await page.goto('/signin')
  await page.getByLabel('E-mail').fill(benchAdmin.email)
  await page.getByLabel('Password').fill(benchAdmin.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/signin'))
  const session = await context.storageState()
  await context.close()
  return session
}

/** Opens a page in a new context with an empty cache. `session` null = signed out. */
export async function openPage(browser: Browser, baseUrl: string, session: Session | null): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseUrl, ...(session && { storageState: session }) })
  return context.newPage()
}
