import { expect, test } from '../fixtures'
import { runBody, sendRuns } from '../runs'

/** Chains in one answer. */
const PAGE = 50

test('a change refetches only the chains in view, and those further down when they are scrolled to', async ({
  desk,
}) => {
  const named = (place: number) => `chain ${String(place).padStart(3, '0')}`
  const places = Array.from({ length: 3 * PAGE + 10 }, (_, place) => place)
  await sendRuns(
    desk,
    places.map((place) => runBody({ chain: named(place) })),
  )
  const page = await desk.open('viewer', '/chains')
  const runsOf = (place: number) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name: named(place), exact: true }) })
  for (const last of [PAGE, 2 * PAGE, 3 * PAGE]) {
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }))
    await expect(runsOf(last)).toBeAttached()
  }
  await expect(page.getByText('160 chains', { exact: true })).toBeVisible()

  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/v1/chains') asked.push(searchParams.get('cursor') ?? 'first')
  })
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }))
  await sendRuns(desk, [runBody({ chain: named(155) }), runBody({ chain: named(60) })])
  await expect(runsOf(155).getByRole('link', { name: /^2 runs of/ })).toBeVisible()
  // The first page, which counts the chains, and the last; one more where the last two meet.
  expect(new Set(asked).size).toBeLessThanOrEqual(3)
  const cursors = new Set(asked)

  await runsOf(60).scrollIntoViewIfNeeded()
  await expect(runsOf(60).getByRole('link', { name: /^2 runs of/ })).toBeVisible()
  expect(new Set(asked).size).toBeGreaterThan(cursors.size)
})

test('the list of chains is no wider than a small laptop', async ({ desk }) => {
  const chains = ['a-folder/a-chain-with-quite-a-long-name', 'another']
  const models = ['a-provider/its-first-model', 'a-provider/its-second-model']
  await sendRuns(
    desk,
    chains.flatMap((chain) => models.map((version) => runBody({ chain, version }))),
  )
  const page = await desk.open('viewer', '/chains')
  await expect(page.getByTitle(models[1] ?? '').first()).toBeVisible()
  for (const width of [1024, 1280, 1440, 1536]) {
    await page.setViewportSize({ width, height: 768 })
    const shown = () => page.evaluate(() => document.documentElement.scrollWidth)
    await expect.poll(shown, { message: `the chains at ${width} px` }).toBeLessThanOrEqual(width)
  }
})

test('a chain opens from anywhere in its row, and its runs from their number', async ({ desk }) => {
  await sendRuns(desk, [runBody({ chain: 'notes' })])
  const page = await desk.open('viewer', '/chains')
  const row = page.getByRole('row', { name: /^notes/ })
  await row.getByRole('link', { name: '1 run of notes' }).click()
  await expect(page).toHaveURL(/\/runs\?chain=notes/)
  await page.goBack()
  await row.click({ position: { x: 500, y: 20 } })
  await expect(page).toHaveURL(`/p/${desk.slug}/chains/notes`)
})
