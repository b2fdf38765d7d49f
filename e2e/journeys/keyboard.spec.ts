import type { Locator, Page } from '@playwright/test'
import { getRun } from '@/lib/contracts/run-detail'
import { expectNoFaults } from '../axe'
import { changeRows } from '../database'
import { expect, test } from '../fixtures'
import { makeWorseVersion, runBody, sendRun, sendRuns } from '../runs'
import { untilListening, untilLive } from '../windows'

test('signing in, deciding a gate and undoing it work with the keyboard alone', async ({ visit, desk, people }) => {
  const { clientIds } = await makeWorseVersion(desk)
  const page = await visit(null, `/p/${desk.slug}`)
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeFocused()
  await page.keyboard.type(people.reviewer.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(people.reviewer.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await untilLive(page)

  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  await page.keyboard.press('g')
  await page.keyboard.press('g')
  await expect(page.getByRole('heading', { name: 'Gates', level: 1 })).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: 'Is answers 1.0.1 worse than 1.0.0?' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Is answers 1.0.1 worse than 1.0.0?' })).toBeVisible()

  await page.keyboard.press('r')
  await expect(page.getByRole('dialog', { name: 'Reject' }).getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.type('a rejection: the letters typed here are no shortcuts')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.press('Control+Enter')
  const record = page.getByRole('region', { name: 'Record of the decision' })
  await expect(record).toBeFocused()
  await expect(record).toContainText('Rejected')

  await page.keyboard.press('u')
  const dialog = page.getByRole('dialog', { name: 'Take the decision back' })
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.type('it was the right version')
  await tabTo(page, dialog.getByRole('button', { name: 'Take back' }))
  await page.keyboard.press('Enter')
  await expect(record).toContainText('Rejected, taken back')

  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await expect(page.getByRole('heading', { name: 'Runs', level: 1 })).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search runs' })).toBeFocused()
  await page.keyboard.type(clientIds[0] ?? '')
  await expect(page.getByRole('table', { name: 'Runs' }).getByRole('row')).toHaveCount(2)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: clientIds[0] ?? '' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: clientIds[0] ?? '' })).toBeVisible()
  await page.keyboard.press('a')
  const verdict = page.getByRole('region', { name: 'Your verdict' })
  await expect(verdict).toContainText(`Approved by ${people.reviewer.name}`)
  await page.keyboard.press('u')
  await expect(verdict).toContainText('No one has reviewed this run yet.')
})

for (const [path, noun] of [
  ['/runs', 'runs'],
  ['/failures', 'failures'],
]) {
  test(`Escape leaves the search of the ${noun} and keeps its text, and Enter goes to the first row found`, async ({
    desk,
  }) => {
    const failed = (id: string, error: string) => ({ nodes: [{ id, status: 'failed' as const, error }] })
    await sendRuns(desk, [
      runBody({ id: 'alpha', ...failed('alpha', 'connect refused') }),
      runBody({ id: 'omega', ...failed('omega', 'answer too long') }),
    ])
    const page = await desk.open('reviewer', path ?? '')
    const search = page.getByRole('searchbox', { name: `Search ${noun}` })
    const rows = page.locator('[data-row]')
    await expect(rows).toHaveCount(2)
    await page.keyboard.press('/')
    await page.keyboard.type('omega')
    await page.keyboard.press('Escape')
    await expect(search).not.toBeFocused()
    await expect(search).toHaveValue('omega')
    await expect(rows).toHaveCount(1)
    await page.keyboard.press('j')
    await expect(rows.getByRole('link').first()).toBeFocused()
    await expect(search).toHaveValue('omega')
    // Straight after the last letter, before the list has been asked for.
    await page.keyboard.press('/')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('alpha')
    await page.keyboard.press('Enter')
    await expect(rows.filter({ hasText: 'alpha' }).getByRole('link').first()).toBeFocused()
    await expect(rows).toHaveCount(1)
  })
}

