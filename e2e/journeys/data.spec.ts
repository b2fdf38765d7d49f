import { getData, putRedaction, putRetention } from '@/lib/contracts/data'
import { openGate } from '@/lib/contracts/gates'
import { listProjects, updateProject } from '@/lib/contracts/projects'
import { expectNoFaults } from '../axe'
import { expect, test } from '../fixtures'
import { runBody, sendRun } from '../runs'
import { holdAnswers, untilListening } from '../windows'

test('redaction rules are previewed and saved, a new run reports what was replaced, and an admin deletes it', async ({
  desk,
}) => {
  const page = await desk.open('admin', '/settings/data')
  await page.getByLabel('E-mail addresses').check()
  await page.getByLabel('Fields by name').fill('password')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByText('What would be stored: 2 values replaced')).toBeVisible()
  await page.getByRole('button', { name: 'Save redaction' }).click()
  await expect(page.getByText('Rules saved')).toBeVisible()
  await expectNoFaults(page, 'tried redaction rules')

  const run = await sendRun(desk, runBody({ request: 'Write to ada@example.com', metadata: { password: 'x' } }))
  await page.goto(`/p/${desk.slug}/runs/${run.runId}`)
  await untilListening(page)
  await expect(page.getByText('2 values redacted')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Transcript' })).toContainText('Write to [redacted: email]')
  const reader = await desk.open('reviewer', `/runs/${run.runId}`)
  await reader.getByRole('button', { name: 'Comment on the whole run' }).click()
  await reader.getByRole('combobox', { name: 'Comment' }).fill('Which page does it mean?')
  const remove = page.getByRole('button', { name: 'Delete this run' })
  const dialog = page.getByRole('dialog')
  // React hydrates it separately from the page, and a click before that is lost.
  await expect(async () => {
    if (!(await dialog.isVisible())) await remove.click({ timeout: 5_000 })
    await expect(dialog).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expectNoFaults(page, 'asked whether to delete a run')
  await page.getByRole('button', { name: 'Delete run' }).click()
  await expect(page).toHaveURL(/\/runs$/)
  await expect(page.getByText('Run deleted')).toBeVisible()
  await expect(reader.getByText('This run is gone')).toBeVisible()
  await expect(reader.getByRole('region', { name: 'Your verdict' })).toBeHidden()
  await expect(reader.getByRole('combobox', { name: 'Comment' })).toHaveValue('Which page does it mean?')
})

test('what is typed while a setting is being saved stays, and nobody is said to have saved meanwhile', async ({
  desk,
}) => {
  const page = await desk.open('admin', '/settings/data')
  await untilListening(page)
  const field = page.getByLabel('Fields by name')
  const save = page.getByRole('button', { name: 'Save redaction' })
  await field.fill('password')
  const answers = await holdAnswers(page, '**/api/v1/data{?,/redaction}*')
  await save.click()
  await expect.poll(async () => (await desk.as('admin')(getData, {})).versions.redaction.number).toBe(1)
  await field.fill('password\ntoken')
  await page.getByRole('checkbox', { name: 'Card numbers' }).check()
  await expect(page.getByText('in the meantime')).toHaveCount(0)
  answers.release()
  await expect(page.getByText('Rules saved')).toBeVisible()
  await expect(save).toBeEnabled()
  await expect(field).toHaveValue('password\ntoken')
  await expect(page.getByText('in the meantime')).toHaveCount(0)
  await save.click()
  await expect.poll(async () => (await desk.as('admin')(getData, {})).versions.redaction.number).toBe(2)
  await expect(page.getByText('in the meantime')).toHaveCount(0)
  expect((await desk.as('admin')(getData, {})).redaction).toMatchObject({
    kinds: ['card'],
    keys: ['password', 'token'],
  })
})

test('when two admins edit retention and redaction at the same time, both changes are kept', async ({ desk }) => {
  const page = await desk.open('admin', '/settings/data')
  await page.getByRole('checkbox', { name: 'Delete whole runs after' }).check()
  await page.getByLabel('Fields by name').fill('password')
  await desk.as('admin')(putRetention, { contentDays: 30, runDays: null, expected: 0 })
  await desk.as('admin')(putRedaction, { kinds: ['card'], keys: ['authorization'], expected: 0 })
  await expect(page.getByText('saved another retention in the meantime')).toBeVisible()
  await expect(page.getByText('saved other rules in the meantime')).toBeVisible()
  await expect(page.getByLabel('Fields by name')).toHaveValue('authorization\npassword')
  await expect(page.getByLabel('Card numbers')).toBeChecked()
  await expectNoFaults(page, 'two admins saved at the same time')

  await page.getByRole('link', { name: 'Members' }).first().click()
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(leave).toHaveCount(1)
  await leave.getByRole('button', { name: 'Stay' }).click()
  await expect(leave).toHaveCount(0)
  await expect(page.getByLabel('Fields by name')).toHaveValue('authorization\npassword')

  await page.getByRole('button', { name: 'Save redaction' }).click()
  await expect(page.getByText('Rules saved')).toBeVisible()
  await page.getByRole('button', { name: 'Save retention…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Retention saved')).toBeVisible()
  await expect(page.getByText('in the meantime')).toBeHidden()
  expect(await desk.as('admin')(getData, {})).toMatchObject({
    retention: { contentDays: 30, runDays: 365 },
    redaction: { kinds: ['card'], keys: ['authorization', 'password'] },
    versions: { retention: { number: 2 }, redaction: { number: 2 } },
  })
})

test('when two admins change different settings of the project, neither overwrites the other', async ({ desk }) => {
  const page = await desk.open('admin', '/settings')
  await page.getByRole('textbox', { name: 'Name' }).fill('Renamed')
  await desk.as('admin')(updateProject, { timeZone: 'Europe/Berlin' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  const { projects } = await desk.as('admin')(listProjects, { include: [desk.slug] })
  expect(projects.find(({ slug }) => slug === desk.slug)).toMatchObject({ name: 'Renamed', timeZone: 'Europe/Berlin' })
})

test('deleting a project asks for its name, makes it read-only, and an admin can cancel', async ({ desk, wire }) => {
  const run = await sendRun(desk)
  const { gate } = await desk.send(openGate, { runId: run.runId, question: 'May this go out?' })
  const page = await desk.open('admin', '/settings/data')
  await page.getByRole('button', { name: 'Delete project' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(desk.name)
  await dialog.getByRole('button', { name: 'Delete project' }).click()
  await expect(page.getByText('This project is scheduled for deletion')).toBeInViewport()
  const refused = await wire.post('/api/v1/runs', { data: runBody() })
  expect(refused.status()).toBe(403)
  expect(await refused.text()).toContain('is scheduled for deletion on')
  // Every page says so: none of them takes anything in any more, except what is about oneself.
  await expect(page.getByRole('textbox', { name: 'Fields by name' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Save retention' })).toBeDisabled()
  await page.goto(`/p/${desk.slug}/settings/account`)
  await expect(page.getByText('This project is scheduled for deletion')).toBeVisible()
  await expect(page.getByLabel('Current password')).toBeEnabled()
  await page.goto(`/p/${desk.slug}/gates/${gate.id}`)
  await untilListening(page)
  await expect(page.getByRole('main')).toContainText('The deadline waits while the project is to be deleted.')
  await expect(page.getByRole('main')).toContainText('You cannot decide this gate.')
  await page.goto(`/p/${desk.slug}/settings/members`)
  await untilListening(page)
  // Outside of forms as well: a role is read, not chosen, and nobody is removed.
  await expect(page.getByRole('table').getByRole('combobox')).toHaveCount(0)
  await expect(page.getByRole('table').getByRole('button')).toHaveCount(0)
  await page.getByRole('button', { name: 'Invite a person' }).click()
  await expect(dialog.getByRole('button', { name: 'Invite' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep it' }).click()
  await expect(page.getByText('This project is scheduled for deletion')).toBeHidden()
  expect((await wire.post('/api/v1/runs', { data: runBody() })).status()).toBe(200)
})
