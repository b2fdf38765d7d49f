import type { Page } from '@playwright/test'
import { addWeeklyAction, getWeek, makeWeek } from '@/lib/contracts/weekly/weeks'
import { mondayOf, shiftWeek, weekAt, weekSpan } from '@/lib/engine/weekly/iso-week'
import { formatWeek } from '@/lib/presentation/format/date'
import type { Desk } from '../desk'
import { expect, test } from '../fixtures'
import { runBody, sendRuns } from '../runs'

const HOUR_MS = 3_600_000
const thisWeek = weekAt(Date.now(), 'UTC')
const lastWeek = shiftWeek(thisWeek, -1)

/** Runs of a week, starting at noon on its Monday. */
function runsOf(week: string, count: number, answer: string) {
  const { fromMs } = weekSpan(week, 'UTC')
  return Array.from({ length: count }, (_, place) =>
    runBody({ output: { answer }, startedAt: new Date(fromMs + (12 + place) * HOUR_MS).toISOString() }),
  )
}

async function worseWeek(desk: Desk) {
  await sendRuns(desk, [...runsOf(shiftWeek(lastWeek, -1), 6, 'Open Settings.'), ...runsOf(lastWeek, 6, '')])
  await desk.send(makeWeek, { week: lastWeek })
}

const heading = (page: Page, week: string) =>
  page.getByRole('heading', { level: 1, name: `${formatWeek(week)}, ${week.slice(0, 4)}` })
const figure = (page: Page, label: string) => page.getByRole('link', { name: new RegExp(`^${label}: `) })

