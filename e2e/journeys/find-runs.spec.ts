import { readFile } from 'node:fs/promises'
import type { Route } from '@playwright/test'
import { reviewRun } from '@/lib/contracts/reviews'
import { expectNoFaults, expectToFitPhone, PHONE, rowHeights } from '../axe'
import { expect, test } from '../fixtures'
import { runBody, sendRuns } from '../runs'
import { untilListening } from '../windows'

test('runs are searched by text, shared as a view, tagged, previewed and exported as CSV', async ({ desk }) => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  await sendRuns(desk, [
    runBody({
      id: 'granted',
      startedAt: minutesAgo(3),
      output: { answer: 'The refund of order SH-4711 was granted in full.' },
    }),
    runBody({ id: 'refused', startedAt: minutesAgo(2), output: { answer: '=HYPERLINK("no refund")' } }),
    runBody({ id: 'other', startedAt: minutesAgo(1), output: { answer: 'Nothing of the kind.' } }),
  ])
  const page = await desk.open('reviewer', '/runs')
  const rows = page.locator('tr[data-row]')
  await expect(rows).toHaveCount(3)
  await untilListening(page)

  await test.step('search by a word', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('refund')
    await expect(rows).toHaveCount(2)
    await expect(rows.locator('mark').first()).toHaveText('refund')
    await expect(page).toHaveURL(/text=refund/)
  })

  await test.step('share a view that a colleague opens', async () => {
    await page.getByRole('button', { name: 'Views' }).click()
    const views = page.getByRole('dialog', { name: 'Saved views' })
    await views.getByLabel('Keep what is shown as').fill('Refunds')
    await views.getByText('Share it with the project').click()
    await views.getByRole('button', { name: 'Save view' }).click()
    await expect(views.getByRole('link', { name: 'Refunds' })).toBeVisible()
    await page.keyboard.press('Escape')
    const theirs = await desk.open('viewer', '/runs')
    await theirs.getByRole('button', { name: 'Views' }).click()
    await theirs.getByRole('link', { name: /Refunds/ }).click()
    await expect(theirs.locator('tr[data-row]')).toHaveCount(2)
  })

  await test.step('preview beside the list', async () => {
    await page.getByRole('link', { name: /^refused/ }).focus()
    await page.keyboard.press('p')
    const peek = page.getByRole('complementary', { name: 'Run summary' })
    await expect(peek.getByRole('heading', { name: 'refused' })).toBeVisible()
    await page.keyboard.press('j')
    await expect(peek.getByRole('heading', { name: 'granted' })).toBeVisible()
    await expectNoFaults(page, 'a run beside the list')
    await page.keyboard.press('Escape')
    await expect(peek).toBeHidden()
    await rows.filter({ hasText: 'refused' }).hover()
    await page.getByRole('button', { name: 'Show refused beside the list' }).click()
    await expect(peek.getByRole('heading', { name: 'refused' })).toBeVisible()
    await peek.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('tag several runs', async () => {
    await page.getByRole('checkbox', { name: 'Select all in sight' }).check()
    const bar = page.getByRole('region', { name: 'Selected runs' })
    await expect(bar).toContainText('2 runs selected')
    await bar.getByRole('button', { name: 'Tag' }).click()
    await page.getByLabel('Add', { exact: true }).fill('money')
    await page.getByRole('button', { name: 'Save tags' }).click()
    await expect(rows.getByText('money')).toHaveCount(2)
    await expectNoFaults(page, 'runs that are selected')
  })

  await test.step('asked about together, once each', async () => {
    const bar = page.getByRole('region', { name: 'Selected runs' })
    const ask = async () => {
      await bar.getByRole('button', { name: 'Open gates' }).click()
      const dialog = page.getByRole('dialog', { name: 'Open 2 gates' })
      await dialog.getByRole('textbox', { name: 'Question' }).fill('Is it right?')
      await dialog.getByRole('button', { name: 'Open 2 gates' }).click()
      await expect(bar).toBeHidden()
    }
    await ask()
    await expect(page.getByText('2 gates opened')).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all in sight' }).check()
    await ask()
    await expect(page.getByText('2 runs had an open gate, which keeps its question.')).toBeVisible()
  })

  await test.step('export the filtered runs', async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /CSV/ }).click(),
    ])
    const [head, ...lines] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    expect(head).toMatch(/^id,clientId,chain,/)
    expect(lines).toHaveLength(2)
    expect(download.suggestedFilename()).toMatch(/^runs-.*\.csv$/)
  })

  await expectToFitPhone(page, 'the runs')
})

test('a run links to its conversation, whatever it is called', async ({ desk }) => {
  const talk = 'case 7/b?&#% é'
  const turn = (id: string, minutesAgo: number, thread: string) =>
    runBody({
      id,
      startedAt: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
      metadata: { 'session.id': thread },
    })
  const [, second] = await sendRuns(desk, [turn('first', 3, talk), turn('second', 2, talk), turn('other', 1, 'case 8')])
  const page = await desk.open('viewer', `/runs/${second?.runId}`)
  await page.getByRole('link', { name: `Conversation ${talk}` }).click()
  await expect(page.getByText('2 runs of one conversation')).toBeVisible()
  await expect(page.locator('tr[data-row]')).toContainText(['first', 'second'])
  await expectToFitPhone(page, 'the runs of a conversation')
})

