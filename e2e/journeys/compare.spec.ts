import { readFile } from 'node:fs/promises'
import { deleteRuns } from '@/lib/contracts/data'
import { askPairs } from '@/lib/contracts/pairs'
import { expectNoFaults, expectToFitPhone, LIGHT } from '../axe'
import type { Desk } from '../desk'
import { expect, test } from '../fixtures'
import { runBody, sendRuns } from '../runs'
import { holdPages, untilListening } from '../windows'

const scenarios = ['late parcel', 'lost parcel', 'refund', 'reset password']
const compared = '/compare?a=version:answers@1.0.0&b=version:answers@1.1.0'

/** Many fields that differ between the versions. */
const pricesOf = (version: string) =>
  Object.fromEntries(Array.from({ length: 130 }, (_, place) => [`price ${place}`, `${place}.${version.at(-3)}`]))

/** Sends runs of the same scenarios for two versions; the second one fails at the refund, whose output may have more fields. */
async function sendVersions(desk: Desk, ofRefund?: (version: string) => Record<string, string>): Promise<void> {
  const retrieve = { id: 'retrieve', type: 'tool', durationMs: 120, output: { found: 3 } }
  const broken = { ...retrieve, status: 'failed' as const, output: undefined, error: 'rate limit exceeded (429)' }
  const answer = { id: 'answer', type: 'llm', dependencies: ['retrieve'], output: 'Open Settings.' }
  const of = (version: string, scenario: string) => {
    const isBroken = version === '1.1.0' && scenario === 'refund'
    return runBody({
      version,
      scenario,
      nodes: [isBroken ? broken : retrieve, answer],
      output: {
        answer: isBroken ? '' : `${version === '1.0.0' ? 'Please' : 'Kindly'} open Settings.`,
        ...(scenario === 'refund' && ofRefund?.(version)),
      },
    })
  }
  await sendRuns(
    desk,
    ['1.0.0', '1.1.0'].flatMap((version) => scenarios.map((scenario) => of(version, scenario))),
  )
}

