import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures'
import { makeQueue, openRun, verdict } from '../review'
import { makeWorseVersion, runBody, sendRun, sendRuns } from '../runs'
import { follow, untilListening } from '../windows'

/** Hears what the page's lasting region says; regions that arrive with their words are not spoken. */
const spoken = (page: Page) => page.locator('p.sr-only[aria-live="polite"]')

test('a verdict of the queue and a selection are spoken', async ({ desk, visit }) => {
  await sendRuns(desk, [runBody({ id: 'first', status: 'failed' }), runBody({ id: 'second', status: 'failed' })])
  const page = await visit('reviewer', `/p/${desk.slug}/review`)
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible()
  await untilListening(page)
  await page.getByRole('button', { name: 'Skip' }).press('Enter')
  await expect(spoken(page)).toHaveText(/^Skipped (first|second)\./)
  await page.goto(`/p/${desk.slug}/runs`)
  await page.getByRole('checkbox', { name: 'Select first' }).press('Space')
  await expect(spoken(page)).toHaveText('1 run selected')
  // Beside a list whose rows Space shows beside it.
  await page.getByRole('button', { name: 'Columns' }).press('Space')
  await expect(page.getByRole('menu')).toBeVisible()
})

test('after a run of the queue the next one is spoken with its place, and has the focus', async ({ desk }) => {
  await makeQueue(desk, 4)
  const page = await desk.open('reviewer', '/review')
  const heading = page.getByRole('main').locator('header h2')
  const nameOfOpen = async () => (await openRun(page).textContent()) ?? ''
  const expectNext = async (done: string, place: string) => {
    await expect(spoken(page)).toHaveText(new RegExp(`^${done}.* Next: queued-\\d, ${place}\\.$`))
    await expect(spoken(page)).toContainText(`Next: ${await nameOfOpen()}`)
    await expect(heading).toBeFocused()
    await expect(heading).toHaveCSS('outline-style', 'none')
  }
  const approve = () => verdict(page).getByRole('button', { name: 'Approve' })
  const approved = await nameOfOpen()
  await page.keyboard.press('4')
  await approve().press('Enter')
  await expectNext(`Approved ${approved}\\.`, '2 of 4')
  const skipped = await nameOfOpen()
  await page.keyboard.press('s')
  await expectNext(`Skipped ${skipped}\\.`, '2 of 4')
  const rejected = await nameOfOpen()
  await page.keyboard.press('2')
  await page.keyboard.press('r')
  await page.keyboard.press('1')
  await expect(verdict(page)).toContainText('Who is right?')
  await page.keyboard.press('a')
  await expectNext(`Rejected ${rejected}\\.`, '3 of 4')
  await page.keyboard.press('u')
  await expectNext('Verdict taken back\\.', '2 of 4')
  await expect(openRun(page)).toHaveText(rejected)
  // The keys of the verdict, and those of the page, work from there.
  await page.keyboard.press('h')
  const dialog = page.getByRole('dialog', { name: 'Hold this run' })
  await dialog.getByRole('button', { name: 'Tomorrow' }).click()
  await dialog.getByRole('button', { name: 'Hold', exact: true }).press('Enter')
  await expectNext(`Held ${rejected} until`, '2 of 3')
  for (const last of [false, true]) {
    await page.keyboard.press('4')
    await page.keyboard.press('a')
    if (!last) await expectNext('Approved queued-\\d\\.', '3 of 3')
  }
  await expect(page.getByText('All reviewed', { exact: true })).toBeVisible()
  await expect(spoken(page)).toHaveText(/^Approved queued-\d\..* All reviewed\.$/)
  await expect(page.getByRole('main')).toBeFocused()
})

