import { addComment } from '@/lib/contracts/comments'
import { keepScenario } from '@/lib/contracts/kept-scenarios'
import { reviewRun } from '@/lib/contracts/reviews'
import { putSignInDomain } from '@/lib/contracts/sign-in-domains'
import { listThinkingTemplates, putThinkingTemplate } from '@/lib/contracts/thinking/templates'
import { createView } from '@/lib/contracts/views'
import { PHONE } from '../axe'
import { expect, test } from '../fixtures'
import { inviteByMail } from '../invitations'
import { runBody, sendRuns } from '../runs'
import { untilListening } from '../windows'

test('a dialog or the palette that a key opened on a row gives the place in the list back when it closes', async ({
  desk,
}) => {
  const failed = (name: string) => ({ id: name, name, status: 'failed' as const, error: `${name} is out of order` })
  await sendRuns(
    desk,
    ['fetch', 'store', 'look'].map((name) => runBody({ status: 'failed', nodes: [failed(name)] })),
  )
  const page = await desk.open('reviewer', '/failures')
  const rows = page.locator('tr[data-row]')
  await expect(rows).toHaveCount(3)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  const place = rows.nth(1).getByRole('link').first()
  await expect(place).toBeFocused()
  for (const [key, title] of [
    ['a', 'Archive 1 kind of failure'],
    ['u', 'Assign 1 kind of failure'],
    ['ControlOrMeta+k', 'Search or jump'],
    ['r', 'Resolve 1 kind of failure'],
  ] as const) {
    const dialog = page.getByRole('dialog', { name: title })
    await page.keyboard.press(key)
    await expect(dialog).toBeVisible()
    if (key === 'u') {
      // Closes the list of people, which opens with the dialog.
      await expect(page.getByRole('combobox', { name: 'Find a person' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('combobox', { name: 'Find a person' })).toBeHidden()
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(place).toBeFocused()
  }
})

test('what an action removes hands the focus on, so that the keyboard goes on from there', async ({ desk }) => {
  for (const domain of ['one.example', 'two.example', 'three.example'])
    await desk.as('admin')(putSignInDomain, { domain, role: 'viewer' })
  const page = await desk.open('admin', '/settings/members')
  const domains = page.getByRole('region', { name: 'Sign-in by domain' })
  const buttonOf = (domain: string) => domains.getByRole('button', { name: `Remove ${domain}` })
  const remove = async (domain: string) => {
    await buttonOf(domain).press('Enter')
    await expect(page.getByRole('dialog', { name: `Remove ${domain}?` })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(buttonOf(domain)).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  const [first = '', second = '', last = ''] = await domains
    .getByRole('button', { name: /^Remove / })
    .evaluateAll((all) => all.map((button) => button.getAttribute('aria-label')?.replace('Remove ', '') ?? ''))
  await remove(first)
  await expect(buttonOf(second)).toBeFocused()
  await remove(last)
  await expect(buttonOf(second)).toBeFocused()
  await remove(second)
  await expect(domains.getByRole('heading')).toBeFocused()
  const runs = await desk.open('admin', '/runs?status=failed')
  const clear = runs.getByRole('button', { name: 'Clear filters' })
  await clear.first().press('Enter')
  await expect(clear).toHaveCount(0)
  await expect(runs.locator('body')).not.toBeFocused()
})

test('a filter, tag, view, comment, scenario or template that is removed leaves the keyboard beside its place', async ({
  desk,
}) => {
  const tags = ['alpha', 'beta']
  const [first, second] = await sendRuns(desk, [runBody({ tags }), runBody({ request: 'And this?' })])
  const admin = desk.as('admin')
  for (const name of ['One', 'Two'])
    await admin(createView, { screen: 'runs', name, scope: 'own', query: `tag=${name}` })
  for (const body of ['first', 'second']) await admin(addComment, { runId: first?.runId ?? '', body })
  for (const run of [first, second]) {
    await admin(reviewRun, { runId: run?.runId ?? '', verdict: 'approve' })
    await admin(keepScenario, { runId: run?.runId ?? '' })
  }
  const { templates } = await admin(listThinkingTemplates, {})
  const [builtIn] = templates
  if (builtIn) await admin(putThinkingTemplate, { name: 'house', template: builtIn.template })

  const page = await desk.open('admin', `/runs?kind=live&tag=alpha`)
  const press = async (name: string | RegExp, count = 0) => {
    const buttons = page.getByRole('button', { name })
    await buttons.first().press('Enter')
    await expect(buttons).toHaveCount(count)
  }
  const focused = page.locator(':focus')
  await test.step('filters', async () => {
    await press('Remove Kind: Live')
    await expect(focused).toHaveAccessibleName(/^(Remove Tag|Clear filters)/)
    await press(/^Remove Tag/)
    await expect(focused).toHaveRole('main')
  })
  await test.step('tags', async () => {
    await page.goto(`/p/${desk.slug}/runs?peek=${first?.runId}`)
    await untilListening(page)
    await press('Remove the tag alpha')
    await expect(focused).toHaveAccessibleName(/^(Remove the tag beta|Add a tag)$/)
    await press('Remove the tag beta')
    await expect(focused).toHaveAccessibleName('Add a tag')
  })
  await test.step('views', async () => {
    await page.goto(`/p/${desk.slug}/runs`)
    await untilListening(page)
    await page.getByRole('button', { name: 'Views' }).press('Enter')
    await press('Remove the view One')
    await expect(focused).toHaveAccessibleName('Two')
    await press('Remove the view Two')
    await expect(focused).toHaveRole('dialog')
  })
  await test.step('comments, and the form of one', async () => {
    await page.goto(`/p/${desk.slug}/runs/${first?.runId}`)
    await untilListening(page)
    const about = page.getByRole('region', { name: 'About the whole run' })
    await press('Take this comment down', 1)
    await expect(focused).toHaveAccessibleName('Resolve')
    await press('Take this comment down')
    await expect(about).toBeFocused()
    for (const [typed, key] of [
      ['', 'Escape'],
      ['third', 'ControlOrMeta+Enter'],
    ] as const) {
      await press('Comment on the whole run')
      await expect(focused).toHaveAccessibleName('Comment')
      await page.keyboard.type(typed)
      await page.keyboard.press(key)
      await expect(about).toBeFocused()
    }
  })
  await test.step('scenarios', async () => {
    await page.goto(`/p/${desk.slug}/chains/answers`)
    await untilListening(page)
    await press(/^Retire /, 1)
    await expect(focused).toHaveText(/a run of/)
    await press(/^Retire /)
    await expect(page.getByRole('heading', { name: 'Kept scenarios' })).toBeFocused()
  })
  await test.step('templates', async () => {
    await page.goto(`/p/${desk.slug}/settings/templates`)
    await untilListening(page)
    await page.getByRole('button', { name: 'Delete house' }).press('Enter')
    await expect(page.getByRole('dialog', { name: 'Delete house?' })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('button', { name: 'Delete house' })).toHaveCount(0)
    await expect(focused).toHaveAccessibleName(/^Steps of/)
  })
})

test('the form of a version, which is loaded when its dialog opens, has the focus in its first field', async ({
  desk,
}) => {
  await sendRuns(desk, [runBody()])
  const page = await desk.open('admin', '/chains/answers')
  await page.getByRole('button', { name: 'Publish a version' }).press('Enter')
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Version', exact: true })).toBeFocused()
})

test('a confirmation that is refused says why in its dialog, and nothing of it is left the next time', async ({
  desk,
  people,
}) => {
  const page = await desk.open('admin', '/settings/members')
  const own = page.getByRole('button', { name: `Remove ${people.admin.name}` })
  await own.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(dialog.getByRole('alert')).toContainText('admin')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await own.click()
  await expect(dialog.getByRole('heading', { name: 'Leave this project?' })).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
})

test('on a phone, the tables of the settings are no wider than the page', async ({ desk, visit }) => {
  await inviteByMail(desk.as('admin'), `somebody.with.a.long.name.${desk.slug}@example.test`, 'viewer', desk.name)
  for (const [path, tables] of [
    ['/settings/keys', ['API keys']],
    ['/settings/members', ['Members', 'Invited people']],
  ] as const) {
    const page = await visit('admin', `/p/${desk.slug}${path}`, { viewport: PHONE })
    for (const name of tables) {
      const table = page.getByRole('table', { name, exact: true }).locator('..')
      await expect.poll(() => table.evaluate((place) => place.scrollWidth - place.clientWidth)).toBe(0)
    }
  }
})
