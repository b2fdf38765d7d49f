import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { SESSION_PATHS } from '@/lib/contracts/session'
import { putSignInDomain } from '@/lib/contracts/sign-in-domains'
import { expectNoFaults, expectToFitPhone, LIGHT } from '../axe'
import { expect, test } from '../fixtures'
import { inviteByMail } from '../invitations'
import { mailsTo } from '../mails'
import { type Account, join, signIn } from '../people'
import { untilListening } from '../windows'

test('a person signs out their other sessions and then all of them, and returns with a password reset link', async ({
  desk,
  visit,
  playwright,
  baseURL,
}) => {
  const origin = baseURL ?? ''
  const nora = { name: 'Nora New', email: `nora-${randomUUID()}@example.test`, password: 'a password of Nora' }
  await join(origin, await inviteByMail(desk.as('admin'), nora.email, 'reviewer', desk.name), nora)
  const elsewhere = await signIn(playwright, origin, nora)
  const page = await visit(null, `/signin?from=/p/${desk.slug}/settings/account`, LIGHT)
  await fillIn(page, nora)

  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.first()).toContainText('This browser')
  await expectNoFaults(page, 'the account')
  await expectToFitPhone(page, 'the account')
  await untilListening(page)
  await sessions
    .nth(1)
    .getByRole('button', { name: /^Sign out / })
    .click()
  await expect(sessions).toHaveCount(1)
  await expect(page.locator('body')).not.toBeFocused()
  const asks = async (cookies: Cookies) =>
    (await fetch(`${origin}/api/v1/projects`, { headers: headersOf(cookies) })).status
  expect(await asks(elsewhere.storageState.cookies)).toBe(401)

  const stolen = (await page.context().cookies()).filter(({ name }) => name.includes('session-token'))
  expect(await asks(stolen)).toBe(200)
  await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  const renewed = await fetch(`${origin}${SESSION_PATHS.session}`, { headers: headersOf(stolen) })
  expect(await renewed.json()).toEqual({})
  expect(await asks(stolen)).toBe(401)

  // A page outside of a project that cannot be shown says so in the desk's own frame, with ways on.
  const scripts = '**/_next/static/chunks/**'
  await page.route(scripts, (route) => route.abort())
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('main')).toContainText('This page could not be shown.')
  await expect(page.getByRole('link', { name: 'Go to your projects' })).toHaveAttribute('href', '/')
  await page.unroute(scripts)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await expectNoFaults(page, 'a forgotten password')
  await expectToFitPhone(page, 'a forgotten password')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(nora.email)
  await page.getByRole('button', { name: 'E-mail me a link' }).click()
  await expect(page.getByText('Check your e-mail')).toBeVisible()
  const link = async () =>
    (await mailsTo(nora.email)).map((mail) => /\/reset\/[\w-]+/.exec(mail)?.[0]).find((found) => found !== undefined)
  await expect.poll(link).toBeTruthy()
  const path = (await link()) ?? ''
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await expectNoFaults(page, 'a new password')
  await page.getByLabel('New password').fill('a better password of Nora')
  await page.getByRole('button', { name: 'Set the password and sign in' }).click()
  await expect(page.getByRole('button', { name: 'Account of Nora New' })).toBeVisible()
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})

test('people sign in by OpenID Connect and GitHub if their domain is allowed or their address is verified', async ({
  desk,
  visit,
  people,
}) => {
  const domain = `${randomUUID()}.example`
  await desk.as('admin')(putSignInDomain, { domain, role: 'viewer' })
  for (const [service, name] of [
    ['127.0.0.1', 'Olga Oidc'],
    ['GitHub', 'Gil Github'],
  ] as const) {
    const email = `${name.split(' ')[0]?.toLowerCase()}@${domain}`
    const refused = await visit(null, '/signin')
    await signInBy(refused, service, { email, name, isVerified: false })
    await expect(refused.getByRole('main').getByRole('alert')).toContainText('No account has that e-mail address')
    const unknown = await visit(null, '/signin')
    await signInBy(unknown, service, { email: `x@other-${domain}`, name, isVerified: true })
    await expect(unknown.getByRole('main').getByRole('alert')).toContainText('No account has that e-mail address')

    const page = await visit(null, `/signin?from=/p/${desk.slug}`)
    await signInBy(page, service, { email, name, isVerified: true })
    await expect(page).toHaveURL(`/p/${desk.slug}`)
    await expect(page.getByRole('button', { name: `Account of ${name}` })).toBeVisible()

    const known = await visit(null, `/signin?from=/p/${desk.slug}`)
    await signInBy(known, service, { email: people.viewer.email, name: 'Somebody', isVerified: true })
    await expect(known.getByRole('button', { name: `Account of ${people.viewer.name}` })).toBeVisible()
  }
})

type Cookies = readonly { name: string; value: string }[]

const headersOf = (cookies: Cookies) => ({
  cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
})

async function fillIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

type Who = { email: string; name: string; isVerified: boolean }

/** Completes the sign-in form of an identity provider as the given person. */
async function signInBy(page: Page, service: string, { email, name, isVerified }: Who): Promise<void> {
  await untilListening(page)
  await page.getByRole('button', { name: `Continue with ${service}` }).click()
  await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Verified').setChecked(isVerified)
  await page.getByRole('button', { name: 'Continue' }).click()
}