test('a filter whose runs cannot be loaded keeps the page, and another filter or a second try shows them', async ({
  desk,
}) => {
  await sendRuns(desk, [
    runBody({ output: { answer: 'An ordinary one.' } }),
    runBody({ output: { answer: 'A strange one.' } }),
  ])
  const page = await desk.open('reviewer', '/runs')
  const rows = page.locator('tr[data-row]')
  await expect(rows).toHaveCount(2)
  const search = page.getByRole('searchbox', { name: 'Search runs' })
  let asked = 0
  const refuse = (route: Route) => {
    asked++
    return route.fulfill({ status: 503, json: {} })
  }
  await page.route('**/api/v1/runs?*', refuse)
  await search.fill('ordinary')
  await expect(page.getByText('This part could not be loaded')).toBeVisible()
  // A run that is judged meanwhile has the list asked for anew.
  expect(asked % 3, 'asks once and tries twice more before it says so').toBe(0)
  await expect(search).toHaveValue('ordinary')
  await expectNoFaults(page, 'a list that could not be loaded')

  await page.unroute('**/api/v1/runs?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(rows).toHaveCount(1)
  await page.route('**/api/v1/runs?*', refuse)
  await search.fill('strange')
  await expect(page.getByText('This part could not be loaded')).toBeVisible()
  await page.unroute('**/api/v1/runs?*')
  await search.fill('')
  await expect(rows).toHaveCount(2)
})

test('all runs that match are selected beyond those in sight, and assigned to one person', async ({ desk, people }) => {
  const more = 200
  const sent = await sendRuns(
    desk,
    Array.from({ length: more }, () => runBody()),
  )
  const reviewed = sent[0]
  await desk.as('colleague')(reviewRun, { runId: reviewed?.runId ?? '', verdict: 'approve' })
  const page = await desk.open('reviewer', '/runs')
  await expect(page.getByText(`The first 60 of ${more} runs, newest first`)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all in sight' }).check()
  const bar = page.getByRole('region', { name: 'Selected runs' })
  await expect(bar).toContainText('60 runs selected')
  await bar.getByRole('button', { name: 'Select all that match' }).click()
  await expect(bar).toContainText(`${more} runs selected`)
  await expectNoFaults(page, 'all runs selected')
  await bar.getByRole('button', { name: 'Assign' }).click()
  const dialog = page.getByRole('dialog', { name: `Assign ${more} runs` })
  await page.getByRole('option', { name: people.colleague.name }).click()
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await expect(page.getByText(`${more - 1} runs assigned to ${people.colleague.name}`)).toBeVisible()
  await expect(page.getByText(`has reviewed them already: ${reviewed?.id}.`)).toBeVisible()
  const theirs = await desk.open('colleague', '/review?assigned=true')
  // A reviewed run no longer says whom it was assigned to, so that there is no place among them.
  await expect(theirs.getByText(`${more - 1} runs`, { exact: true })).toBeVisible()
})

test('runs are found by a step that never failed, and by the failure of the run itself', async ({ desk }) => {
  await sendRuns(desk, [
    runBody({ id: 'walked', nodes: [{ id: 'walk' }] }),
    runBody({ id: 'broken', status: 'failed', nodes: [], error: { message: 'Out of memory' } }),
    runBody({ id: 'other' }),
  ])
  const page = await desk.open('reviewer', '/runs')
  const rows = page.locator('tr[data-row]')
  await expect(rows).toHaveCount(3)
  await page.getByRole('button', { name: 'Step', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Filter by step' })
  await menu.getByRole('textbox', { name: 'Find in ran, with any outcome' }).fill('walk')
  await menu.getByRole('checkbox', { name: /^walk/ }).check()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('walked')
  await menu.getByRole('checkbox', { name: /^walk/ }).uncheck()
  await menu.getByRole('checkbox', { name: 'the run itself' }).check()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('broken')
})

test('on a phone the filters open above the list, and a list that loads late still takes the focus', async ({
  desk,
}) => {
  const failed = { status: 'failed' as const, error: 'Not found.' }
  const nodes = Array.from({ length: 10 }, (_, place) => ({ id: `step-${place}`, ...failed }))
  await sendRuns(desk, [runBody({ id: 'many', nodes })])
  const page = await desk.open('viewer', '/runs')
  let load = () => {}
  const loaded = new Promise<void>((resolve) => {
    load = resolve
  })
  await page.route('**/_next/static/**/*.js', async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    if (body.includes('type to find')) await loaded
    await route.fulfill({ response, body })
  })
  await page.setViewportSize(PHONE)
  await page.reload()
  await untilListening(page)
  const node = page.getByRole('button', { name: 'Step', exact: true })
  await expect(node).toBeHidden()
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(page.getByRole('button', { name: 'Tag', exact: true })).toBeInViewport()
  await expectToFitPhone(page, 'the filters of runs')
  expect(await rowHeights(page)).toEqual([40])
  await node.click()
  const menu = page.getByRole('dialog', { name: 'Filter by step' })
  await expect(menu).toBeVisible()
  await expect(menu.getByRole('textbox')).toHaveCount(0)
  load()
  await expect(menu.getByRole('textbox', { name: 'Find in failed' })).toBeFocused()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('on a phone the filters of the other lists fold as those of runs do', async ({ desk }) => {
  const page = await desk.open('reviewer', '/failures')
  await page.setViewportSize(PHONE)
  const lists = [
    ['failures', page.getByRole('button', { name: 'Class', exact: true })],
    ['dead-letters', page.getByRole('button', { name: 'Category', exact: true })],
    ['gates', page.getByRole('combobox', { name: 'Owner' })],
  ] as const
  for (const [list, filter] of lists) {
    await page.goto(`/p/${desk.slug}/${list}`)
    await untilListening(page)
    await expect(filter).toBeHidden()
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await expect(filter).toBeInViewport()
    await expectToFitPhone(page, `the filters of ${list}`)
  }
})