test('single-key shortcuts are listed, ignored while a dialog is open, and can be switched off', async ({ desk }) => {
  const { gateId } = await makeWorseVersion(desk)
  const page = await desk.open('reviewer', `/gates/${gateId}`)
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toContainText('Approve')
  await page.keyboard.press('a')
  await expect(page.getByRole('dialog', { name: 'Approve' })).toBeHidden()
  await tabTo(page, sheet.getByRole('switch', { name: 'Single-key shortcuts' }))
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.keyboard.press('a')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or jump' })
  await expect(palette).toBeVisible()
  await page.keyboard.type('chains')
  const chains = palette.getByRole('option', { name: /^Chains/ })
  await expect(chains).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Chains', level: 1 })).toBeVisible()
})

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${target} cannot be reached by Tab`)
}

test('text typed before the palette has loaded goes into it, and triggers no page shortcut', async ({ desk }) => {
  const run = await sendRun(desk)
  const page = await desk.open('reviewer', `/runs/${run.runId}`)
  const release = await holdLazyScripts(page)
  await untilListening(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('aaron')
  await page.keyboard.press('Backspace')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  release()
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('aaro')
  await expect(page.getByRole('region', { name: 'Your verdict' })).toContainText('No one has reviewed this run yet')
})

test('keys pressed while a dialog loads go into it, and Escape gives them back to the page', async ({ desk }) => {
  const run = await sendRun(desk)
  const page = await desk.open('reviewer', `/runs/${run.runId}`)
  const verdict = page.getByRole('region', { name: 'Your verdict' })
  const release = await holdLazyScripts(page)
  await untilListening(page)
  await page.keyboard.press('r')
  await page.keyboard.press('Escape')
  await page.keyboard.press('r')
  await page.keyboard.type('a late answer')
  await page.keyboard.press('Control+Enter')
  await expect(verdict).toContainText('No one has reviewed this run yet')
  release()
  await expect(verdict).toContainText('Rejected by Rita Reviewer')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const { signals } = await desk.send(getRun, { runId: run.runId })
  expect(signals).toContainEqual(expect.objectContaining({ evaluator: 'human', value: 0, comment: 'a late answer' }))
})

test('what is typed while the field of the search or of a comment loads goes into it', async ({ desk }) => {
  const run = await sendRun(desk, runBody({ nodes: [{ id: 'fetch', name: 'fetch', output: 'rows' }] }))
  const page = await desk.open('reviewer', `/runs/${run.runId}`)
  const releaseSearch = await holdLazyScripts(page)
  await untilListening(page)
  await page.keyboard.press('/')
  await page.keyboard.type('rows')
  releaseSearch()
  await expect(page.getByRole('textbox', { name: 'Find in this run' })).toHaveValue('rows')
  const releaseComment = await holdLazyScripts(page)
  await untilListening(page)
  await page.keyboard.press('c')
  await page.keyboard.type('rather odd')
  releaseComment()
  const comment = page.getByRole('combobox', { name: 'Comment' })
  await expect(comment).toHaveValue('rather odd')
  await page.getByRole('heading', { level: 1 }).click()
  await expect(comment).not.toBeFocused()
  await page.keyboard.press('c')
  await page.keyboard.type('!')
  await expect(comment).toHaveValue('rather odd!')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Your verdict' })).toContainText('No one has reviewed this run yet')
})

test('one of three hundred people is chosen by typing, and comes before the others the next time', async ({
  desk,
  people,
}) => {
  await changeRows(
    `WITH named AS (
      INSERT INTO "user" (id, name, email, created_at) SELECT gen_random_uuid(), 'Person ' || n, $1 || '-' || n || '@example.test', now()
      FROM generate_series(1, 300) n RETURNING id)
    INSERT INTO membership (project_id, user_id, role, created_at) SELECT p.id, named.id, 'reviewer', now() FROM project p, named WHERE p.slug = $1`,
    [desk.slug],
  )
  const error = { message: 'The disk is full' }
  await sendRuns(desk, [runBody({ status: 'failed', nodes: [{ id: 'fetch', status: 'failed', error }] })])
  const page = await desk.open('reviewer', '/failures')
  await page.keyboard.press('j')
  await page.keyboard.press('u')
  const dialog = page.getByRole('dialog', { name: 'Assign 1 kind of failure' })
  const owner = dialog.getByRole('combobox', { name: 'Owner' })
  const options = page.getByRole('option')
  await expect(page.getByRole('combobox', { name: 'Find a person' })).toBeFocused()
  await expect(options).toHaveCount(50)
  await expect(options.first()).toContainText(`${people.reviewer.name}you`)
  await expect(options.nth(1)).toHaveText(/^Unassigned/)
  await expect(page.getByText('254 more: type to find them.')).toBeVisible()
  await expectNoFaults(page, 'choosing a person')

  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(owner).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('nobody of this name')
  await expect(page.getByText('No matches.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Find a person' }).fill(`${desk.slug}-27 pérson`)
  await expect(options).toHaveText([/^Person 27[^0-9]/, /^Person 270/, ...Array(9).fill(/^Person 27/)])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(owner).toHaveText('Person 270')
  await expect(owner).toBeFocused()
  await tabTo(page, dialog.getByRole('button', { name: 'Assign' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 kind of failure assigned')).toBeVisible()

  await page.reload()
  await untilListening(page)
  await page.keyboard.press('j')
  await page.keyboard.press('u')
  await expect(owner).toHaveText('Person 270')
  await expect(options.nth(2)).toHaveText(/^Person 270/)
})

/** Reloads the page without the scripts that its markup does not name, until the returned function is called. */
async function holdLazyScripts(page: Page): Promise<() => void> {
  const markup = await (await page.request.get(page.url())).text()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/_next/static/chunks/**', async (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
    if (!markup.includes(name)) await held
    await route.continue()
  })
  // A held script that is requested early would keep the page from being loaded.
  await page.reload({ waitUntil: 'domcontentloaded' })
  return release
}

test('the palette leads to the settings and the account by the words people type, as far as the role may', async ({
  desk,
}) => {
  const expectFound = async (page: Page, typed: string, name: RegExp, isFound = true) => {
    await page.getByRole('dialog').getByRole('combobox').fill(typed)
    await expect(page.getByRole('option', { name })).toHaveCount(isFound ? 1 : 0)
  }
  const admin = await desk.open('admin', '')
  await admin.keyboard.press('Control+k')
  for (const [typed, name] of [
    ['invite', /^Invite a person$/],
    ['team', /^Members$/],
    ['api key', /^API keys$/],
    ['webh', /^Webhooks$/],
    ['settings rules', /^Configuration$/],
    ['profile', /^Your account$/],
    ['log out', /^Sign out$/],
    ['dark', /theme$/],
    ['new project', /^New project$/],
    ['rubric', /^Change the rubric$/],
  ] as const)
    await expectFound(admin, typed, name)
  const found = await sendRuns(desk, [runBody({ id: `members of ${desk.slug}` })])
  expect(found).toHaveLength(1)
  await admin.getByRole('dialog').getByRole('combobox').fill('members')
  await expect(admin.getByRole('option', { name: `members of ${desk.slug}` })).toBeVisible()
  await expect(admin.getByRole('option').first()).toHaveText('Members')
  await admin.getByRole('dialog').getByRole('combobox').fill('team members')
  await admin.getByRole('option', { name: /^Members$/ }).click()
  await expect(admin.getByRole('table', { name: 'Members' })).toBeVisible()

  const viewer = await desk.open('viewer', '')
  await viewer.keyboard.press('Control+k')
  await expectFound(viewer, 'members', /^Members$/)
  await expectFound(viewer, 'invite', /^Invite a person$/, false)
  await expectFound(viewer, 'api key', /^API keys$/, false)
})
