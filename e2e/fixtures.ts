import { type APIRequestContext, test as base } from '@playwright/test'
import { type Desk, makeDesk } from './desk'
import { makePeople, type People } from './people'
import { type OpenWindow, openWindows } from './windows'

export { expect } from '@playwright/test'

type TestFixtures = {
  /** Opens a path of the server in a new browser context, signed in as that person. */
  visit: OpenWindow
  /** A new project that everybody but the stranger belongs to. */
  desk: Desk
  /** Plain HTTP with the project's key, for requests that the typed client would refuse. */
  wire: APIRequestContext
}

export const test = base.extend<TestFixtures, { people: People }>({
  people: [
    async ({ playwright }, use, { project }) => use(await makePeople(playwright, originOf(project.use.baseURL))),
    { scope: 'worker' },
  ],
  visit: async ({ browser, people }, use) => {
    const { open, close } = openWindows(browser, people)
    await use(open)
    await close()
  },
  desk: async ({ people, visit, baseURL }, use) => use(await makeDesk(people, visit, originOf(baseURL))),
  wire: async ({ playwright, desk, baseURL }, use) => {
    const extraHTTPHeaders = { authorization: `Bearer ${desk.key}` }
    const context = await playwright.request.newContext({ baseURL: originOf(baseURL), extraHTTPHeaders })
    await use(context)
    await context.dispose()
  },
})

function originOf(baseURL: string | undefined): string {
  if (!baseURL) throw new Error('E2E_BASE_URL names the desk to test: npm test sets it')
  return baseURL
}
