import { type APIRequestContext, test as base } from '@playwright/test'
import { type Desk, makeDesk } from './desk'
import { makePeople, type People } from './people'
import { type OpenWindow, openWindows, type Window } from './windows'

export { expect } from '@playwright/test'

type TestFixtures = {
  /** Opens a path of the server in a browser context of its own, without anything stored, signed in as that person. */
  visit: OpenWindow
  /** A new project that everybody but the stranger belongs to. */
  desk: Desk
  /** Plain HTTP with the project's key, for requests that the typed client would refuse. */
  wire: APIRequestContext
}

type WorkerFixtures = {
  people: People
  /** Windows that earlier journeys left. */
  idle: Window[]
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  people: [
    async ({ playwright }, use, { project }) => use(await makePeople(playwright, originOf(project.use.baseURL))),
    { scope: 'worker' },
  ],
  idle: [
    async ({ browser: _ }, use) => {
      const idle: Window[] = []
      await use(idle)
      for (const { context } of idle) await context.close()
    },
    { scope: 'worker' },
  ],
  visit: async ({ browser, people, idle }, use, test) => {
    const { open, close } = openWindows(browser, people, idle)
    await use(open)
    await close(test.status === test.expectedStatus)
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
