import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectNoFaults, expectToFitPhone, LIGHT, PHONE } from '../axe'
import { changeRows } from '../database'
import type { Desk } from '../desk'
import { expect, test } from '../fixtures'
import { invitationsOf, inviteByMail } from '../invitations'

const CLOSED = 'This invitation is no longer valid'
const newEmail = () => `new-${randomUUID()}@example.test`
const invited = (page: Page, email: string) =>
  page.getByRole('table', { name: 'Invited people' }).getByRole('row').filter({ hasText: email })
const send = (desk: Desk, email: string) => inviteByMail(desk.as('admin'), email, 'reviewer', desk.name)

test('an invited person opens the mailed link, chooses a name and password, joins and signs in', async ({
  desk,
  visit,
}) => {
  const email = newEmail()
  const admin = await desk.open('admin', '/settings/members')
  await admin.getByRole('button', { name: 'Invite a person' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Invite a person' })
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await expect(admin.getByText(`The invitation is on its way to ${email}`)).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(invited(admin, email)).toContainText('Pending')

  const [token] = await invitationsOf(email, desk.name)
  const page = await visit(null, `/invite/${token}`)
  await expect(page.getByRole('heading', { name: `Join ${desk.name}?` })).toBeVisible()
  await expect(page.getByText('Ada Admin invites you as reviewer')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email)
  await page.getByRole('textbox', { name: 'Your name' }).fill('Nora New')
  await page.getByLabel('Password').fill('a password of Nora')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/p/${desk.slug}/review`)
  // A reviewer begins with what will be theirs to do.
  await expect(page.getByText('Runs that need a person appear here automatically')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account of Nora New' })).toBeVisible()
  await expect(invited(admin, email)).toContainText('Accepted')
  const row = admin.getByRole('table', { name: 'Members' }).getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Nora New')
  await expect(row).not.toContainText('Unverified')

  await page.goto(`/p/${desk.slug}/settings/account`)
  await page.getByLabel('Current password').fill('a password of Nora')
  await page.getByLabel('New password', { exact: true }).fill('a better password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('The password is changed')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  const signIn = async (password: string) => {
    await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }
  await signIn('a password of Nora')
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('E-mail or password is wrong.')
  await signIn('a better password')
  await expect(page.getByRole('button', { name: 'Account of Nora New' })).toBeVisible()

  await admin.goto(`/p/${desk.slug}/settings/audit`)
  const log = admin.getByRole('table', { name: 'Audit log' })
  await expect(log.getByRole('row').filter({ hasText: 'Person invited' }).first()).toBeVisible()
  await expect(log).not.toContainText(email)
})

test('an invited person with an account signs in first, sees the invitation, and joins by accepting', async ({
  desk,
  visit,
  people,
}) => {
  const { email, password, name } = people.stranger
  const page = await visit(null, `/invite/${await send(desk, email)}`)
  await expect(page.getByText(`There is an account with ${email}`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'That account is not mine' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Sign in to answer' }).click()
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: `Join ${desk.name}?` })).toBeVisible()
  expect((await page.request.get(`/api/v1/members?project=${desk.slug}`)).status()).toBe(404)
  await page.getByRole('button', { name: 'Accept' }).press('Enter')
  await expect(page).toHaveURL(`/p/${desk.slug}/review`)
  await expect(page.getByRole('button', { name: `Account of ${name}` })).toBeVisible()

  await page.goto(`/invite/${await send(desk, email)}`)
  await expect(page.getByRole('heading', { name: 'You are a member already' })).toBeVisible()
  await page.getByRole('link', { name: 'Open the project' }).click()
  await expect(page).toHaveURL(`/p/${desk.slug}`)
})

test('a person who declines stays out, and is not named in the project', async ({ desk, visit, people }) => {
  const { email, name } = people.stranger
  const token = await send(desk, email)
  const admin = await desk.open('admin', '/settings/members')
  const page = await visit('stranger', `/invite/${token}`)
  // One press does not end it: the button stands under the one that joins.
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('button', { name: 'Decline for good' }).click()
  await expect(page.getByText('You declined')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: CLOSED })).toBeVisible()
  await expect(invited(admin, email)).toContainText('Declined')
  await expect(admin.getByRole('table', { name: 'Members' })).not.toContainText(name)
  await admin.goto(`/p/${desk.slug}/settings/audit`)
  const log = admin.getByRole('table', { name: 'Audit log' })
  await expect(log.getByRole('row').filter({ hasText: 'Invitation declined' })).toContainText('anonymous')
  await expect(log).not.toContainText(name)
})

test('used, withdrawn and expired links are refused with the same page', async ({ desk, visit }) => {
  const [used, withdrawn, late] = [newEmail(), newEmail(), newEmail()]
  const tokens = [await send(desk, used), await send(desk, withdrawn), await send(desk, late), 'never-was']
  const page = await visit(null, `/invite/${tokens[0]}`)
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('button', { name: 'Decline for good' }).click()
  await expect(page.getByText('You declined')).toBeVisible()

  const admin = await desk.open('admin', '/settings/members')
  await admin.getByRole('button', { name: `Withdraw the invitation of ${withdrawn}` }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await expect(invited(admin, withdrawn)).toContainText('Withdrawn')
  await changeRows(`UPDATE invitation SET expires_at = now() - interval '1 hour' WHERE email = $1`, [late])
  await admin.reload()
  await expect(invited(admin, late)).toContainText('Expired')

  for (const token of tokens) {
    await page.goto(`/invite/${token}`)
    await expect(page.getByRole('heading', { name: CLOSED })).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(desk.name)
  }
})

test("an invitation cannot be answered from another person's account", async ({ desk, visit, people }) => {
  const email = newEmail()
  // Signs in afresh, because the test ends this session permanently.
  const invitation = `/invite/${await send(desk, email)}`
  const page = await visit(null, `/signin?from=${encodeURIComponent(invitation)}`)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(people.stranger.email)
  await page.getByLabel('Password').fill(people.stranger.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'This invitation is for someone else' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(desk.name)
  await page.getByRole('button', { name: 'Sign out, and open it again' }).click()
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email)
})

test('the owner of an address takes it over from an unverified account made by someone else', async ({
  desk,
  visit,
}) => {
  const email = newEmail()
  const squatter = await visit(null, `/invite/${await send(desk, email)}`)
  await join(squatter, 'Mallory', 'a password of Mallory')
  await expect(squatter).toHaveURL(`/p/${desk.slug}/review`)
  // As if the link had been passed on by the admin instead of mailed.
  await changeRows('UPDATE "user" SET email_verified_at = NULL WHERE email = $1', [email])
  const admin = await desk.open('admin', '/settings/members')
  const members = admin.getByRole('table', { name: 'Members' })
  await expect(members.getByRole('row').filter({ hasText: 'Mallory' })).toContainText('Unverified')

  const page = await visit(null, `/invite/${await send(desk, email)}`)
  await page.getByRole('button', { name: 'That account is not mine' }).click()
  await expect(page.getByText('This closes the other account permanently')).toBeVisible()
  await join(page, 'Vic Owner', 'a password of Vic')
  await expect(page).toHaveURL(`/p/${desk.slug}/review`)
  await expect(members.getByRole('row').filter({ hasText: 'Vic Owner' })).toContainText(email)
  await expect(members.getByRole('row').filter({ hasText: 'Mallory' })).toContainText('Closed')
  await squatter.reload()
  await expect(squatter.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('invitation pages have no axe violation on a phone', async ({ desk, visit, people }) => {
  test.slow()
  const [mine, other] = [await send(desk, people.stranger.email), await send(desk, newEmail())]
  const options = { ...LIGHT, viewport: PHONE }
  const nobody = await visit(null, `/invite/${other}`, options)
  await expectGood(nobody, 'Join')
  await nobody.goto(`/invite/${mine}`)
  await expectGood(nobody, 'Join')
  await nobody.goto('/invite/none')
  await expectGood(nobody, CLOSED)
  const stranger = await visit('stranger', `/invite/${mine}`, options)
  await expectGood(stranger, 'Join')
  await stranger.goto(`/invite/${other}`)
  await expectGood(stranger, 'This invitation is for someone else')
  const viewer = await visit('viewer', `/invite/${await send(desk, people.viewer.email)}`, options)
  await expectGood(viewer, 'You are a member already')
  const admin = await visit('admin', `/p/${desk.slug}/settings/members`, options)
  await expect(invited(admin, people.stranger.email)).toBeVisible()
  await expectGood(admin, 'Members')
  await admin.getByRole('button', { name: 'Invite a person' }).click()
  await expect(admin.getByRole('dialog')).toBeVisible()
  await expectNoFaults(admin, 'the dialog that invites')
})

async function join(page: Page, name: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Your name' }).fill(name)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create account and join' }).click()
}

async function expectGood(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  await expectNoFaults(page, heading)
  await expectToFitPhone(page, heading)
}
