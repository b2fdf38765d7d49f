import { randomUUID } from 'node:crypto'
import type { APIRequestContext, PlaywrightWorkerArgs } from '@playwright/test'
import { call } from '@/lib/api/call'
import { acceptInvitation } from '@/lib/contracts/invitations'
import { createProject } from '@/lib/contracts/projects'
import { type CsrfAnswer, SESSION_PATHS } from '@/lib/contracts/session'
import { someAddress } from '@/scripts/testing/some-address'
import { type Client, inviteByMail } from './invitations'

export type Account = { name: string; email: string; password: string }

export type Person = Account & {
  /** Cookies and storage of the signed-in browser. */
  storageState: Awaited<ReturnType<APIRequestContext['storageState']>>
  /** The header of these cookies. */
  cookie: string
  in: (project: string) => Client
}

/** The colleague is a second reviewer. */
export type Who = 'admin' | 'reviewer' | 'colleague' | 'viewer' | 'stranger'
export type People = Record<Who, Person>

/** The person who completes the set-up link. */
export const firstAdmin: Account = {
  name: 'Ada Admin',
  email: 'ada@example.test',
  password: 'a long password of Ada',
}

const names: Record<Exclude<Who, 'admin'>, string> = {
  reviewer: 'Rita Reviewer',
  colleague: 'Ben Colleague',
  viewer: 'Vera Viewer',
  stranger: 'Sam Stranger',
}

/** Creates accounts by invitation and signs each in. All belong to a project that no test uses; the stranger belongs to no other. */
export async function makePeople(playwright: PlaywrightWorkerArgs['playwright'], baseURL: string): Promise<People> {
  const admin = await signIn(playwright, baseURL, firstAdmin)
  const slug = `people-${randomUUID().slice(0, 8)}`
  const name = `People of ${slug}`
  await admin.in(slug)(createProject, { slug, name })
  const make = async (who: Exclude<Who, 'admin'>) => {
    const account = {
      name: names[who],
      email: `${who}-${randomUUID()}@example.test`,
      password: `the password of ${who}`,
    }
    await join(baseURL, await inviteByMail(admin.in(slug), account.email, 'viewer', name), account)
    return signIn(playwright, baseURL, account)
  }
  return {
    admin,
    reviewer: await make('reviewer'),
    colleague: await make('colleague'),
    viewer: await make('viewer'),
    stranger: await make('stranger'),
  }
}

/** Creates the account of an invited person without a browser. */
export async function join(baseUrl: string, token: string, { name, password }: Account): Promise<void> {
  const asNobody: typeof fetch = (url, init) =>
    fetch(url, { ...init, headers: { ...headersOf(init), origin: baseUrl, ...someAddress() } })
  await call(acceptInvitation, { token, account: { name, password } }, { baseUrl, fetch: asNobody })
}

const headersOf = (init: RequestInit | undefined) => Object.fromEntries(new Headers(init?.headers))

/** Signs a person in without a browser. */
export async function signIn(
  playwright: PlaywrightWorkerArgs['playwright'],
  baseURL: string,
  account: Account,
): Promise<Person> {
  const http = await playwright.request.newContext({
    baseURL,
    extraHTTPHeaders: { origin: baseURL, ...someAddress() },
  })
  const { csrfToken }: CsrfAnswer = await (await http.get(SESSION_PATHS.csrf)).json()
  const { email, password } = account
  const answer = await http.post(SESSION_PATHS.password, {
    form: { email, password, csrfToken, callbackUrl: '/', json: 'true' },
  })
  if (!answer.ok()) throw new Error(`${email} was not signed in: ${answer.status()} ${await answer.text()}`)
  const storageState = await http.storageState()
  await http.dispose()
  const cookie = storageState.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const fetchAs: typeof fetch = (url, init) =>
    fetch(url, { ...init, headers: { ...headersOf(init), cookie, origin: baseURL, ...someAddress() } })
  return {
    ...account,
    storageState,
    cookie,
    in: (project) => (contract, input) => call(contract, input, { baseUrl: baseURL, project, fetch: fetchAs }),
  }
}
