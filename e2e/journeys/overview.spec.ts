import { DAY_MS } from '@/lib/contracts/durations'
import { updateProject } from '@/lib/contracts/projects'
import { isoDay, startOfDay } from '@/lib/engine/weekly/iso-week'
import { formatDay } from '@/lib/presentation/format/date'
import { LIGHT } from '../axe'
import { expect, test } from '../fixtures'
import { makeWorseVersion, runBody, sendRuns } from '../runs'
import { untilLive } from '../windows'

test('range and chain are kept in the URL, and filter every part of the page', async ({ desk }) => {
  await makeWorseVersion(desk)
  await sendRuns(desk, [runBody({ chain: 'summaries' })])
  const page = await desk.open('viewer')
  const runs = page.getByRole('link', { name: /^Runs \d/ })
  await expect(runs).toContainText('7')

  await page.getByRole('button', { name: 'Chain' }).click()
  await page.getByRole('checkbox', { name: 'summaries' }).check()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/chain=summaries/)
  await expect(runs).toContainText('1')
  await expect(page.getByRole('region', { name: 'Open gates' })).toContainText('No decisions are waiting')

  await page.getByRole('combobox', { name: 'When' }).click()
  await page.getByRole('option', { name: 'Last 24 hours' }).click()
  await expect(page).toHaveURL(/range=24h/)
  await page.reload()
  await expect(runs).toContainText('1')
  await expect(page.getByRole('combobox', { name: 'When' })).toHaveText('Last 24 hours')
})

test('a chain beyond the first hundred is found by its name', async ({ desk }) => {
  await sendRuns(
    desk,
    Array.from({ length: 102 }, (_, place) => runBody({ chain: `chain ${String(place).padStart(3, '0')}` })),
  )
  const page = await desk.open('viewer')
  await page.getByRole('button', { name: 'Chain' }).click()
  await expect(page.getByText('More than these: type to find them.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'chain 101' })).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Find in chain' }).fill('101 chain')
  await page.getByRole('checkbox', { name: 'chain 101' }).check()
  await expect(page).toHaveURL(/chain=chain(\+|%20)101/)
  await expect(page.getByRole('link', { name: /^Runs \d/ })).toContainText('1')
})

test('every chart mark links to the runs behind it, and every chart is available as a table', async ({ desk }) => {
  await makeWorseVersion(desk)
  const page = await desk.open('viewer')
  const quality = page.getByRole('region', { name: 'Quality over time' })
  await quality.getByRole('button', { name: /as a table$/ }).click()
  await expect(quality.getByRole('table', { name: 'Quality over time' }).getByRole('row').last()).toContainText(
    /0\.82.*6 of 6/,
  )
  await quality.getByRole('table').getByRole('row').last().getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Runs', level: 1 })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Runs' }).getByRole('row')).toHaveCount(7)
  await page.goBack()
  // The other score is there already: the page is not busy, and nothing of it dims.
  const main = page.locator('main')
  await main.evaluate((element) => {
    const note = (changes: MutationRecord[]) => {
      if (changes.some(({ target }) => target instanceof Element && target.ariaBusy === 'true'))
        element.dataset.wasBusy = 'yes'
    }
    new MutationObserver(note).observe(element, { subtree: true, attributeFilter: ['aria-busy'] })
  })
  await quality.getByRole('radio', { name: 'Confidence' }).check()
  await expect(page.getByRole('region', { name: 'Confidence over time' })).toContainText(/Mean confidence 0\.\d\d/)
  await expect(main).not.toHaveAttribute('data-was-busy')
  await expect(page).toHaveURL(/score=confidence/)
  await page.getByRole('link', { name: /^Mean confidence/ }).click()
  await expect(page).toHaveURL(/sort=confidence_low/)
})

