import { readFile } from 'node:fs/promises'
import { getBrief } from '@/lib/contracts/briefs'
import { addComment } from '@/lib/contracts/comments'
import { openGate } from '@/lib/contracts/gates'
import { keepScenario, listKeptScenarios } from '@/lib/contracts/kept-scenarios'
import { reviewRun } from '@/lib/contracts/reviews'
import { claimTrials, reportTrial } from '@/lib/contracts/trials'
import { publishVersion } from '@/lib/contracts/versions'
import { expectNoFaults, expectToFitPhone } from '../axe'
import { expect, test } from '../fixtures'
import { runBody, sendRun } from '../runs'
import { untilListening } from '../windows'

const chain = 'answers'
const question = 'Refund 200 EUR for order 4711'
const fetchFails = {
  status: 'failed' as const,
  nodes: [
    { id: 'plan', type: 'llm' },
    { id: 'fetch', name: 'Fetcher', status: 'failed' as const, error: 'connect ETIMEDOUT 10.0.0.7:5432' },
  ],
}

test("a rejected run is handed over and kept as a scenario, and the next version's gate shows that its fault came back", async ({
  desk,
}) => {
  const run = await sendRun(desk, runBody({ ...fetchFails, request: { question } }))
  const page = await desk.open('reviewer', `/runs/${run.runId}`)
  const verdict = page.getByRole('region', { name: 'Your verdict' })
  await untilListening(page)
  await page.keyboard.press('r')
  const reject = page.getByRole('dialog', { name: 'Reject this run' })
  await reject.getByRole('textbox', { name: 'Reason' }).fill('Paid without looking at the order.')
  await reject.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(verdict).toContainText('Rejected by Rita Reviewer')

  await verdict.getByRole('button', { name: 'Hand over' }).click()
  const handOver = page.getByRole('dialog', { name: 'Hand over' })
  const brief = handOver.getByRole('region', { name: 'The brief' })
  await expect(brief).toContainText(question)
  await expect(brief).toContainText('Rejected by Rita Reviewer: Paid without looking at the order.')
  await expect(brief).toContainText('Fetcher')
  // Whoever reads it while somebody comments hands over what was said.
  await desk.as('colleague')(addComment, { runId: run.runId, body: 'Ask for the order first.' })
  await expect(brief).toContainText('Ask for the order first.')
  await expectNoFaults(page, 'a brief')
  await expectToFitPhone(page, 'a brief')
  const saving = page.waitForEvent('download')
  await handOver.getByRole('button', { name: 'Download' }).click()
  const saved = await saving
  const { markdown, filename } = await desk.send(getBrief, { run: run.runId })
  expect(saved.suggestedFilename()).toBe(filename)
  expect(await readFile(await saved.path(), 'utf8')).toBe(markdown)
  await page.keyboard.press('Escape')
  await expect(handOver).toBeHidden()

  await expect(verdict.getByRole('button', { name: 'Keep as scenario' })).toBeEnabled()
  await page.keyboard.press('s')
  await expect(verdict).toContainText(`Kept as ${question}`)
  await verdict.getByRole('link', { name: question }).click()
  const kept = page.getByRole('region', { name: 'Kept scenarios' })
  await expect(kept).toContainText('Should be approved; was wrong: Fetcher: timed out and 1 more')
  await kept.getByRole('button', { name: `Rename ${question}` }).click()
  const rename = page.getByRole('dialog', { name: 'Rename the scenario' })
  await rename.getByRole('textbox', { name: 'Name' }).fill('refund without order')
  await rename.getByRole('button', { name: 'Rename' }).click()
  await expect(kept).toContainText('refund without order')

  const version = '1.1.0'
  const scenarios = [{ name: 'password', request: { question: 'How do I reset my password?' } }]
  await desk.send(publishVersion, { chain, version, scenarios, executor: { kind: 'local' }, dryRuns: 0 })
  const { claimed } = await desk.send(claimTrials, { chain, version, limit: 20 })
  for (const { trialId, attempt, scenario } of claimed) {
    const { id: _, chain: _chain, version: _version, ...good } = runBody()
    const answer = scenario === 'password' ? good : { ...good, ...fetchFails, request: { question } }
    await desk.send(reportTrial, { trialId, attempt, run: answer })
  }
  await expect(kept).toContainText('Came back')

  const { gate } = await desk.send(openGate, { chain, version, question: 'Is it fixed?' })
  await page.goto(`/p/${desk.slug}/gates/${gate.id}`)
  const back = page.getByRole('region', { name: '1 known fault came back' })
  await expect(back).toContainText('Kept: refund without order')
  await expect(back).toContainText('The fault of 1.0.0 came back: Fetcher: timed out.')
  await expectNoFaults(page, 'a gate with a fault that came back')
  await expectToFitPhone(page, 'a gate with a fault that came back')
})

test('a scenario whose verdict is taken back says so where it was kept, and is dropped there', async ({ desk }) => {
  const { runId } = await sendRun(desk, runBody({ request: { question } }))
  await desk.as('reviewer')(reviewRun, { runId, verdict: 'reject', reason: 'Paid without looking at the order.' })
  await desk.as('reviewer')(keepScenario, { runId, name: 'refund' })
  const page = await desk.open('reviewer', `/runs/${runId}`)
  const verdict = page.getByRole('region', { name: 'Your verdict' })
  await expect(verdict).toContainText('Kept as refund')
  await page.keyboard.press('u')
  await expect(verdict).toContainText('refund was kept with a verdict that was taken back')
  await expectNoFaults(page, 'a kept scenario without its verdict')
  await expectToFitPhone(page, 'a kept scenario without its verdict')
  await verdict.getByRole('link', { name: 'refund' }).click()
  const kept = page.getByRole('region', { name: 'Kept scenarios' })
  await expect(kept).toContainText('Its verdict was taken back')
  await page.goBack()
  await verdict.getByRole('button', { name: 'Retire it' }).click()
  await expect(verdict).not.toContainText('refund')
  expect(await desk.send(listKeptScenarios, { chain })).toMatchObject({ scenarios: [], retired: 1 })
})