test('steps are headings, rows are named, and numbers stand apart', async ({ desk, visit }) => {
  const { runIds } = await makeWorseVersion(desk)
  const page = await visit('reviewer', `/p/${desk.slug}/runs/${runIds[0]}`)
  await expect(page.getByRole('heading', { name: 'Transcript', level: 2 })).toBeAttached()
  await expect(page.getByRole('heading', { name: 'retrieve', level: 3 })).toBeAttached()
  await follow(page, `/p/${desk.slug}/runs`)
  await expect(page.getByRole('rowheader', { name: /^run-/ })).toHaveCount(6)
  await follow(page, `/p/${desk.slug}/chains/answers`)
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: '1.0.1' }) })
  await expect(row.getByRole('cell', { name: /^0\.70 \d/ })).toBeVisible()
  await follow(page, `/p/${desk.slug}/nothing-here`)
  await expect(page).toHaveTitle('Not found · Veritas')
  await follow(page, `/p/${desk.slug}/runs/${crypto.randomUUID()}`)
  await expect(page).toHaveTitle('Not found · Veritas')
})

test('a page that a link opens has the focus, its title is spoken, and going back finds the row', async ({ desk }) => {
  await sendRuns(desk, [runBody({ id: 'first' }), runBody({ id: 'second' })])
  const page = await desk.open('reviewer', '/runs')
  // Of Next: the title, or the first heading where the title comes after it.
  const title = page.locator('next-route-announcer').getByRole('alert')
  const main = page.getByRole('main')
  const row = page.getByRole('link', { name: 'first' })
  await row.press('Enter')
  await expect(main).toBeFocused()
  await expect(title).toHaveText(/^first( · Veritas)?$/)
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await expect(page.getByRole('heading', { name: 'Chains', level: 1 })).toBeVisible()
  await expect(main).toBeFocused()
  await expect(title).toHaveText(/^Chains( · Veritas)?$/)
  await page.keyboard.press('j')
  await expect(page.locator('[data-row="0"]:focus-within')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'first', level: 1 })).toBeVisible()
  await expect(main).toBeFocused()
  await page.goBack()
  await expect(row).toBeFocused()
  // What stays keeps the focus.
  const gates = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gates' })
  await gates.press('Enter')
  await expect(page.getByRole('heading', { name: 'Gates', level: 1 })).toBeVisible()
  await expect(gates).toBeFocused()
})

test('every page is named by its first heading', async ({ desk }) => {
  const page = await desk.open('admin', '/settings')
  for (const [path, name] of [
    ['', 'Project settings'],
    ['/members', 'Members'],
    ['/audit', 'Audit log'],
    ['/account', 'Your account'],
  ]) {
    await follow(page, `/p/${desk.slug}/settings${path}?heard`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? '')
  }
})

test('what a search leaves is spoken once, and so is that it leaves nothing', async ({ desk }) => {
  await sendRuns(desk, [runBody({ id: 'first' }), runBody({ id: 'second' })])
  const page = await desk.open('reviewer', '/runs')
  const search = page.getByRole('searchbox', { name: 'Search runs' })
  await search.fill('first')
  await expect(spoken(page)).toHaveText('1 run found')
  await search.fill('nothing is called this')
  await expect(spoken(page)).toHaveText('0 runs found')
  await search.fill('')
  await expect(spoken(page)).toHaveText('2 runs found')
  await page.goto(`/p/${desk.slug}/gates?kind=manual`)
  await expect(spoken(page)).toHaveText('')
})

test('tables and marks are named once, and links of a page differ by name', async ({ desk }) => {
  await makeWorseVersion(desk)
  const page = await desk.open('admin', '/chains/answers')
  const versions = page.getByRole('table', { name: 'Versions of this chain' })
  await expect(versions).toBeVisible()
  // Nothing scrolls here, so nothing has to be reached.
  await expect(page.getByRole('region', { name: 'Versions of this chain' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Change who decides gates' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Change the settings' })).toBeVisible()
  const mark = page.getByRole('link', { name: /^1\.0\.1, serves: mean 0\.\d\d over/ })
  await expect(mark).toHaveAccessibleDescription('')
  await page.setViewportSize({ width: 660, height: 844 })
  const scrolling = page.getByRole('region', { name: 'Versions of this chain, scrolls' })
  await expect(scrolling).toHaveAttribute('tabindex', '0')
})

