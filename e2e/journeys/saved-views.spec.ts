import { listViews } from '@/lib/contracts/views'
import { expectNoFaults, expectToFitPhone } from '../axe'
import { expect, test } from '../fixtures'
import { runBody, sendRuns } from '../runs'
import { untilListening } from '../windows'

test('a shared view is opened by another person, changed, renamed, removed and had back by its owner', async ({
  desk,
}) => {
  await sendRuns(desk, [runBody({ id: 'good' }), runBody({ id: 'bad', status: 'failed' })])
  const page = await desk.open('reviewer', '/runs?status=failed')
  const views = page.getByRole('dialog', { name: 'Saved views' })
  const stored = async () =>
    (await desk.as('reviewer')(listViews, { screen: 'runs' })).views.map(({ name, scope, query }) => ({
      name,
      scope,
      status: new URLSearchParams(query).get('status'),
    }))
  await untilListening(page)

  await test.step('saved: shared, then one that is not', async () => {
    await page.getByRole('button', { name: 'Views' }).click()
    const name = views.getByLabel('Keep what is shown as')
    await name.fill('Failed ones')
    await views.getByText('Share it with the project').click()
    await views.getByRole('button', { name: 'Save view' }).click()
    await expect(views.getByRole('link', { name: 'Failed ones' })).toBeVisible()
    await name.fill('Only mine')
    await views.getByRole('button', { name: 'Save view' }).click()
    await expect(views.getByRole('link', { name: 'Only mine' })).toBeVisible()
    expect(await stored()).toEqual([
      { name: 'Failed ones', scope: 'shared', status: 'failed' },
      { name: 'Only mine', scope: 'own', status: 'failed' },
    ])
    await views.getByRole('button', { name: 'Remove the view Only mine' }).click()
    await expect(views.getByRole('link', { name: 'Only mine' })).toHaveCount(0)
  })

  await test.step('others open it and cannot change it', async () => {
    const theirs = await desk.open('viewer', '/runs')
    await theirs.getByRole('button', { name: 'Views' }).click()
    await expect(theirs.getByRole('button', { name: /^(Rename|Remove) the view/ })).toHaveCount(0)
    await theirs.getByRole('link', { name: /Failed ones/ }).click()
    await expect(theirs.locator('tr[data-row]')).toHaveCount(1)
    await expect(theirs.getByRole('button', { name: 'Failed ones' })).toBeVisible()
  })

  await test.step('its owner changes what it shows, and its name', async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page.locator('tr[data-row]')).toHaveCount(2)
    await page.getByRole('button', { name: 'Views' }).click()
    await expect(views).toContainText('You changed Failed ones')
    await expectNoFaults(page, 'a changed view')
    await expectToFitPhone(page, 'a changed view')
    await views.getByRole('button', { name: 'Update the view Failed ones' }).click()
    await expect(views).not.toContainText('You changed')
    await views.getByRole('button', { name: 'Rename the view Failed ones' }).click()
    const name = views.getByRole('textbox', { name: 'New name of Failed ones' })
    await expect(name).toBeFocused()
    await name.fill('All of them')
    await page.keyboard.press('Enter')
    await expect(views.getByRole('link', { name: 'All of them' })).toBeVisible()
    expect(await stored()).toEqual([{ name: 'All of them', scope: 'shared', status: null }])
  })

  await test.step('and has it back after removing it', async () => {
    await views.getByRole('button', { name: 'Open the list with All of them' }).click()
    await expect(views.getByRole('button', { name: 'Do not open the list with All of them' })).toBeVisible()
    await views.getByRole('button', { name: 'Remove the view All of them' }).click()
    await expect(views.getByRole('link', { name: 'All of them' })).toHaveCount(0)
    const removed = page.getByRole('listitem').filter({ hasText: 'Removed All of them' })
    await removed.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(stored).toEqual([{ name: 'All of them', scope: 'shared', status: null }])
    const [view] = (await desk.as('reviewer')(listViews, { screen: 'runs' })).views
    expect(view).toMatchObject({ isDefault: true })
  })
})