test("last week's page flags what got worse, links to its runs, and takes actions", async ({ desk }) => {
  await worseWeek(desk)
  const page = await desk.open('reviewer', '/week')
  await expect(page).toHaveURL(new RegExp(`/week/${lastWeek}$`))
  await expect(heading(page, lastWeek)).toBeVisible()
  await expect(page.getByRole('link', { name: formatWeek(lastWeek) }).first()).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText('1 of 1 chain is flagged: answers')).toBeVisible()
  const flagged = page.getByRole('region', { name: 'Flagged' })
  await expect(flagged).toContainText('Fell by more than 0.05')
  await expect(flagged).toContainText(/Chance that nothing fell: \S+%/)
  await expect(page.getByRole('region', { name: 'Movers' })).toContainText('Worse')

  await page.getByRole('button', { name: 'Add an action' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'What needs to be done' }).fill('Bring the answer back')
  // Both kinds of choice open by a letter, which also looks for the choice, and by an arrow.
  const owner = dialog.getByRole('combobox', { name: 'Owner' })
  await owner.focus()
  await page.keyboard.type('rita')
  await expect(page.getByRole('combobox', { name: 'Find a person' })).toHaveValue('rita')
  await expect(page.getByRole('option', { name: 'Rita Reviewer' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(owner).toHaveText('Rita Reviewer')
  await owner.press('ArrowDown')
  await expect(page.getByRole('combobox', { name: 'Find a person' })).toBeFocused()
  await page.keyboard.press('Escape')
  const metric = dialog.getByRole('combobox', { name: 'Metric to move' })
  for (const open of ['m', 'ArrowDown', 'm']) {
    await metric.press(open)
    const wanted = page.getByRole('option', { name: 'Mean quality of answers' })
    await expect(wanted).toBeVisible()
    if (open !== 'm') await page.keyboard.press('Escape')
    else {
      await expect(page.locator('[role="option"]:focus')).toHaveText(/^M/)
      await wanted.click()
      await expect(metric).toHaveText('Mean quality of answers')
    }
  }
  // While it is being sent, a second click sends nothing.
  let sent = 0
  await page.route('**/api/v1/weekly/*/actions*', async (route) => {
    sent++
    await expect(dialog.getByRole('button', { name: 'Add' })).toBeDisabled()
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Add' }).click()
  const actions = page.getByRole('region', { name: 'Actions', exact: true })
  await expect(actions).toContainText('Bring the answer back')
  await expect(actions).toContainText('Rita Reviewer')
  expect(sent).toBe(1)

  const cause = page
    .getByRole('region', { name: 'What to do' })
    .getByRole('listitem')
    .filter({ hasText: 'Find out why' })
  await expect(cause.getByRole('link', { name: 'Find out why answers fell' })).toBeVisible()
  await cause.getByRole('button', { name: /^Make it an action/ }).click()
  await expect(dialog.getByRole('textbox', { name: 'What needs to be done' })).toHaveValue('Find out why answers fell')
  await expect(dialog.getByRole('combobox', { name: 'Metric to move' })).toContainText('Mean quality of answers')
  await dialog.getByRole('textbox', { name: 'What needs to be done' }).press('Control+Enter')
  await expect(actions).toContainText('Find out why answers fell')
  await expect(cause).toContainText('An action')
  await sendRuns(desk, runsOf(thisWeek, 1, 'Open Settings.'))
  await page.getByRole('button', { name: 'Next week' }).click()
  await expect(page.getByText('Preview: this week is not over')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Earlier actions' })).toContainText('Too little to say')
  await page.keyboard.press('[')
  await expect(heading(page, lastWeek)).toBeVisible()

  await figure(page, 'Runs').click()
  await expect(page.getByRole('table', { name: 'Runs' }).locator('tbody').getByRole('row')).toHaveCount(6)
})

test('steps have their own means, and every number links to what it counts', async ({ desk }) => {
  const nodesOf = (failed: boolean) => [
    { id: 'fetch', status: failed ? ('failed' as const) : ('completed' as const) },
    { id: 'write', dependencies: ['fetch'], status: failed ? ('skipped' as const) : ('completed' as const) },
  ]
  const week = (name: string, failed: number) =>
    runsOf(name, 6, 'Open Settings.').map((run, place) => ({
      ...run,
      nodes: nodesOf(place < failed),
      status: place < failed ? ('failed' as const) : ('completed' as const),
    }))
  await sendRuns(desk, [...week(shiftWeek(lastWeek, -1), 0), ...week(lastWeek, 4)])
  await desk.send(makeWeek, { week: lastWeek })
  const page = await desk.open('reviewer', `/week/${lastWeek}`)
  const unit = page.getByRole('table', { name: 'Mean score by step' }).getByRole('row').filter({ hasText: 'fetch' })
  await expect(unit).toContainText('Flagged')
  await expect(unit).toContainText('0.33')
  await expect(unit).toContainText('4 of 6')
  await expect(page.getByRole('region', { name: 'Flagged' })).toContainText('a step of answers')
  await expect(page.getByText('1 of 2 steps is: fetch of answers')).toBeVisible()
  await unit.getByRole('link', { name: /4 of 6/ }).click()
  const runs = page.getByRole('table', { name: 'Runs' }).locator('tbody').getByRole('row')
  await expect(runs).toHaveCount(4)
  await page.goBack()
  await unit.getByRole('link', { name: /^1\.00/ }).click()
  await expect(runs).toHaveCount(6)
  await page.goBack()
  await page
    .getByRole('region', { name: 'Gates' })
    .getByRole('link', { name: /opened/ })
    .click()
  await expect(page).toHaveURL(/settings\/audit\?.*gate\.opened/)
})

test('a frozen page does not change; later runs are reported, and make a new revision', async ({ desk }) => {
  await worseWeek(desk)
  const page = await desk.open('reviewer', `/week/${lastWeek}`)
  await expect(figure(page, 'Runs')).toHaveText('6')
  await sendRuns(desk, runsOf(lastWeek, 2, 'Late.'))
  await page.reload()
  await expect(page.getByText('2 runs of this week came after this report was created')).toBeVisible()
  await expect(figure(page, 'Runs')).toHaveText('6')
  await page.getByRole('button', { name: 'Create a new revision' }).click()
  await expect(page.getByText('revision 2 of 2')).toBeVisible()
  await expect(figure(page, 'Runs')).toHaveText('8')
  await page.getByRole('link', { name: 'Revision 1' }).click()
  await expect(figure(page, 'Runs')).toHaveText('6')

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Markdown' }).click()
  expect((await saving).suggestedFilename()).toBe(`${mondayOf(thisWeek)}.md`)
})

test('it is presented one section per screen, with the keyboard alone', async ({ desk }) => {
  await worseWeek(desk)
  const page = await desk.open('reviewer', `/week/${lastWeek}`)
  const screen = page.getByRole('dialog', { name: formatWeek(lastWeek) })
  // A key pressed before hydration is lost; pressed again over the open dialog it does nothing.
  await expect(async () => {
    await page.keyboard.press('p')
    await expect(screen.getByRole('heading', { name: 'Summary' })).toBeVisible({ timeout: 1000 })
  }).toPass()
  // Sections with nothing to say are named and left out.
  await expect(screen).toContainText('Left out, with nothing to report: “Share good, by human verdicts”')
  await page.keyboard.press('ArrowRight')
  await expect(screen.getByRole('heading', { name: 'What to do' })).toBeVisible()
  await expect(screen.getByRole('heading', { name: 'Summary' })).toBeHidden()
  // The way back from the evidence of a slide leads to the slide.
  await screen.getByRole('link', { name: 'Find out why answers fell' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/chains\/answers$/)
  await expect(screen).toBeHidden()
  await page.goBack()
  await expect(screen.getByRole('heading', { name: 'What to do' })).toBeVisible()
  await page.keyboard.press('End')
  await expect(screen.getByRole('heading', { name: 'Actions', exact: true })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(screen.getByRole('heading', { name: 'Steps' })).toBeVisible()
  const place = (await screen.getByText(/^\d+ of \d+$/).textContent()) ?? ''
  const [at = 0, of = 0] = place.split(' of ').map(Number)
  expect(at).toBe(of - 1)
  await page.keyboard.press('Escape')
  await expect(screen).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`/week/${lastWeek}$`))
})

test('a presentation that the way back leads to stays, however long the browser takes to leave full screen before it', async ({
  desk,
}) => {
  await worseWeek(desk)
  const page = await desk.open('reviewer', `/week/${lastWeek}`)
  const screen = page.getByRole('dialog', { name: formatWeek(lastWeek) })
  await page.evaluate(() => {
    const exit = document.exitFullscreen
    document.exitFullscreen = () =>
      new Promise((resolve) => document.addEventListener('let-go', resolve)).then(() => exit.call(document))
  })
  await page.getByRole('button', { name: 'Present' }).click()
  await page.waitForFunction(() => document.fullscreenElement)
  // Keys that come faster than the page draws all count.
  await screen.evaluate((dialog) => {
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft'])
      dialog.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })
  await expect(screen.getByText(/^2 of \d+$/)).toBeVisible()
  await screen.getByRole('link', { name: 'Find out why answers fell' }).click()
  await expect(page).toHaveURL(/\/chains\/answers$/)
  await expect(screen).toBeHidden()
  await page.goBack()
  await expect(screen.getByRole('heading', { name: 'What to do' })).toBeVisible()
  await page.evaluate(async () => {
    const left = new Promise((resolve) => document.addEventListener('fullscreenchange', resolve, { once: true }))
    document.dispatchEvent(new Event('let-go'))
    await left
  })
  await page.keyboard.press('End')
  await expect(screen.getByRole('heading', { name: 'Actions', exact: true })).toBeVisible()
})

test('a viewer reads it and cannot change it; a week that has not begun is not found', async ({ desk }) => {
  await worseWeek(desk)
  await desk.send(addWeeklyAction, { week: lastWeek, text: 'Bring the answer back' })
  const page = await desk.open('viewer', `/week/${lastWeek}`)
  await expect(page.getByRole('region', { name: 'Actions', exact: true })).toContainText('Bring the answer back')
  await expect(page.getByRole('button', { name: 'Add an action' })).toHaveCount(0)
  await expect(desk.as('viewer')(makeWeek, { week: lastWeek, replaces: 1 })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(desk.send(getWeek, { week: shiftWeek(thisWeek, 1) })).rejects.toMatchObject({ code: 'not_found' })
  await page.goto(`/p/${desk.slug}/week/${shiftWeek(thisWeek, 1)}`)
  await expect(page.getByText('Week not found')).toBeVisible()
})

test('a full week prints on two pages', async ({ desk }) => {
  const { fromMs } = weekSpan(lastWeek, 'UTC')
  const chains = Array.from({ length: 12 }, (_, place) => `chain ${place}`)
  const bodies = chains.flatMap((chain, place) =>
    [-1, 0].flatMap((week) =>
      Array.from({ length: 4 }, (_, run) => ({
        ...runBody({
          chain,
          startedAt: new Date(fromMs + (week * 168 + 12 + run) * HOUR_MS).toISOString(),
          output: { answer: week === 0 ? '' : 'Open Settings.' },
        }),
        nodes: [
          { id: `step ${place}`, status: 'failed' as const, error: `Part ${'abcdefghijkl'[place]} is not there` },
        ],
      })),
    ),
  )
  await sendRuns(desk, bodies)
  await desk.send(makeWeek, { week: lastWeek })
  const page = await desk.open('reviewer', `/week/${lastWeek}`)
  await expect(page.getByRole('region', { name: 'Flagged' }).getByRole('listitem')).toHaveCount(8)
  await expect(page.getByRole('region', { name: 'Quality by week' })).toBeVisible()
  const printed = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(printed.match(/\/Type\s*\/Page\b/g)).toHaveLength(2)
})
