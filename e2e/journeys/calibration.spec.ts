import type { Page } from '@playwright/test'
import { getCalibration } from '@/lib/contracts/calibration'
import { putConfiguration } from '@/lib/contracts/configuration-requests'
import { reviewRun } from '@/lib/contracts/reviews'
import { expectNoFaults, expectToFitPhone, LIGHT } from '../axe'
import type { Desk } from '../desk'
import { expect, test } from '../fixtures'
import { runBody, sendRun, sendRuns } from '../runs'
import { untilLive } from '../windows'

const VERDICTS = 9

/** A run of three agents; reviewers approve those that complete. */
const body = (isGood: boolean) =>
  runBody({
    status: isGood ? 'completed' : 'failed',
    nodes: [
      { id: 'plan', name: 'Planner', output: 'Read the file and sum it.' },
      { id: 'code', name: 'Coder', output: 'print(sum(rows))', dependencies: ['plan'] },
      {
        id: 'run',
        name: 'Terminal',
        output: isGood ? '1204' : "exitcode: 1 (execution failed)\nNameError: name 'rows' is not defined",
        dependencies: ['code'],
      },
    ],
    signals: { self: 0.9, peer: isGood ? 0.9 : 0.6 },
  })

async function fill(desk: Desk) {
  const runs = await sendRuns(
    desk,
    Array.from({ length: VERDICTS + 1 }, (_, at) => body(at % 3 > 0 && at < VERDICTS)),
  )
  const failed = runs.at(-1)?.runId ?? ''
  const review = async () => {
    for (const [at, { runId }] of runs.slice(0, VERDICTS).entries())
      await desk.as('reviewer')(
        reviewRun,
        at % 3 > 0 ? { runId, verdict: 'approve' } : { runId, verdict: 'reject', reason: 'no' },
      )
  }
  return { failed, review }
}

const cause = (page: Page) => page.getByRole('region', { name: 'Which step caused it' })

test('predictions are learned from nine verdicts, and shown with how reliable they are', async ({ desk, visit }) => {
  test.slow()
  const { failed, review } = await fill(desk)
  const page = await visit('reviewer', `/p/${desk.slug}`, LIGHT)
  await untilLive(page)
  await page.keyboard.press('g')
  await page.keyboard.press('k')
  await expect(page.getByRole('heading', { name: 'Calibration', level: 1 })).toBeVisible()
  await expect(page.getByText('No verdicts yet. Only the published scores apply.')).toBeVisible()
  await review()
  // The page is notified of the verdicts immediately, and of the learned model some seconds later.
  await expect(page.getByText(`Learned from ${VERDICTS} verdicts.`)).toBeVisible()
  const losses = page.getByRole('table', { name: 'Losses of the predictions' })
  // Fewer than all verdicts if the first models were there before the last one.
  const { confidence } = await desk.as('reviewer')(getCalibration, {})
  await expect(losses.getByRole('row', { name: /^Published confidence/ })).toContainText(
    `${confidence.published.brier.n}`,
  )
  await expect(page.getByRole('table', { name: 'Evaluators beside people' }).getByRole('row')).toHaveCount(4)
  const accepting = page.getByRole('region', { name: 'Accepting without a person' })
  await expect(accepting).toContainText('Needs 100 verdicts that were predicted, on runs drawn at random; 0 so far.')
  await accepting.getByRole('textbox').fill('2')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/errors=0\.02/)
  await page.reload()
  await expect(accepting.getByRole('textbox')).toHaveValue('2')
  await expectNoFaults(page, 'the calibration page')
  await expectToFitPhone(page, 'the calibration page')

  await page.goto(`/p/${desk.slug}/runs/${failed}`)
  const said = page.getByRole('region', { name: 'What people would say' })
  await expect(said).toContainText(`By its trace`)
  await expect(said).toContainText(`learned from ${VERDICTS} judged runs`)
  await expect(cause(page).getByRole('button', { name: 'Confirm Coder' })).toBeVisible()
  await expectNoFaults(page, 'a run with its predictions')
  await expectToFitPhone(page, 'a run with its predictions')

  await desk.as('admin')(putConfiguration, { config: { learning: { enabled: false } }, expected: 0 })
  await expect(said).toBeHidden()
  await page.goto(`/p/${desk.slug}/calibration`)
  await expect(page.getByRole('note')).toContainText('Learning is switched off')
})

test('a person confirms which step caused a failure, corrects it, and undoes it', async ({ desk }) => {
  const run = await sendRun(desk, body(false))
  const viewer = await desk.open('viewer', `/runs/${run.runId}`)
  const page = await desk.open('reviewer', `/runs/${run.runId}`)
  await expect(cause(viewer)).toContainText('NameError')
  await expect(cause(viewer).getByRole('button', { name: 'Confirm' })).toHaveCount(0)

  await cause(page)
    .getByRole('button', { name: /^Coder/ })
    .click()
  await expect(page).toHaveURL(/step=code/)
  await cause(page).getByRole('button', { name: 'Confirm Coder' }).click()
  await expect(cause(page)).toContainText('Rita Reviewer said: Coder, the first suggestion.')
  await expect(cause(viewer)).toContainText('Rita Reviewer said: Coder, the first suggestion.')
  await page.reload()
  await expect(cause(page)).toContainText('Rita Reviewer said: Coder, the first suggestion.')
  await expect(cause(page)).toContainText('The first suggestion was right in 1 of 1 run.')

  await cause(page).getByRole('button', { name: 'Take back' }).click()
  await cause(page).getByRole('button', { name: 'None of the steps' }).click()
  await expect(cause(page)).toContainText('Rita Reviewer said: none of its steps.')
  await expect(cause(page)).toContainText('The first suggestion was right in 0 of 1 run.')
  await cause(page).getByRole('button', { name: 'Take back' }).click()
  await expect(cause(page).getByRole('button', { name: 'None of the steps' })).toBeVisible()
})
