import { reviewRun } from '@/lib/contracts/reviews'
import { expect, test } from '../fixtures'
import { runBody, sendRun, sendRuns } from '../runs'
import { holdAnswers, untilTaken } from '../windows'

const failing = () =>
  runBody({
    chain: 'lookups',
    status: 'failed',
    output: { answer: '' },
    nodes: [
      { id: 'search', type: 'tool', status: 'failed', error: 'connect ETIMEDOUT: the request timed out after 30 s' },
      { id: 'answer', type: 'llm', dependencies: ['search'], status: 'failed', error: 'no input from search' },
    ],
    signals: {},
  })

test('the list of runs is no wider than a small laptop', async ({ desk }) => {
  const names = { id: 'a-run-with-quite-a-long-name-of-its-own', chain: 'a-chain-with-a-long-name-too' }
  await sendRuns(desk, [
    { ...failing(), ...names },
    runBody({ ...names, id: 'another', signals: { self: 0.5, peer: 0.5 } }),
  ])
  const page = await desk.open('viewer', '/runs')
  await expect(page.getByRole('link', { name: names.id })).toBeVisible()
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 768 })
    const shown = () => page.evaluate(() => document.documentElement.scrollWidth)
    await expect.poll(shown, { message: `the runs at ${width} px` }).toBeLessThanOrEqual(width)
  }
})

test('the tags of a run are changed on its page, and a viewer sees them', async ({ desk }) => {
  const run = await sendRun(desk, runBody({ tags: ['nightly'] }))
  const page = await desk.open('reviewer', `/runs/${run.runId}`)
  const tags = page.getByRole('region', { name: 'Tags' })
  // It is shown before its answer is there, and so is what is pressed then.
  const answers = await holdAnswers(page, '**/api/v1/runs/tags*')
  await tags.getByRole('textbox', { name: 'Add a tag' }).fill('to look at')
  await page.keyboard.press('Enter')
  await expect(tags).toContainText('to look at')
  await tags.getByRole('button', { name: 'Remove the tag nightly' }).click()
  answers.release()
  await expect(tags).not.toContainText('nightly')

  // The answer comes while the next one is typed.
  const field = tags.getByRole('textbox', { name: 'Add a tag' })
  answers.hold()
  await field.fill('second')
  await page.keyboard.press('Enter')
  await field.fill('half a ta')
  answers.release()
  await expect(tags).toContainText('second')
  await expect(field).toHaveValue('half a ta')

  const viewer = await desk.open('viewer', `/runs/${run.runId}`)
  await expect(viewer.getByRole('region', { name: 'Tags' })).toHaveText('secondto look at')
})

test('the rows are shown before any script has run', async ({ desk, browser }) => {
  const runs = Array.from({ length: 12 }, failing)
  await sendRuns(desk, runs)
  const page = await desk.open('viewer', '/runs')
  const storageState = await page.context().storageState()
  const context = await browser.newContext({ javaScriptEnabled: false, storageState })
  try {
    const plain = await context.newPage()
    await plain.goto(page.url())
    for (const { id } of runs) await expect(plain.getByRole('link', { name: id })).toBeVisible()
    await plain.goto(page.url().replace('/runs', '/failures'))
    await expect(plain.getByRole('table', { name: 'Kinds of failure' })).toBeVisible()
  } finally {
    await context.close()
  }
})

test('more runs are loaded when the end of the first ones comes near, not before', async ({ desk }) => {
  await sendRuns(
    desk,
    Array.from({ length: 70 }, () => runBody()),
  )
  const page = await desk.open('viewer', '/gates')
  const later: string[] = []
  page.on('request', (request) => void (request.url().includes('cursor=') && later.push(request.url())))
  await page.goto(page.url().replace('/gates', '/runs'))
  await expect(page.getByText('The first 60 of 70 runs')).toBeVisible()
  expect(later).toHaveLength(0)
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }))
  await expect(page.getByText('70 runs', { exact: true })).toBeVisible()
  expect(later).toHaveLength(1)
})

