import { addDeadLetter } from '@/lib/contracts/dead-letters'
import { createKey } from '@/lib/contracts/projects'
import { createView } from '@/lib/contracts/views'
import { changeRows } from '../database'
import { expect, test } from '../fixtures'
import { makeWorseVersion, runBody, sendRun, sendRuns } from '../runs'

const numbered = (count: number) => Array.from({ length: count }, (_, place) => String(place).padStart(4, '0'))

test('a tag and a version behind the first that a filter lists are found by a part of their names', async ({
  desk,
}) => {
  const numbers = numbered(210)
  await sendRuns(desk, [
    ...Array.from({ length: 5 }, (_, run) =>
      runBody({ id: `tagged ${run}`, tags: numbers.slice(run * 42, run * 42 + 42).map((number) => `case ${number}`) }),
    ),
    ...numbered(60).map((number) => runBody({ id: `version ${number}`, version: `v${number}` })),
  ])
  const page = await desk.open('viewer', '/runs')
  const rows = page.locator('tr[data-row]')
  await page.getByRole('button', { name: 'Tag', exact: true }).click()
  await page.getByLabel('Find in tag').fill('0209')
  await page.getByRole('checkbox', { name: 'case 0209' }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('tagged 4')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: 'Chain', exact: true }).click()
  await page.getByLabel('Find in version').fill('0001')
  await page.getByRole('checkbox', { name: 'v0001' }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('version 0001')
})

test('an operation behind the first that the filter of dead letters lists is chosen by its whole name', async ({
  desk,
}) => {
  await desk.send(addDeadLetter, { operation: 'zz:last', error: 'exit 1', category: 'PERMANENT' })
  await changeRows(
    `INSERT INTO dead_letter (project_id, id, operation, args, error, category)
     SELECT id, gen_random_uuid(), 'tool:' || n, '{}', 'exit 1', 'PERMANENT' FROM project, generate_series(1, 210) n WHERE slug = $1`,
    [desk.slug],
  )
  const page = await desk.open('viewer', '/dead-letters')
  await page.getByRole('button', { name: 'Operation', exact: true }).click()
  await expect(page.getByText('More than these: type the whole name.')).toBeVisible()
  await page.getByLabel('Find in operation').fill('zz:last')
  await page.getByRole('checkbox', { name: 'zz:last' }).click()
  await expect(page.getByRole('table', { name: 'Dead letters' }).locator('tbody').getByRole('row')).toHaveCount(1)
})

test('a key among many is found by its name, and a saved view by its name', async ({ desk }) => {
  const asAdmin = desk.as('admin')
  for (const number of numbered(9)) {
    await asAdmin(createKey, { name: `Key ${number}` })
    await asAdmin(createView, { screen: 'runs', name: `View ${number}`, query: `text=${number}` })
  }
  const page = await desk.open('admin', '/settings/keys')
  await page.getByLabel('Search keys').fill('0007')
  await expect(page.getByText('1 of 10 match.')).toBeVisible()
  const keys = page.getByRole('table', { name: 'API keys' }).locator('tbody').getByRole('row')
  await expect(keys).toHaveCount(1)
  await expect(keys).toContainText('Key 0007')
  const list = await desk.open('admin', '/runs')
  await list.getByRole('button', { name: 'Views' }).click()
  const views = list.getByRole('dialog', { name: 'Saved views' })
  await views.getByLabel('Find a view').fill('0003')
  await expect(views.getByRole('link')).toHaveText(['View 0003'])
  await views.getByLabel('Find a view').fill('zebra')
  await expect(views.getByText('No views match.')).toBeVisible()
})

test('what a rejection does stays in sight in a low window, while its reason is written', async ({ desk }) => {
  const { gateId } = await makeWorseVersion(desk)
  const page = await desk.open('reviewer', `/gates/${gateId}`)
  await page.setViewportSize({ width: 740, height: 360 })
  await page.getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject' })
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await expect(dialog.getByText('1.0.1 is rolled back')).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeInViewport({ ratio: 0.8 })
})

test('selected rows of a table are copied with a line for each', async ({ desk }) => {
  await sendRun(desk, runBody({ id: 'one' }))
  await sendRun(desk, runBody({ id: 'two' }))
  const page = await desk.open('viewer', '/runs')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const rows = page.locator('tr[data-row]')
  await expect(rows).toHaveCount(2)
  await rows.first().evaluate((row) => document.getSelection()?.selectAllChildren(row.parentElement ?? row))
  const copied = async () => {
    await page.keyboard.press('ControlOrMeta+c')
    return (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
  }
  // The part of the page that does it is loaded when the browser is idle.
  await expect.poll(async () => (await copied()).length).toBe(2)
  const lines = await copied()
  expect(lines[0]).toMatch(/two.*\t.*1\.0\.0\t/)
  expect(lines[1]).toMatch(/one.*\t.*1\.0\.0\t/)
})

test('a colleague behind the first that are offered is found by a part of the name, and mentioned', async ({
  desk,
}) => {
  await changeRows(
    `WITH person AS (
       INSERT INTO "user" (id, name, email, email_verified_at)
       SELECT gen_random_uuid(), 'Person ' || $1 || ' ' || n, $1 || '-' || n || '@example.test', now() FROM generate_series(1, 120) n RETURNING id)
     INSERT INTO membership (project_id, user_id, role) SELECT p.id, person.id, 'reviewer' FROM project p, person WHERE p.slug = $1`,
    [desk.slug],
  )
  const last = `Person ${desk.slug} 117`
  await sendRuns(desk, [runBody({ id: 'talk' })])
  const { gateId } = await makeWorseVersion(desk)
  const page = await desk.open('reviewer', `/gates/${gateId}`)
  await page.getByRole('button', { name: 'Assign' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign' })
  await dialog.getByRole('combobox').click()
  await expect(page.getByText(/^\d+ more: type to find them\.$/)).toBeVisible()
  await page.getByPlaceholder('Find a person').fill('117 person')
  await page.getByRole('option', { name: last }).click()
  await expect(dialog.getByRole('combobox')).toHaveText(last)
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await expect(page.getByRole('region', { name: 'People', exact: true })).toContainText(last)

  const list = await desk.open('reviewer', '/gates')
  await list.getByLabel('Search gates').fill('nothing like this')
  await expect(list.getByText('No gates match these filters')).toBeVisible()
  await list.getByLabel('Search gates').fill('worse answers')
  await expect(list.locator('[data-row]')).toHaveCount(1)

  const run = await desk.open('reviewer', '/runs/talk')
  await run
    .getByRole('button', { name: /^Comment on step/ })
    .first()
    .click()
  const comment = run.getByRole('combobox', { name: 'Comment' })
  await comment.pressSequentially(`Look, @person ${desk.slug} 117`)
  await run.getByRole('option', { name: last }).click()
  await comment.press('Control+Enter')
  await expect(run.getByText(`@${last}`)).toBeVisible()
})
