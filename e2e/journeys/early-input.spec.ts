import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures'
import { makeQueue, openRun, verdict } from '../review'
import { runBody, sendRun, sendRuns } from '../runs'
import { holdAnswers, holdPages, holdScript, untilListening } from '../windows'

for (const how of ['a button', 'a shortcut'] as const)
  test(`${how} pressed while its part of the page is loading does its work once, when that has loaded`, async ({
    desk,
    visit,
  }) => {
    const run = await sendRun(desk)
    const page = await visit('reviewer', '/signin')
    const { release } = await holdScript(page, 'Reject; 1 to 5 choose the reason')
    const opened = page.goto(`/p/${desk.slug}/runs/${run.runId}`)
    const verdict = page.getByRole('region', { name: 'Your verdict' })
    const approve = verdict.getByRole('button', { name: 'Approve' })
    await expect(approve).toBeVisible()
    if (how === 'a button') await approve.click()
    else await page.keyboard.press('a')
    release()
    await opened
    await expect(verdict).toContainText('Approved by Rita Reviewer')
    if (how === 'a button') await page.getByRole('button', { name: 'Take back' }).click()
    else await page.keyboard.press('u')
    await expect(verdict).toContainText('No one has reviewed this run yet.')
  })

test('a verdict whose key is pressed twice is sent once', async ({ desk }) => {
  const run = await sendRun(desk)
  const page = await desk.open('reviewer', `/runs/${run.runId}`)
  await untilListening(page)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/reviews')) sent.push(request.url())
  })
  const press = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', code: 'KeyA', cancelable: true }))
  await page.evaluate(`(${press})(); (${press})()`)
  const verdict = page.getByRole('region', { name: 'Your verdict' })
  await expect(verdict).toContainText('Approved by Rita Reviewer')
  await expect(verdict.getByRole('button', { name: 'Take back' })).not.toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('a')
  await page.keyboard.press('u')
  // The run itself may tell of that before the answer to it is there.
  await expect(verdict).toContainText('No one has reviewed this run yet.')
  await expect(verdict.getByRole('button', { name: 'Approve' })).toBeEnabled()
  await page.keyboard.press('a')
  await expect(verdict).toContainText('Approved by Rita Reviewer')
  expect(sent.map((url) => url.replace(/.*reviews/, '').replace(/\?.*/, ''))).toEqual([
    '',
    expect.stringMatching(/undo$/),
    '',
  ])
})

test('two keys pressed before the page takes them go where they lead', async ({ desk, visit }) => {
  const page = await visit('viewer', '/signin')
  const { release } = await holdScript(page, 'Show these shortcuts')
  const opened = page.goto(`/p/${desk.slug}/runs`)
  await expect(page.getByRole('heading', { name: 'Runs', level: 1 })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  release()
  await opened
  await expect(page.getByRole('heading', { name: 'Chains', level: 1 })).toBeVisible()
})

test('a key that begins a sequence is heard once, also by a page that has just taken over', async ({ desk, visit }) => {
  const page = await visit('viewer', '/signin')
  await page.clock.install()
  await page.goto(`/p/${desk.slug}/runs`)
  const heard = () => page.evaluate(() => Reflect.get(window, 'heard'))
  await page.evaluate(() => {
    const keys: string[] = []
    Object.assign(window, { heard: keys })
    document.addEventListener('keydown', ({ key }) => keys.push(key))
  })
  await page.keyboard.press('g')
  await page.clock.runFor(100)
  expect(await heard()).toEqual(['g'])
  await page.keyboard.press('c')
  await expect(page.getByRole('heading', { name: 'Chains', level: 1 })).toBeVisible()
})

test('a page that is long in coming after a link or a shortcut says that it loads', async ({ desk }) => {
  const page = await desk.open('viewer', '/runs')
  const pages = await holdPages(page)
  const progress = page.getByRole('status').filter({ hasText: 'Loading the page' })
  const waitFor = async (name: string) => {
    await expect(progress).toBeVisible()
    pages.release()
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(progress).toHaveCount(0)
    pages.hold()
  }
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Failures' }).click()
  await waitFor('Failures')
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await waitFor('Chains')
})

test('the field of a picker takes the focus, though its code comes after the popover is open', async ({
  desk,
  visit,
}) => {
  const error = { message: 'The disk is full' }
  await sendRuns(desk, [runBody({ status: 'failed', nodes: [{ id: 'fetch', status: 'failed', error }] })])
  const page = await visit('reviewer', '/signin')
  const { release } = await holdScript(page, 'type to find them')
  await page.goto(`/p/${desk.slug}/failures`)
  await untilListening(page)
  await page.keyboard.press('j')
  await expect(page.locator('[data-row="0"]:focus-within')).toBeVisible()
  await page.keyboard.press('u')
  await expect(page.getByRole('dialog', { name: 'Person' })).toBeFocused()
  release()
  await expect(page.getByRole('combobox', { name: 'Find a person' })).toBeFocused()
})

test('a part of a page whose code cannot be loaded says so, and comes when it is tried again', async ({
  desk,
  visit,
}) => {
  await sendRuns(desk, [runBody()])
  const page = await visit('reviewer', '/signin')
  const scripts = '**/_next/static/chunks/**'
  await page.route(scripts, async (route) => {
    const script = await (await route.fetch()).text()
    const isLate = script.includes('recharts-surface') || script.includes('Find a run, gate, chain, failure or page')
    await (isLate ? route.abort() : route.continue())
  })
  await page.goto(`/p/${desk.slug}`)
  const quality = page.getByRole('region', { name: 'Quality over time' })
  await expect(quality.getByRole('alert')).toContainText('This chart could not be loaded.')
  await untilListening(page)
  await page.keyboard.press('Control+k')
  const message = page.getByRole('listitem').filter({ hasText: 'A part of this page could not be loaded.' })
  await expect(message).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await quality.getByRole('button', { name: 'Try again' }).click()
  await expect(quality.getByRole('alert')).toHaveCount(0)
  await expect(quality.locator('.recharts-surface').first()).toBeVisible()
  await message.getByRole('button', { name: 'Try again' }).click()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a part that joins a page says in its place that its code cannot be loaded, and comes when it is tried again', async ({
  desk,
}) => {
  await sendRuns(desk, [runBody({ costUsd: 0.01 })])
  const page = await desk.open('reviewer', '/runs')
  const scripts = '**/_next/static/chunks/**'
  await page.route(scripts, async (route) => {
    const script = await (await route.fetch()).text()
    await (script.includes('Add up by') ? route.abort() : route.continue())
  })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'A part of this page could not be loaded.' })
  await expect(notice).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  // A part that the arrival of data mounts anew tries again by itself.
  await expect(
    page.getByRole('region', { name: 'Quality over time' }).locator('.recharts-surface').first(),
  ).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'Cost and tokens', exact: true })).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('what is typed while the one before it is being saved stays', async ({ desk }) => {
  const page = await desk.open('admin', '/settings/members')
  const domains = page.getByRole('region', { name: 'Sign-in by domain' })
  const domain = domains.getByRole('textbox', { name: 'Domain' })
  const added = await holdAnswers(page, '**/api/v1/sign-in-domains*')
  await domain.fill('one.example')
  await domain.press('Enter')
  await domain.fill('two.exam')
  added.release()
  await expect(domains.getByRole('listitem')).toContainText('one.example')
  await expect(domains.getByRole('button', { name: 'Add domain' })).not.toHaveAttribute('aria-busy')
  await expect(domain).toHaveValue('two.exam')

  await page.goto(`/p/${desk.slug}/runs`)
  await untilListening(page)
  await page.getByRole('button', { name: 'Views' }).click()
  const views = page.getByRole('dialog', { name: 'Saved views' })
  const name = views.getByLabel('Keep what is shown as')
  const saved = await holdAnswers(page, '**/api/v1/views*')
  await name.fill('First')
  await name.press('Enter')
  await name.fill('Secon')
  saved.release()
  await expect(page.getByText('Saved as First')).toBeVisible()
  await expect(name).toHaveValue('Secon')
})