test('what is found is told, a step of the graph says what it follows, and a slide is named as it turns', async ({
  desk,
}) => {
  const nodes = [{ id: 'retrieve' }, { id: 'answer', dependencies: ['retrieve'] }]
  const run = await sendRun(desk, runBody({ id: 'walnut', nodes }))
  const page = await desk.open('reviewer', `/runs/${run.runId}`)
  await page.getByText('Graph', { exact: true }).click()
  await expect(page.getByRole('button', { name: 'answer, Completed, after retrieve' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump' }).fill('walnut')
  await expect(spoken(page)).toHaveText('1 found')
  await page.keyboard.press('Escape')
  await follow(page, `/p/${desk.slug}/week`)
  // A full screen cannot be resized.
  await page.setViewportSize({ width: 1100, height: 320 })
  await page.getByRole('button', { name: 'Present' }).click()
  const place = page.getByRole('dialog', { name: /^Week/ }).locator('[aria-live="polite"]')
  await expect(place).toHaveText(/^1 of \d+: Summary$/)
  await page.keyboard.press('ArrowRight')
  await expect(place).toHaveText(/^2 of \d+: \w+/)
  // Of a slide that is longer than the screen, the rest is shown before the next one.
  await page.keyboard.press('ArrowLeft')
  await expect(place).toHaveText(/^1 of \d+: Summary$/)
  await page.keyboard.press('ArrowDown')
  await expect(place).toHaveText(/^1 of \d+: Summary$/)
  const slide = page.getByRole('region', { name: 'Summary' }).last()
  await expect.poll(() => slide.evaluate((one) => one.scrollTop)).toBeGreaterThan(0)
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(place).toHaveText(/^2 of/, { timeout: 100 })
  }).toPass()
})

test('names keep the space between their parts', async ({ desk }) => {
  await makeWorseVersion(desk)
  const page = await desk.open('admin', '/week')
  for (const path of [
    '/week',
    '/runs',
    '/failures',
    '/chains',
    '/chains/answers',
    '/chains/answers/compare?a=1.0.0&b=1.0.1',
  ]) {
    // From the server: there React keeps the texts apart by comments.
    await page.goto(`/p/${desk.slug}${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await joinedNames(page), path).toEqual([])
  }
})

const named = ['link', 'button', 'radio', 'cell', 'gridcell', 'rowheader', 'columnheader']

/** Names as Chromium gives them to a screen reader, in which words are joined that the page writes apart. */
async function joinedNames(page: Page): Promise<string[]> {
  const chromium = await page.context().newCDPSession(page)
  const { nodes } = await chromium.send('Accessibility.getFullAXTree')
  const joined: string[] = []
  for (const { ignored, role, name, backendDOMNodeId: backendNodeId } of nodes) {
    const heard: string = name?.value ?? ''
    if (ignored || !backendNodeId || heard === '' || !named.includes(role?.value)) continue
    const { object } = await chromium.send('DOM.resolveNode', { backendNodeId })
    const { result } = await chromium.send('Runtime.callFunctionOn', {
      objectId: object.objectId ?? '',
      functionDeclaration: 'function () { return (this.closest("label") ?? this).textContent }',
      returnByValue: true,
    })
    const words = String(result.value).split(/\s+/).filter(Boolean)
    if (words.join('') === heard.replace(/\s/g, '') && heard.split(/\s+/).length < words.length) joined.push(heard)
  }
  await chromium.detach()
  return joined
}

test('on a narrow phone, wider text stays in its place', async ({ desk }) => {
  const { gateId } = await makeWorseVersion(desk)
  const page = await desk.open('reviewer', '/gates')
  await page.setViewportSize({ width: 320, height: 800 })
  // The distances of WCAG 1.4.12.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-bottom: 2em !important }`)
    document.adoptedStyleSheets = [sheet]
  })
  for (const path of ['/gates', `/gates/${gateId}`, '/chains/answers']) {
    await follow(page, `/p/${desk.slug}${path}?wide`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\w/)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  }
  const places = page.getByRole('navigation', { name: 'Main' }).locator('li > *:visible')
  await expect(places).toHaveCount(6)
  const spills = await places.evaluateAll((all) => all.map((place) => place.scrollWidth - place.clientWidth))
  expect(spills).toEqual([0, 0, 0, 0, 0, 0])
})
