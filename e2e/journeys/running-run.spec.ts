import { patchRun } from '@/lib/contracts/run-changes'
import { sendSignals } from '@/lib/contracts/sent-signals'
import { expectNoFaults, expectToFitPhone, LIGHT } from '../axe'
import { expect, test } from '../fixtures'
import { runBody, sendRuns } from '../runs'
import { untilLive } from '../windows'

test('a running run is not decided; its end and late signals reach the open page', async ({ desk, visit }) => {
  await desk.send(sendSignals, { runId: 'report-7', signals: [{ evaluator: 'peer', value: 0.5, id: 'judge' }] })
  const [run] = await sendRuns(desk, [
    runBody({ id: 'report-7', status: 'running', signals: [] }),
    runBody({ id: 'other' }),
  ])
  const page = await visit('reviewer', `/p/${desk.slug}/runs/${run?.runId}`, LIGHT)
  await untilLive(page)
  const decision = page.getByRole('region', { name: 'What the desk decided' })
  const verdict = page.getByRole('region', { name: 'Your verdict' })
  const confidence = page.getByRole('region', { name: 'Confidence' })
  await expect(decision).toContainText('Not decided yet')
  await expect(confidence).toContainText('0.50')
  await expect(verdict).toContainText('You can review it when it has ended.')
  await expect(verdict.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await expectNoFaults(page, 'a running run')
  await expectToFitPhone(page, 'a running run')

  await desk.send(patchRun, { runId: 'report-7', status: 'completed', output: { answer: 'Done.' } })
  await expect(decision).toContainText('Try again')
  await expect(verdict.getByRole('button', { name: 'Approve' })).toBeVisible()

  await desk.send(sendSignals, {
    runId: 'report-7',
    signals: [{ evaluator: 'peer', value: 0.95, source: 'a second look' }],
  })
  await expect(decision).toContainText('Accepted')
  await expect(confidence).toContainText('0.95')
})

test('the list and the overview show which runs are still running', async ({ desk }) => {
  await sendRuns(desk, [runBody({ id: 'done' }), runBody({ id: 'under-way', status: 'running' })])
  const page = await desk.open('viewer')
  await page.getByRole('link', { name: '1 still running' }).click()
  const row = page.getByRole('row', { name: /under-way/ })
  await expect(row).toContainText('Not yet')
  await expect(page.getByRole('row', { name: /done/ })).toHaveCount(0)
})
