import type { Page } from '@playwright/test'
import { askPairs, decidePair, nextPair } from '@/lib/contracts/pairs'
import { patchRun } from '@/lib/contracts/run-changes'
import { listRuns } from '@/lib/contracts/runs'
import { expectNoFaults, expectToFitPhone, LIGHT } from '../axe'
import type { Desk } from '../desk'
import { expect, test } from '../fixtures'
import { runBody, sendRuns } from '../runs'
import { untilListening } from '../windows'

const versions = { chain: 'answers', a: '1.0.0', b: '1.1.0' }
const sides = 'a=version:answers@1.0.0&b=version:answers@1.1.0'

/** Two versions that ran the same scenarios, and a question to people about them. */
async function askAbout(desk: Desk, scenarios: readonly string[]): Promise<void> {
  await sendRuns(
    desk,
    ['1.0.0', '1.1.0'].flatMap((version) =>
      scenarios.map((scenario) =>
        runBody({ version, scenario, output: { answer: version === '1.0.0' ? 'Please do.' : 'Do it.' } }),
      ),
    ),
  )
  await desk.as('admin')(askPairs, versions)
}

const place = (page: Page, text: string) => page.getByText(text, { exact: false })
const shownFirst = (page: Page) =>
  page
    .getByRole('region', { name: 'A', exact: true })
    .getByText(/^(?:Please do|Do it)\.$/)
    .textContent()

test('an answer on a pair is taken back, after the last one too, until the sides are shown', async ({
  desk,
  visit,
}) => {
  await askAbout(desk, ['late parcel', 'refund', 'reset password'])
  const page = await visit('colleague', `/p/${desk.slug}/review/pairs?${sides}`, LIGHT)
  const answer = page.getByRole('region', { name: 'Your answer' })
  const own = page.getByRole('region', { name: 'Answers so far' })
  const note = page.getByRole('textbox', { name: 'Note' })
  await expect(place(page, '1 of 3')).toBeVisible()
  await untilListening(page)
  const first = (await place(page, '1 of 3').textContent()) ?? ''
  const side = await shownFirst(page)

  // The key takes it back while the next pair is on its way, or is there; the note comes back with the pair.
  await note.fill('Politer')
  await note.press('Escape')
  await page.keyboard.press('a')
  await expect(answer).toContainText('You chose A.')
  await page.keyboard.press('u')
  await expect(answer).toContainText('Taken back. You had chosen A.')
  await expect(page.getByText(first)).toBeVisible()
  await expect(note).toHaveValue('Politer')
  expect(await shownFirst(page)).toBe(side)

  // The pair stays in view while it is asked for again, and takes no answer until then.
  await expect(page.getByRole('button', { name: 'B is better' })).toBeEnabled()
  await page.keyboard.press('b')
  await expect(place(page, '2 of 3')).toBeVisible()
  await page.keyboard.press('e')
  await expect(place(page, '3 of 3')).toBeVisible()
  // An earlier one is in the list, also after a reload.
  await page.reload()
  await untilListening(page)
  await expect(answer).toContainText('Your last answer: neither.')
  await own.getByText('2 answers').click()
  await expect(own.getByRole('listitem').last()).toContainText('Politer')
  await expectNoFaults(page, 'a pair with own answers')
  await expectToFitPhone(page, 'a pair with own answers')
  await own.getByRole('listitem').last().getByRole('button', { name: 'Take back' }).click()
  await expect(answer).toContainText('Taken back. You had chosen B.')
  await expect(own.getByRole('listitem').last().getByRole('button', { name: 'Take back' })).toBeFocused()
  const scenario = first.split('scenario ')[1] ?? ''
  await expect(place(page, '2 of 3')).toContainText(scenario)
  expect(await shownFirst(page)).toBe(side)
  await page.keyboard.press('a')
  await expect(place(page, '3 of 3')).toBeVisible()
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toContainText('Take my last answer back')
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await page.keyboard.press('a')

  await expect(page.getByText('All pairs answered')).toBeVisible()
  const revealed = page.getByRole('region', { name: 'Which was which' })
  await expect(own.getByRole('listitem')).toHaveCount(3)
  await expect(revealed).toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText('1.1.0')
  await expectNoFaults(page, 'all pairs answered')
  await expectToFitPhone(page, 'all pairs answered')
  await page.keyboard.press('u')
  await expect(place(page, '3 of 3')).toBeVisible()
  await page.keyboard.press('e')
  await expect(page.getByText('All pairs answered')).toBeVisible()

  // What people say would give it away too.
  await page.getByRole('link', { name: 'See what people say' }).click()
  const said = page.getByRole('region', { name: 'What people say' })
  await expect(said).toContainText('3 of 3 pairs have an answer.')
  await expect(said).toContainText('3 answers of yours can still change')
  await page.goBack()
  await page.getByRole('button', { name: 'See which was which' }).waitFor()
  await page.keyboard.press('r')
  await expect(revealed.getByRole('listitem')).toHaveCount(3)
  await expect(revealed).toContainText('refund')
  await expect(own).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Take the last answer back' })).toHaveCount(0)
  await page.reload()
  await expect(revealed.getByRole('listitem')).toHaveCount(3)
  await page.getByRole('link', { name: 'See what people say' }).click()
  await expect(said).not.toContainText('can still change')
})

test('an answer is taken back while another person has its pair, which comes back afterwards', async ({ desk }) => {
  await askAbout(desk, ['refund'])
  const page = await desk.open('reviewer', `/review/pairs?${sides}`)
  await expect(place(page, '1 of 1')).toBeVisible()
  await page.keyboard.press('a')
  await expect(page.getByText('All pairs answered')).toBeVisible()
  const colleague = desk.as('colleague')
  const { pair } = await colleague(nextPair, versions)
  await page.getByRole('button', { name: 'Take the last answer back' }).click()
  await expect(page.getByText('Someone else has this pair now.')).toBeVisible()
  await expect(page.getByText('Others are answering the rest')).toBeVisible()
  await colleague(decidePair, { pairId: pair?.id ?? '', choice: 'equal' })
  await page.getByRole('button', { name: 'Look again' }).click()
  await expect(place(page, '1 of 1')).toBeVisible()
})

test('an answer on a pair of which a side changed since it was shown is asked for again', async ({ desk }) => {
  await askAbout(desk, ['refund'])
  const page = await desk.open('reviewer', `/review/pairs?${sides}`)
  await expect(place(page, '1 of 1')).toBeVisible()
  await untilListening(page)
  const { runs } = await desk.send(listRuns, {})
  await desk.send(patchRun, { runId: runs[0]?.id ?? '', metadata: { amount: 700 } })
  await page.keyboard.press('a')
  await expect(page.getByText('changed after you opened it: compare them again')).toBeVisible()
  await expect(page.getByRole('button', { name: 'B is better' })).toBeEnabled()
  await page.keyboard.press('b')
  await expect(page.getByText('All pairs answered')).toBeVisible()
})