for (const order of ['before', 'after'] as const)
  test(`verdicts given faster than runs are claimed go on to the next one, also claimed ${order} them`, async ({
    desk,
  }) => {
    await makeQueue(desk, 4)
    const page = await desk.open('reviewer', '/review')
    // Once it has claimed its first run, it takes keys.
    await expect(page).toHaveURL(/run=/)
    const first = (await openRun(page).textContent()) ?? ''
    const claims = await holdBack(page, '**/api/v1/review/next*', order === 'after' ? 'requests' : 'answers')
    const verdicts = await holdBack(page, '**/api/v1/review/runs/*/verdict*')
    const approve = async () => {
      await page.keyboard.press('3')
      await page.keyboard.press('a')
    }
    await approve()
    await verdicts.letOne()
    await expect(openRun(page)).not.toHaveText(first)
    const second = (await openRun(page).textContent()) ?? ''
    await claims.untilHeld()
    // Its verdict is sent before the answer to that claim is there, and answered after that.
    await approve()
    await verdicts.untilHeld()
    const claimed = page.waitForResponse('**/api/v1/review/next*')
    await claims.letOne()
    await (await claimed).finished()
    await verdicts.letOne()
    // While nothing more is claimed.
    await expect(openRun(page)).not.toHaveText(second)
    await expect(verdict(page)).toContainText(`Approved ${second}`)
    await expect(page.getByText('does not wait for you')).toHaveCount(0)
  })

test('while a verdict is sent, no other key acts on its run or opens a dialog', async ({ desk }) => {
  await makeQueue(desk, 3)
  const page = await desk.open('reviewer', '/review')
  await expect(page).toHaveURL(/run=/)
  const first = (await openRun(page).textContent()) ?? ''
  const verdicts = await holdBack(page, '**/api/v1/review/runs/*/verdict*')
  const others: string[] = []
  page.on('request', (request) => {
    if (/\/(?:skip|move)\?/.test(request.url())) others.push(request.url())
  })
  await page.keyboard.press('3')
  await page.keyboard.press('a')
  await verdicts.untilHeld()
  for (const key of ['s', 'b', 'o', 'h', 'i', 't', 'r', '?']) await page.keyboard.press(key)
  // A dialog of the verdict would have kept this one from opening.
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await verdicts.letOne()
  await expect(verdict(page)).toContainText(`Approved ${first}`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('2 of 3', { exact: true })).toBeVisible()
  expect(others).toEqual([])
})

/** Holds back matching requests, or the answers to them, until each is let through. */
async function holdBack(page: Page, url: string, what: 'requests' | 'answers' = 'answers') {
  const held: (() => Promise<void>)[] = []
  await page.route(url, async (route) => {
    const response = what === 'answers' ? await route.fetch() : null
    held.push(() => (response ? route.fulfill({ response }) : route.continue()))
  })
  const untilHeld = () => expect.poll(() => held.length).toBeGreaterThan(0)
  return {
    untilHeld,
    async letOne() {
      await untilHeld()
      await held.shift()?.()
    },
  }
}
