import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { SESSION_PATHS } from '@/lib/contracts/session'
import { expect, test } from '../fixtures'
import { firstAdmin, type People } from '../people'
import { untilLive } from '../windows'

test('a person signs in, returns to the requested page, and signs out', async ({ visit, desk, people }) => {
  const page = await visit(null, `/p/${desk.slug}/gates`)
  let renewals = 0
  page.on('request', (request) => {
    if (request.url().endsWith(SESSION_PATHS.session)) renewals += 1
  })
  await expect(page).toHaveURL(/\/signin\?from=/)
  await signIn(page, people.reviewer)
  await expect(page).toHaveURL(`/p/${desk.slug}/gates`)
  await expect(page.getByRole('heading', { name: 'Gates' })).toBeVisible()

  await untilLive(page)
  await test.step('work renews the session once it is ten minutes old', async () => {
    const cookie = async () =>
      (await page.context().cookies()).find(({ name }) => name.includes('session-token'))?.value
    const before = await cookie()
    await page.keyboard.press('Shift')
    expect(renewals).toBe(0)
    await page.clock.setFixedTime(Date.now() + 10 * 60_000)
    await page.keyboard.press('Shift')
    await expect.poll(cookie).not.toBe(before)
    await page.keyboard.press('Shift')
    expect(renewals).toBe(1)
  })
  await page.getByRole('button', { name: `Account of ${people.reviewer.name}` }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.goto(`/p/${desk.slug}/gates`)
  await expect(page).toHaveURL(/\/signin/)
})

test('a wrong password and an unknown e-mail get the same message', async ({ visit, people }) => {
  const page = await visit(null, '/signin')
  for (const email of [people.viewer.email, `nobody-${randomUUID()}@example.test`]) {
    await signIn(page, { email, password: 'not the password' })
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('E-mail or password is wrong.')
    await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email)
  }
})

test('too many attempts from one address are refused with the time to wait', async ({ visit }) => {
  const page = await visit(null, '/signin')
  const email = `guessed-${randomUUID()}@example.test`
  const { csrfToken } = await (await page.request.get(SESSION_PATHS.csrf)).json()
  for (let attempt = 1; attempt <= 10; attempt++) {
    const form = { email, password: `guess ${attempt}`, csrfToken, json: 'true' }
    expect((await page.request.post(SESSION_PATHS.password, { form })).status(), `attempt ${attempt}`).toBe(401)
  }
  await signIn(page, { email, password: 'guess 11' })
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(/^Too many requests: try again in \d+ min\.$/)
})

test('sign-in never redirects to another site', async ({ visit, people }) => {
  const page = await visit(null, `/signin?from=${encodeURIComponent('https://example.com/')}`)
  await signIn(page, people.viewer)
  await expect(page).toHaveURL(/\/p\//)
  expect(new URL(page.url()).host).not.toBe('example.com')
})

test('the first admin signs in with the password chosen at set-up', async ({ visit }) => {
  const page = await visit(null, '/signin')
  await signIn(page, firstAdmin)
  await expect(page.getByRole('button', { name: `Account of ${firstAdmin.name}` })).toBeVisible()
})

async function signIn(page: Page, { email, password }: Pick<People['viewer'], 'email' | 'password'>) {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