test('two clicks from a chain lead to the failed step that made a version worse', async ({ desk, visit }) => {
  await sendVersions(desk, pricesOf)
  const page = await visit('viewer', `/p/${desk.slug}/chains/answers`, LIGHT)
  await page.getByRole('link', { name: 'Compare versions' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '1.0.0 and 1.1.0' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('1 kind of failure is new.')
  await page.goto(`/p/${desk.slug}/chains/answers/compare`)
  await expect(page.getByRole('heading', { level: 1, name: '1.0.0 and 1.1.0' })).toBeVisible()
  await untilListening(page)
  await page.getByRole('radio', { name: /^Worse/ }).click()
  await expect(page).toHaveURL(/show=worse/)
  await expect(page.getByRole('table', { name: 'Scenarios of both versions' }).getByRole('row')).toHaveCount(2)
  await expectNoFaults(page, 'versions compared')
  await expectToFitPhone(page, 'versions compared')

  const first = page.getByRole('region', { name: 'The scenarios that fell most' }).getByRole('listitem').first()
  await expect(first).toContainText('refund')
  await first.getByRole('link', { name: 'Side by side' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Scenario refund: 1.0.0 and 1.1.0' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('B failed at step 1, retrieve, A did not.')
  await expect(page.getByRole('main').locator('del').first()).toBeVisible()
  const more = page.getByRole('button', { name: 'Show 100 of 119 more differences' })
  await more.click()
  await expect(page.getByRole('button', { name: 'Show 19 more differences' })).toBeVisible()
  await untilListening(page)
  await expectNoFaults(page, 'runs compared')
  await expectToFitPhone(page, 'runs compared')
  await page.keyboard.press('n')
  const steps = page.getByRole('region', { name: 'Steps' })
  await expect(steps.getByRole('link', { name: /retrieve/ }).first()).toBeFocused()
  await steps
    .getByRole('link', { name: /retrieve/ })
    .last()
    .click()
  await expect(page).toHaveURL(/\/runs\/.*step=retrieve/)
})

test('two runs to compare are found by words of their answers', async ({ desk, visit }) => {
  await sendVersions(desk)
  const page = await visit('viewer', `/p/${desk.slug}/compare`, LIGHT)
  await untilListening(page)
  const runs = page.getByRole('region', { name: 'Runs' })
  await expect(runs.getByRole('button', { name: 'Compare' })).toBeDisabled()
  for (const [side, words, hint, other] of [
    ['Baseline', 'please settings', 'answers@1.0.0', 'answers@1.1.0'],
    ['Compared with', 'kindly', 'answers@1.1.0', 'answers@1.0.0'],
  ] as const) {
    await runs.getByRole('combobox', { name: side }).click()
    const found = page.getByRole('option')
    await expect(found.last()).toBeVisible()
    await page.keyboard.press('End')
    await expect(found.last()).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('combobox', { name: 'Find a run' }).fill(words)
    await expect(found.filter({ hasText: other })).toHaveCount(0)
    await expect(found.filter({ hasText: hint }).first()).toBeVisible()
    // Not what was marked before the typing, although it is found too.
    await expect(found.first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(runs.getByRole('combobox', { name: side })).toBeFocused()
  }
  await runs.getByRole('button', { name: 'Compare' }).click()
  await expect(page).toHaveURL(/\/compare\?/)
  await expect(page.getByRole('region', { name: 'Steps' })).toBeVisible()
})

test('another version that is long in coming says that it loads, and replaces the page in the history', async ({
  desk,
  visit,
}) => {
  await sendVersions(desk)
  await sendRuns(desk, [runBody({ version: '1.2.0' })])
  const page = await visit('viewer', `/p/${desk.slug}/chains`, LIGHT)
  await page.goto(`/p/${desk.slug}${compared}`)
  await untilListening(page)
  const pages = await holdPages(page)
  await page.getByRole('combobox', { name: 'Compared with' }).click()
  await page.getByRole('option', { name: '1.2.0' }).click()
  const progress = page.getByRole('status').filter({ hasText: 'Loading the page' })
  await expect(progress).toBeVisible()
  pages.release()
  await expect(page.getByRole('heading', { level: 1, name: '1.0.0 and 1.2.0' })).toBeVisible()
  await expect(progress).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Chains' })).toBeVisible()
})

test('people choose the better of two versions without knowing which is which', async ({ desk, visit }) => {
  await sendVersions(desk)
  const asker = await desk.open('reviewer', compared)
  await asker.getByRole('button', { name: 'Ask people which is better' }).click()
  await expect(asker.getByRole('heading', { level: 1, name: 'Which is better?' })).toBeVisible()

  const page = await visit('colleague', `/p/${desk.slug}/review/pairs${compared.slice('/compare'.length)}`, LIGHT)
  const answer = page.getByRole('region', { name: 'Your answer' })
  const note = page.getByRole('textbox', { name: 'Note' })
  await expect(page.getByText('1 of 4')).toBeVisible()
  await untilListening(page)
  // A note outlives an answer that did not arrive, and a pair that could not be loaded is asked for again.
  await note.fill('Politer')
  await page.route('**/api/v1/pairs/**', (route) => route.abort())
  await answer.getByRole('button', { name: 'Neither' }).click()
  await expect(page.getByText('The next pair could not be loaded')).toBeVisible()
  await page.unroute('**/api/v1/pairs/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(note).toHaveValue('Politer')
  const refused: string[] = []
  page.on('response', (response) => response.status() === 409 && refused.push(response.url()))
  for (const place of [1, 2, 3]) {
    // A skipped pair comes back only on request.
    if (place === 3) await page.getByRole('button', { name: 'Show them again' }).click()
    const headline = page.getByText(`${place} of 4`)
    await expect(headline).toBeVisible()
    if (place === 2) {
      const skipped = (await headline.textContent()) ?? ''
      await page.keyboard.press('s')
      await expect(headline).not.toHaveText(skipped)
      await expect(answer).not.toContainText('You chose')
    }
    await expect(page.getByRole('main').getByRole('region', { name: 'A', exact: true })).toBeVisible()
    if (place === 1) {
      await untilListening(page)
      await expect(page.getByRole('main')).not.toContainText('1.1.0')
      await expectNoFaults(page, 'a pair')
      await expectToFitPhone(page, 'a pair')
    }
    await expect(page.getByRole('table', { name: 'Differences of the answers' })).toContainText('open Settings.')
    const isFirst = await page.getByRole('region', { name: 'A', exact: true }).getByText('Please').isVisible()
    await page.keyboard.press(isFirst ? 'a' : 'b')
    // What an answer revealed would give the next pair away.
    if (place === 1) await expect(answer).toContainText(isFirst ? 'You chose A.' : 'You chose B.')
    if (place === 1) await expect(page.getByRole('main')).not.toContainText('1.1.0')
    if (place === 2) await expect(page.getByText('Only skipped pairs are left')).toBeVisible()
  }
  await expect(page.getByText('Only skipped pairs are left')).toHaveCount(0)
  // The last pair is assigned to the person who asked.
  await expect(page.getByText('Others are answering the rest')).toBeVisible()
  const revealed = page.getByRole('region', { name: 'Which was which' })
  await expect(revealed).toHaveCount(0)
  expect(refused).toEqual([])
  await page.getByRole('button', { name: 'Stop and see which was which' }).click()
  await page.getByRole('dialog', { name: 'Stop here?' }).getByRole('button', { name: 'Stop and see' }).click()
  await expect(revealed.getByText('1.0.0 over 1.1.0')).toHaveCount(3)
  await expect(page.getByText('You stopped here')).toBeVisible()
  await page.getByRole('link', { name: 'See what people say' }).click()
  await expect(page.getByRole('region', { name: 'What people say' })).toContainText(
    '1.0.0 was better in 3 of 3 decided pairs',
  )
  const said = page.getByRole('region', { name: 'What people say' })
  await said.getByText('1.0.0 was better in 3 pairs').click()
  await expectNoFaults(page, 'the pairs of a count')
  const saving = page.waitForEvent('download')
  await said.getByRole('link', { name: 'Save what people preferred' }).click()
  const saved = await readFile(await (await saving).path(), 'utf8')
  const preferred = saved
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(preferred.map(({ chosen_version }) => chosen_version)).toEqual(['1.0.0', '1.0.0', '1.0.0'])
  await said.getByRole('listitem').first().getByRole('link').click()
  await expect(page).toHaveURL(/\/compare\?a=run.*&b=run/)
  await expect(page.getByRole('main')).toContainText('1.1.0')

  // The person who asked has a pair to answer, which the others would give away.
  await asker.goto(`/p/${desk.slug}${compared}`)
  const asked = asker.getByRole('region', { name: 'What people say' })
  await expect(asked).toContainText('4 pairs wait for your answer')
  await expect(asked.getByText('1.0.0 was better in 3 pairs')).toHaveCount(0)
  await asked.getByRole('button', { name: 'Open them now' }).click()
  await asker.getByRole('dialog', { name: 'Open the pairs?' }).getByRole('button', { name: 'Open' }).click()
  await expect(asked.getByText('1.0.0 was better in 3 pairs')).toBeVisible()
})

test('a pair whose run was deleted meanwhile makes way for the next one, and says why', async ({ desk }) => {
  const of = (version: string, scenario: string) => runBody({ version, scenario, output: { answer: version } })
  const asked = ['first', 'second', 'third']
  const runs = await sendRuns(
    desk,
    asked.map((scenario) => of('1.0.0', scenario)),
  )
  await sendRuns(
    desk,
    asked.map((scenario) => of('1.1.0', scenario)),
  )
  await desk.as('reviewer')(askPairs, { chain: 'answers', a: '1.0.0', b: '1.1.0' })
  const page = await desk.open('reviewer', `/review/pairs${compared.slice('/compare'.length)}`)
  for (const [place, key] of ['s', 'a'].entries()) {
    const headline = page.getByText(`1 of ${asked.length - place}`)
    const shown = (await headline.textContent()) ?? ''
    const runId = runs[asked.findIndex((scenario) => shown.endsWith(scenario))]?.runId ?? ''
    await desk.as('admin')(deleteRuns, { runIds: [runId] })
    await page.keyboard.press(key)
    await expect(page.getByText(`1 of ${asked.length - place - 1}`)).toBeVisible()
    await expect(page.getByText('A run of that pair was deleted meanwhile: nothing was recorded.')).toBeVisible()
  }
})

test('a comparison of what does not exist names it', async ({ desk }) => {
  await sendRuns(desk, [runBody({ id: 'order-1' })])
  const page = await desk.open('viewer', '/compare?a=run:order-2&b=run:order-3')
  const main = page.getByRole('main')
  await expect(page).toHaveTitle(/^Run order-2 and run order-3 not found/)
  await expect(main).toContainText('The address names run order-2 and run order-3. One of them may not exist.')
  await page.goto(`/p/${desk.slug}/compare?a=run:order-1&b=run:order-2`)
  await expect(page).toHaveTitle(/^Run order-2 not found/)
  await page.goto(`/p/${desk.slug}/compare?a=version:answers@1.0.0&b=version:answers@9.9.9`)
  await expect(page).toHaveTitle(/^Answers 9\.9\.9 not found/)
  await page.goto(`/p/${desk.slug}/compare?a=run:order-1&b=anything`)
  await expect(page).toHaveTitle(/^Nothing to compare/)
  await expect(main).toContainText('Nothing to compare')
  await main.getByRole('link', { name: 'All runs' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Runs' })).toBeVisible()
})