test("the days of charts are those of the project's time zone, and a day opens the runs it counts", async ({
  desk,
}) => {
  const timeZone = 'Pacific/Kiritimati'
  await desk.as('admin')(updateProject, { timeZone })
  // Half past midnight of yesterday there, which is the day before in UTC.
  const midnight = startOfDay(Date.parse(isoDay(Date.now() - DAY_MS, timeZone)), timeZone)
  const at = (minutes: number) => new Date(midnight + minutes * 60_000).toISOString()
  await sendRuns(desk, [runBody({ startedAt: at(30) }), runBody({ startedAt: at(-30) })])
  const page = await desk.open('viewer')
  const quality = page.getByRole('region', { name: 'Quality over time' })
  await quality.getByRole('button', { name: /as a table$/ }).click()
  const row = quality.getByRole('row').filter({ has: page.getByText(formatDay(at(30), timeZone), { exact: true }) })
  await expect(row).toContainText('1 of 1')
  await row.getByRole('link').click()
  await expect(page.getByRole('table', { name: 'Runs' }).getByRole('row')).toHaveCount(2)
})

test('a chart that is pressed with Ctrl opens its day in a new tab', async ({ desk }) => {
  await sendRuns(desk, [runBody()])
  const page = await desk.open('viewer')
  const plot = page.getByRole('region', { name: 'Quality over time' }).locator('.recharts-surface').first()
  await plot.hover()
  await expect(page.locator('.recharts-tooltip-cursor')).toBeAttached()
  const opened = page.waitForEvent('popup')
  await plot.click({ modifiers: ['ControlOrMeta'] })
  await expect(await opened).toHaveURL(/\/runs\?/)
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible()
})

test('new runs update the figures without a reload', async ({ desk }) => {
  await sendRuns(desk, [runBody()])
  const page = await desk.open('viewer')
  const runs = page.getByRole('link', { name: /^Runs \d/ })
  await expect(runs).toContainText('none failed')
  await sendRuns(desk, [runBody({ status: 'failed' })])
  await expect(runs).toContainText('1 failed')
  await expect(page.getByRole('region', { name: 'Next to review' })).toContainText('Flagged')
})

test('pages have no layout shift while they load', async ({ desk, visit }) => {
  const { gateId } = await makeWorseVersion(desk)
  const page = await visit('reviewer', '/projects/new', { ...LIGHT, viewport: { width: 1440, height: 900 } })
  await page.addInitScript(watchShifts)
  const places = [
    '',
    '/runs',
    '/gates',
    `/gates/${gateId}`,
    '/chains',
    '/chains/answers',
    '/calibration',
    '/dead-letters',
  ]
  for (const path of [...places, '/week', '/settings', '/settings/members']) {
    await page.goto(`/p/${desk.slug}${path}`)
    await untilLive(page)
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
    const { shift, moved } = await page.evaluate(() => Reflect.get(window, 'shifts'))
    expect.soft(shift, `${path || 'the overview'} moved ${moved.join(', ')}`).toBeLessThan(0.02)
  }
})

test('fonts that come late move nothing', async ({ desk, visit }) => {
  await sendRuns(desk, [runBody()])
  const page = await visit('viewer', '/projects/new', { ...LIGHT, viewport: { width: 1024, height: 768 } })
  await page.addInitScript(watchShifts)
  for (const path of ['', '/dead-letters']) {
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/*.woff2', async (route) => {
      await isReleased
      await route.continue()
    })
    await page.goto(`/p/${desk.slug}${path}`, { waitUntil: 'commit' })
    await untilLive(page)
    release()
    await page.waitForLoadState()
    const { shift, moved } = await page.evaluate(async () => {
      await document.fonts.ready
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      return Reflect.get(window, 'shifts')
    })
    expect.soft(shift, `${path || 'the overview'} moved ${moved.join(', ')}`).toBeLessThan(0.02)
    await page.unroute('**/*.woff2')
  }
})

/** Sums the layout shifts without user input, and records which elements moved. */
function watchShifts() {
  const shifts = { shift: 0, moved: [] as string[] }
  Object.assign(window, { shifts })
  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      if (entry.hadRecentInput) continue
      shifts.shift += entry.value
      for (const { node } of entry.sources) shifts.moved.push(`${node?.nodeName} ${node?.textContent?.slice(0, 30)}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
