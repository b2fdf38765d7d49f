import { expectNoFaults, expectNotToScrollSideways, expectToFitPhone, PHONE } from '../axe'
import { expect, test } from '../fixtures'
import { runBody, sendRuns } from '../runs'

const reversed = '\u202Edesrever'

test('names of any length and script stay readable and in their place', async ({ desk }) => {
  const long = 'x'.repeat(200)
  const nodes = [
    {
      id: 'one',
      name: long,
      status: 'failed' as const,
      error: { message: long, code: long.slice(0, 64) },
      toolCalls: [{ name: long }],
    },
    { id: 'two', name: 'مرحبا بالعالم', output: 'مرحبا بالعالم، انتهى.' },
  ]
  await sendRuns(desk, [
    runBody({ id: 'long', title: long, chain: long, scenario: long, version: '1.2.3', status: 'failed', nodes }),
    runBody({ id: 'turned', chain: reversed, version: '1.2.3' }),
    runBody({ id: 'arabic', title: `طلب ${'استرداد المبلغ '.repeat(8)}`, request: 'How much?' }),
  ])
  const page = await desk.open('reviewer', '/runs')

  await test.step('of a name from right to left its beginning is shown', async () => {
    const name = page.getByRole('link', { name: /^طلب/ })
    const isInside = await name.evaluate((link) => {
      const text = document.createTreeWalker(link, NodeFilter.SHOW_TEXT).nextNode()
      const range = document.createRange()
      range.setStart(text ?? link, 0)
      range.setEnd(text ?? link, 3)
      const [word, box] = [range.getBoundingClientRect(), link.getBoundingClientRect()]
      return word.width > 0 && word.left >= box.left && word.right <= box.right + 1
    })
    expect(isInside).toBe(true)
  })

  await test.step('a long name does not widen the page', async () => {
    await page.getByRole('link', { name: long }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(long)
    await expectNoFaults(page, 'a run with long names')
    await expectToFitPhone(page, 'a run with long names')
  })

  await test.step('a long word in a finding does not widen the review', async () => {
    // Without the filter, the queue may begin with a run drawn at random.
    const review = await desk.open('colleague', `/review?chain=${long}`)
    await expect(review.getByRole('region', { name: 'Findings' })).toContainText(/x{80} … x{80}/)
    await expectNotToScrollSideways(review, 'a review with a long finding')
    await expectToFitPhone(review, 'a review with a long finding')
  })

  await test.step('the search of a transcript has the width of a phone', async () => {
    await page.setViewportSize(PHONE)
    await page.getByRole('button', { name: 'Find' }).click()
    const find = page.getByRole('textbox', { name: 'Find in this run' })
    const bar = page.getByRole('radiogroup', { name: 'Show the run as' })
    await expect(bar).toBeHidden()
    await find.fill('العالم')
    await expect(page.getByRole('search').getByRole('status')).toContainText('2')
    await page.keyboard.press('Escape')
    await expect(bar).toBeVisible()
  })

  await test.step('a name with direction marks does not turn the version after it around', async () => {
    await page.goto(page.url().replace(/runs\/.*/, 'runs'))
    await page.getByRole('link', { name: /turned/ }).click()
    const link = page.getByRole('link', { name: `${reversed}@1.2.3` })
    const [name, version] = [link.locator('bdi').first(), link.locator('bdi').last()]
    const [nameBox, versionBox] = [await name.boundingBox(), await version.boundingBox()]
    expect(versionBox?.x).toBeGreaterThan(nameBox?.x ?? Infinity)
  })
})

test('a chain and a version have a page whatever characters their names consist of', async ({ desk }) => {
  const names = ['%', '%zz', '%2F', 'a/b', '../x', '#?+', 'null']
  await sendRuns(
    desk,
    names.map((name) => runBody({ chain: name, version: name })),
  )
  const page = await desk.open('reviewer', '/chains')
  const heading = page.getByRole('heading', { level: 1 })
  for (const name of names) {
    const path = `/p/${desk.slug}/chains/${encodeURIComponent(name)}`
    await page.goto(path)
    await expect(heading).toHaveText(name)
    await page.goto(`${path}/versions/${encodeURIComponent(name)}`)
    await expect(heading).toHaveText(`${name} ${name}`)
  }
})

test('a long list of chains is shown in parts, and going back finds the same place', async ({ desk }) => {
  const names = Array.from({ length: 230 }, (_, place) => `chain-${String(place).padStart(3, '0')}`)
  await sendRuns(
    desk,
    names.map((chain) => runBody({ id: chain, chain })),
  )
  const page = await desk.open('viewer', '/chains')
  await expect(page.getByText('The first 50 of 230 chains')).toBeVisible()
  const last = page.getByRole('link', { name: 'chain-229', exact: true })
  for (const end of ['049', '099', '149', '199']) {
    await page.getByRole('link', { name: `chain-${end}`, exact: true }).scrollIntoViewIfNeeded()
  }
  await last.scrollIntoViewIfNeeded()
  await expect(page.getByText('of 230 chains')).toBeHidden()
  await last.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('chain-229')
  await page.goBack()
  await expect(last).toBeInViewport()
})
