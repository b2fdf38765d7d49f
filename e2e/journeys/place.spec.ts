import { compareHref } from '@/lib/presentation/links'
import { expect, test } from '../fixtures'
import { makeWorseVersion, runBody, sendRun, sendRuns } from '../runs'
import { untilListening, untilTaken } from '../windows'

test('the browser tabs of a working day can be told apart', async ({ desk }) => {
  const { gateId } = await makeWorseVersion(desk)
  const run = await sendRun(desk, runBody({ id: 'titled', title: 'Refund of order 7' }))
  const page = await desk.open('admin', `/runs/${run.runId}`)
  await expect(page).toHaveTitle('Refund of order 7 · Veritas')
  for (const [path, title] of [
    [`/gates/${gateId}`, 'Is answers 1.0.1 worse than 1.0.0? · Veritas'],
    ['/settings', 'Settings · Veritas'],
    ['/settings/members', 'Members · Settings · Veritas'],
    ['/settings/audit', 'Audit log · Settings · Veritas'],
    ['/runs/missing', /Veritas$/],
  ] as const) {
    await page.goto(`/p/${desk.slug}${path}`)
    await expect(page).toHaveTitle(title)
  }
  const [a, b] = ['1.0.0', '1.0.1'].map((version) => ({ chain: 'answers', version }))
  if (a && b) await page.goto(compareHref(desk.slug, a, b))
  await expect(page).toHaveTitle('answers 1.0.0 and 1.0.1 · Veritas')
})

test('going back finds the row that was left, by keys and by pointer', async ({ desk }) => {
  await sendRuns(
    desk,
    Array.from({ length: 60 }, (_, place) => runBody({ id: `run-${place}` })),
  )
  const page = await desk.open('reviewer', '/runs')
  const focused = page.locator('[data-row]:focus-within')
  for (let press = 0; press < 40; press++) await page.keyboard.press('j')
  await expect(focused).toHaveAttribute('data-row', '39')
  const name = await focused.getByRole('link').first().textContent()
  const scrolled = await page.evaluate(() => window.scrollY)
  expect(scrolled).toBeGreaterThan(0)

  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Your verdict' })).toBeVisible()
  await page.goBack()
  await expect(focused.getByRole('link').first()).toHaveText(name ?? '')
  await expect(focused).toBeInViewport()
  await page.keyboard.press('j')
  await expect(focused).toHaveAttribute('data-row', '40')

  const pressed = page.locator('[data-row="38"]').getByRole('link').first()
  await pressed.click()
  await expect(page.getByRole('region', { name: 'Your verdict' })).toBeVisible()
  await page.goBack()
  await expect(focused).toHaveAttribute('data-row', '38')

  // The list that is opened anew begins at its top.
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Runs' }).click()
  await expect(page.getByRole('heading', { name: 'Runs', level: 1 })).toBeVisible()
  await untilTaken(page.locator('[data-row="0"]').getByRole('link').first())
  await untilListening(page)
  await page.keyboard.press('j')
  await expect(focused).toHaveAttribute('data-row', '0')
})

test('a filter is chosen by typing and Enter, and is still there with its row after going back', async ({ desk }) => {
  const chains = Array.from({ length: 10 }, (_, place) => `chain-${place}`)
  await sendRuns(
    desk,
    [...chains, 'chain-7'].map((chain, place) => runBody({ id: `${place}`, chain })),
  )
  const page = await desk.open('reviewer', '/runs')
  await page.getByRole('button', { name: 'Chain', exact: true }).press('Enter')
  await page.getByRole('textbox', { name: 'Find in chain' }).focus()
  await page.keyboard.type('-7')
  await expect(page.getByRole('checkbox', { name: 'chain-' })).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('checkbox', { name: 'chain-7' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\?chain=chain-7$/)
  await expect(page.locator('[data-row]')).toHaveCount(2)
  const row = page.locator('[data-row="1"]')
  await row.getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'Your verdict' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\?chain=chain-7$/)
  await expect(row.getByRole('link').first()).toBeFocused()
})

test('gates and chains are walked by keys', async ({ desk }) => {
  await makeWorseVersion(desk)
  await sendRuns(desk, [runBody({ chain: 'zebra' })])
  const page = await desk.open('reviewer', '/gates')
  const gate = page.getByRole('link', { name: 'Is answers 1.0.1 worse than 1.0.0?' })
  await untilTaken(gate)
  await untilListening(page)
  await page.keyboard.press('j')
  await expect(gate).toBeFocused()
  await page.goto(`/p/${desk.slug}/chains`)
  const chain = page.getByRole('link', { name: 'zebra', exact: true })
  await untilTaken(chain)
  await untilListening(page)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(chain).toBeFocused()
})

test('a low window keeps room to read: bars do not stick, nor cover what has the focus', async ({ desk }) => {
  const output = { answer: 'A long answer. '.repeat(400) }
  const run = await sendRun(desk, runBody({ output }))
  const page = await desk.open('reviewer', `/runs/${run.runId}`)
  const approve = page.getByRole('button', { name: 'Approve' })
  await expect(approve).toBeInViewport()
  await page.setViewportSize({ width: 844, height: 390 })
  await expect(approve).not.toBeInViewport()
  const comment = page.getByRole('button', { name: 'Comment on step 2' })
  await approve.scrollIntoViewIfNeeded()
  await expect(page.getByRole('banner')).not.toBeInViewport()
  await comment.focus()
  const isSeen = () =>
    comment.evaluate((one) => {
      const { left, top, width, height } = one.getBoundingClientRect()
      return one.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
  await expect.poll(isSeen).toBe(true)
  await page.setViewportSize({ width: 844, height: 700 })
  await approve.focus()
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await comment.focus()
  await expect.poll(isSeen).toBe(true)
  await page.setViewportSize({ width: 844, height: 390 })
  await approve.scrollIntoViewIfNeeded()
  await approve.click()
  await expect(page.getByRole('region', { name: 'Your verdict' })).toContainText('Approved by Rita Reviewer')
})
