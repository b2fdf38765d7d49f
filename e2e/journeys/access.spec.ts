import { listMembers, updateMember } from '@/lib/contracts/projects'
import { getRubric } from '@/lib/contracts/rubrics'
import { expect, test } from '../fixtures'
import { makeWorseVersion, runBody, sendRuns } from '../runs'

test('a viewer sees everything, cannot decide, and is told why and who can', async ({ desk, people }) => {
  const { gateId, runIds } = await makeWorseVersion(desk)
  const page = await desk.open('viewer', `/gates/${gateId}`)
  const notice = page.getByRole('note').filter({ hasText: 'You cannot decide this gate' })
  await expect(notice).toContainText('As a viewer you can read this. A reviewer or an admin decides. May decide:')
  await expect(notice).toContainText(people.reviewer.name)
  await expect(page.getByRole('region', { name: 'Your decision' }).getByRole('button')).toHaveCount(0)
  await page.keyboard.press('a')
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.goto(`/p/${desk.slug}/runs/${runIds[0]}`)
  const verdict = page.getByRole('region', { name: 'Your verdict' })
  await expect(verdict).toContainText('You are a viewer of this project. Reviewers and admins give verdicts.')
  await expect(verdict.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Open a gate' })).toBeDisabled()

  // Gates can be read; in the queue nothing waits for a viewer.
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await expect(navigation.getByRole('link', { name: 'Gates 1 waiting' })).toBeVisible()
  await expect(navigation.getByRole('link', { name: 'Review', exact: true })).toBeVisible()

  await page.goto(`/p/${desk.slug}/settings/keys`)
  await expect(page.getByText('Only admins see the API keys')).toBeVisible()
  await page.goto(`/p/${desk.slug}/settings/members`)
  await expect(page.getByRole('table', { name: 'Members' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Invite a person' })).toBeHidden()
  await expect(page.getByRole('table', { name: 'Invited people' })).toBeHidden()
})

test('a stranger gets "not found" for a project and everything in it', async ({ desk, visit }) => {
  const { gateId, runIds } = await makeWorseVersion(desk)
  const page = await visit('stranger', '/signin')
  for (const path of ['', '/runs', `/runs/${runIds[0]}`, '/gates', `/gates/${gateId}`, '/chains', '/settings/keys']) {
    const answer = await page.goto(`/p/${desk.slug}${path}`)
    expect(answer?.status(), path).toBe(404)
    await expect(page.getByText('Page not found')).toBeVisible()
    await expect(page.getByText(desk.name)).toBeHidden()
  }
})

test('a run or a gate of another project is not found', async ({ desk, visit }) => {
  const { gateId, runIds } = await makeWorseVersion(desk)
  const page = await visit('admin', `/p/default/runs/${runIds[0]}`)
  await expect(page.getByText('Run not found')).toBeVisible()
  await page.goto(`/p/default/gates/${gateId}`)
  await expect(page.getByText('Gate not found')).toBeVisible()
})

test('a removed member loses access immediately, and a member made a viewer can no longer decide', async ({
  desk,
  people,
}) => {
  const { gateId } = await makeWorseVersion(desk)
  const admin = await desk.open('admin', '/settings/members')
  const colleague = await desk.open('colleague', `/gates/${gateId}`)
  await expect(colleague.getByRole('button', { name: 'Approve' })).toBeEnabled()

  const { members } = await desk.as('admin')(listMembers, {})
  const userId = members.find(({ email }) => email === people.colleague.email)?.userId ?? ''
  await desk.as('admin')(updateMember, { userId, role: 'viewer' })
  await colleague.reload()
  await expect(colleague.getByRole('button', { name: 'Approve' })).toBeHidden()

  await admin.getByRole('button', { name: `Remove ${people.colleague.name}` }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(admin.getByRole('table', { name: 'Members' })).not.toContainText(people.colleague.email)
  const answer = await colleague.reload()
  expect(answer?.status()).toBe(404)
})

test('a member whose role is lowered while typing is told, keeps the text, and can send it once raised again', async ({
  desk,
  people,
}) => {
  await sendRuns(desk, [runBody()])
  const admin = desk.as('admin')
  const { members } = await admin(listMembers, {})
  const userId = members.find(({ email }) => email === people.colleague.email)?.userId ?? ''
  await admin(updateMember, { userId, role: 'admin' })
  const page = await desk.open('colleague', '/review/rubric?chain=answers')
  await page.getByRole('button', { name: 'Add a question' }).click()
  const question = page.getByRole('textbox', { name: 'Question 1' })
  await question.fill('Is the total right?')
  await admin(updateMember, { userId, role: 'reviewer' })
  const told = page.getByRole('listitem').filter({ hasText: 'You are now a reviewer of this project.' })
  await expect(told).toContainText('What you typed stays until you leave this page')
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(page.getByText('A reviewer of this project may not do this.')).toBeVisible()
  await expect(question).toHaveValue('Is the total right?')
  await admin(updateMember, { userId, role: 'admin' })
  await expect(page.getByRole('listitem').filter({ hasText: 'You are now an admin of this project.' })).toBeVisible()
  await expect(told).toBeHidden()
  await save.click()
  await expect.poll(async () => (await admin(getRubric, { chain: 'answers' })).rubric.items).toHaveLength(1)
})

test('members are found by words of their names and e-mails', async ({ desk, people }) => {
  const page = await desk.open('admin', `/settings/members?text=${encodeURIComponent(people.reviewer.email)}`)
  const table = page.getByRole('table', { name: 'Members' })
  const search = page.getByRole('searchbox', { name: 'Search members' })
  await expect(search).toHaveValue(people.reviewer.email)
  await expect(page.getByRole('status').filter({ hasText: /^1 of \d+ match\.$/ })).toBeVisible()
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table).toContainText(people.reviewer.name)
  const words = people.colleague.name.toUpperCase().split(' ').reverse().join(' ')
  await search.fill(words)
  await expect(table).toContainText(people.colleague.email)
  await expect(table).not.toContainText(people.reviewer.email)
  await search.fill('nobody of this name')
  await expect(page.getByText('No members match.')).toBeVisible()
  await search.fill('')
  await expect(table).toContainText(people.reviewer.email)
  await expect(table).toContainText(people.colleague.email)
})

test('an API key is made with an expiry, and its row says when it expires', async ({ desk }) => {
  const page = await desk.open('admin', '/settings/keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('for a month')
  await dialog.getByRole('combobox', { name: 'Expires' }).click()
  await page.getByRole('option', { name: '30 days' }).click()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  const row = page.getByRole('row', { name: /for a month/ })
  await expect(row.getByRole('button', { name: 'Revoke for a month' })).toBeVisible()
  const expires = await row.getByRole('cell').nth(4).locator('time').getAttribute('datetime')
  expect(Math.round((Date.parse(expires ?? '') - Date.now()) / 86_400_000)).toBe(30)
})

test('an API key is shown once, and refused from the moment it is revoked', async ({ desk, request }) => {
  const page = await desk.open('admin', '/settings/keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('nightly import')
  // Neither while the key is being made nor while its secret is shown does Escape or a press beside the dialog close it.
  await page.route('**/api/v1/keys*', async (route) => {
    if (route.request().method() === 'POST') await page.keyboard.press('Escape')
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByRole('button', { name: 'I have copied it' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  const secret = /vrt_[\w-]{32}/.exec((await dialog.textContent()) ?? '')?.[0] ?? ''
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  await expect(page.getByRole('row', { name: /nightly import/ })).not.toContainText(secret)

  const read = () => request.get('/api/v1/status', { headers: { authorization: `Bearer ${secret}` } })
  expect((await read()).status()).toBe(200)
  await page.getByRole('button', { name: 'Revoke nightly import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('row', { name: /nightly import/ })).toContainText('Revoked')
  expect((await read()).status()).toBe(401)
})