test('filters narrow the runs, are kept in the URL, and can be removed', async ({ desk }) => {
  const good = runBody()
  const bad = failing()
  const [reviewed] = await sendRuns(desk, [good, bad])
  await desk.as('reviewer')(reviewRun, { runId: reviewed?.runId ?? '', verdict: 'approve' })
  const page = await desk.open('reviewer', '/runs')
  const linkTo = (run: { id: string }) => page.getByRole('link', { name: run.id })
  await expect(linkTo(good)).toBeVisible()
  await expect(linkTo(bad)).toBeVisible()

  await page.getByRole('button', { name: 'Failure' }).click()
  await page.getByRole('checkbox', { name: 'Timed out' }).check()
  await page.keyboard.press('Escape')
  await expect(linkTo(good)).toBeHidden()
  await expect(linkTo(bad)).toBeVisible()
  await expect(page).toHaveURL(/failureClass=timeout/)

  await page.reload()
  await expect(linkTo(bad)).toBeVisible()
  await expect(linkTo(good)).toBeHidden()
  await untilTaken(linkTo(bad))
  await page.getByRole('button', { name: 'Remove Failure: Timed out' }).click()
  await expect(linkTo(good)).toBeVisible()
  await expect(page).not.toHaveURL(/failureClass/)

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Not reviewed by me' }).click()
  await expect(linkTo(good)).toBeHidden()
  await expect(page).toHaveURL(/reviewedByMe=false/)
  await page.getByRole('checkbox', { name: 'Reviewed by me', exact: true }).click()
  await expect(linkTo(good)).toBeVisible()
  await expect(linkTo(bad)).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Remove Your review: reviewed by you' }).click()
  await expect(linkTo(bad)).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search runs' }).fill('lookups')
  await expect(linkTo(good)).toBeHidden()
  await expect(linkTo(bad)).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search runs' }).fill('nothing is called this')
  await page.getByRole('status').getByRole('button', { name: 'Clear filters' }).click()
  await expect(linkTo(good)).toBeVisible()
})

test('a run shows the factors of its score, its failure and its nodes', async ({ desk }) => {
  const bad = failing()
  await sendRuns(desk, [bad])
  const page = await desk.open('viewer', '/runs')
  await page.getByRole('link', { name: bad.id }).click()
  await expect(page.getByRole('heading', { name: bad.id })).toBeVisible()

  const scores = page.getByRole('region', { name: 'Scores' })
  await scores.getByRole('heading', { name: 'Scores' }).click()
  const factors = scores.getByRole('table').first()
  await expect(factors.getByRole('row', { name: /Conformance/ })).toContainText('40%')
  await expect(factors.getByRole('row', { name: /Completeness/ })).toContainText('35%')
  await expect(factors.getByRole('row', { name: /Efficiency/ })).toContainText('25%')
  await scores.getByRole('group').filter({ hasText: 'Quality check' }).first().click()

  await expect(page.getByRole('region', { name: 'Failures' })).toContainText('1 began, 1 inherited')
  await expect(page.getByRole('region', { name: 'Confidence' })).toContainText('No signals yet.')
  await page.getByRole('region', { name: 'Failures' }).getByRole('button', { name: 'search' }).click()
  await expect(page).toHaveURL(/step=search/)
  await expect(page.getByRole('listitem', { name: /^Step \d, search, .*Failure began here/ })).toBeFocused()
})

test('attempts of one execution are listed together with their convergence', async ({ desk }) => {
  const attempt = (number: number, score: number) =>
    runBody({ execution: 'ticket-7', attempt: number, maxAttempts: 5, signals: { self: score, peer: score } })
  const runs = [attempt(1, 0.4), attempt(2, 0.55), attempt(3, 0.7)]
  const [, , last] = await sendRuns(desk, runs)
  const page = await desk.open('viewer', `/runs/${last?.runId}`)
  const panel = page.getByRole('region', { name: 'Attempts' })
  await expect(panel).toContainText('Improving')
  await expect(panel.getByRole('listitem')).toHaveCount(3)
  await panel.getByRole('link', { name: /^1 0\.40/ }).click()
  await expect(page.getByRole('heading', { name: runs[0]?.id ?? '' })).toBeVisible()
})

test('new runs are shown only on request, so that rows do not move under the pointer', async ({ desk }) => {
  const [first, second] = [runBody(), runBody()]
  await sendRuns(desk, [first])
  const page = await desk.open('viewer', '/runs')
  await expect(page.getByRole('link', { name: first.id })).toBeVisible()
  await sendRuns(desk, [second])
  await page.getByRole('button', { name: '1 new run' }).click()
  await expect(page.getByRole('link', { name: second.id })).toBeVisible()
})
