import { randomUUID } from 'node:crypto'
import { changeRows } from '../database'
import { expect, test } from '../fixtures'

/** Makes a person the admin of this many projects, "Team 1" and so on, whose addresses begin alike; returns that beginning. */
async function addProjects(email: string, count: number): Promise<string> {
  const start = `team-${randomUUID().slice(0, 8)}`
  await changeRows(
    `WITH made AS (
       INSERT INTO project (id, slug, name)
       SELECT gen_random_uuid(), $2 || '-' || i, 'Team ' || i FROM generate_series(1, $3::int) i RETURNING id
     ) INSERT INTO membership (project_id, user_id, role) SELECT made.id, u.id, 'admin' FROM made, "user" u WHERE u.email = $1`,
    [email, start, count],
  )
  return start
}

test('a person with few projects has them at once, one with many finds them on the server', async ({
  desk,
  people,
}) => {
  // Whoever looks at the desks of earlier journeys has more than a few.
  await changeRows(
    `DELETE FROM membership WHERE user_id = (SELECT id FROM "user" WHERE email = $1)
       AND project_id <> (SELECT id FROM project WHERE slug = $2)`,
    [people.viewer.email, desk.slug],
  )
  const page = await desk.open('viewer')
  const trigger = page.getByRole('button', { name: /Switch project/ })
  await trigger.focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: desk.name })).toBeFocused()
  await page.keyboard.press('Escape')

  const start = await addProjects(people.viewer.email, 120)
  await page.reload()
  expect((await page.content()).split(start).length).toBeLessThan(20)
  await trigger.click()
  const list = page.getByRole('dialog', { name: 'Switch project' })
  await expect(list.getByText('There are more: type to find them.')).toBeVisible()
  await expect(list.getByRole('option').first()).toContainText(desk.name)
  await list.getByRole('combobox').fill(`${start} 119`)
  await expect(list.getByRole('option')).toHaveText([`Team 119${start}-119`])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/p/${start}-119`)
  await expect(page.getByRole('button', { name: 'Project Team 119. Switch project' })).toBeVisible()

  await trigger.click()
  await expect(list.getByRole('option').nth(1)).toContainText(desk.name)
  await list.getByRole('combobox').fill('nothing of this name')
  await expect(list.getByText('No matches.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(trigger).toBeFocused()

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump' }).fill('team 118')
  await page.getByRole('option', { name: 'Team 118', exact: true }).click()
  await expect(page).toHaveURL(`/p/${start}-118`)

  // An address typed without a project is that of the one visited last.
  await page.goto('/runs?text=refund')
  await expect(page).toHaveURL(`/p/${start}-118/runs?text=refund`)
})

test('a list of projects that cannot be loaded says so, and is tried again', async ({ desk, people }) => {
  await addProjects(people.viewer.email, 10)
  const page = await desk.open('viewer')
  await page.route(/\/api\/v1\/projects\?/, (route) => route.fulfill({ status: 403, json: {} }))
  await page.getByRole('button', { name: /Switch project/ }).click()
  const list = page.getByRole('dialog', { name: 'Switch project' })
  await expect(list.getByText('They could not be loaded.')).toBeVisible()
  await page.unroute(/\/api\/v1\/projects\?/)
  await list.getByRole('button', { name: 'Try again' }).click()
  await expect(list.getByRole('option').first()).toBeVisible()
})
