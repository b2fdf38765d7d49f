import type { Page } from '@playwright/test'
import { assignGate } from '@/lib/contracts/gate-moves'
import { listMembers } from '@/lib/contracts/projects'
import { expectNoFaults, expectToFitPhone, LIGHT, PHONE } from '../axe'
import { expect, test } from '../fixtures'
import { mailsTo } from '../mails'
import { makeWorseVersion } from '../runs'

/** The first link of a mail. */
const linkIn = (mail: string) => /https?:\/\/\S+/.exec(mail.slice(mail.indexOf('\r\n\r\n')))?.[0] ?? ''

test('an admin sends a test mail, and sees its recipient', async ({ desk, people }) => {
  const page = await desk.open('admin', '/settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'E-mail' }).click()
  await expect(page.getByText('Veritas <desk@example.test>')).toBeVisible()
  await page.getByRole('button', { name: 'Send a test mail' }).click()
  await expect(page.getByText(`The server accepted a message to ${people.admin.email}`)).toBeVisible()
  const [mail] = (await mailsTo(people.admin.email)).filter((text) => text.includes(`/p/${desk.slug}/settings/mail`))
  expect(mail).toContain('Ada Admin sent this to see that mail arrives')
})

test('a gate mail links to the gate, and is not sent to people who switched it off', async ({ desk, people }) => {
  const about = async (email: string) => (await mailsTo(email)).filter((mail) => mail.includes(`/p/${desk.slug}/`))
  const page = await desk.open('colleague', '/settings/account')
  await saved(page, () => page.getByRole('checkbox', { name: 'A gate waits for me' }).uncheck())
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'A gate waits for me' })).not.toBeChecked()
  const { gateId } = await makeWorseVersion(desk)
  await expect.poll(async () => (await about(people.reviewer.email)).length, { timeout: 30_000 }).toBe(1)
  const [mail = ''] = await about(people.reviewer.email)
  expect(mail).toMatch(/^Subject: Decide: /m)
  expect(mail).toMatch(/^List-Unsubscribe:\s+</m)
  const link = linkIn(mail)
  expect(new URL(link).pathname).toBe(`/p/${desk.slug}/gates/${gateId}`)
  const reviewer = await desk.open('reviewer', `/gates/${gateId}`)
  await expect(reviewer.getByRole('heading', { level: 1 })).toContainText('answers 1.0.1')

  const { members } = await desk.as('admin')(listMembers, {})
  const colleague = members.find(({ email }) => email === people.colleague.email)
  await desk.as('reviewer')(assignGate, { gateId, userId: colleague?.userId ?? '' })
  await expect.poll(async () => (await about(people.colleague.email)).length, { timeout: 30_000 }).toBe(1)
  expect((await about(people.colleague.email))[0]).toContain('asks you to decide')
})

test('a person switches all mail off and on again', async ({ desk }) => {
  const page = await desk.open('viewer', '/settings/account')
  const all = page.getByRole('switch', { name: /^Notifications by e-mail/ })
  await expect(all).toBeChecked()
  await saved(page, () => all.click())
  await expect(page.getByRole('checkbox', { name: 'A gate waits for me' })).toHaveCount(0)
  await page.reload()
  await expect(all).not.toBeChecked()
  await saved(page, () => all.click())
  await expect(page.getByRole('checkbox', { name: 'A gate waits for me' })).toBeVisible()
})

test('only admins see the mail server', async ({ desk }) => {
  const page = await desk.open('reviewer', '/settings/mail')
  await expect(page.getByText('Only admins see the mail server')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send a test mail' })).toHaveCount(0)
})

test('both mail pages have no axe violation on a phone', async ({ desk, visit }) => {
  const page = await visit('admin', `/p/${desk.slug}/settings/mail`, { ...LIGHT, viewport: PHONE })
  await expect(page.getByRole('heading', { name: 'Mail server' })).toBeVisible()
  await expectNoFaults(page, 'the mail server')
  await page.goto(`/p/${desk.slug}/settings/account`)
  await expect(page.getByRole('heading', { name: 'E-mail' })).toBeVisible()
  await expectNoFaults(page, 'the account')
  await expectToFitPhone(page, 'the account')
})

/** Makes a change, and waits for the response that saves it. */
async function saved(page: Page, change: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse((response) => response.url().includes('/api/v1/account/mail'))
  await change()
  await answer
}
