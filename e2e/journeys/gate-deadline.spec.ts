import { getChain } from '@/lib/contracts/chains'
import { decideGate, getGate, openGate } from '@/lib/contracts/gates'
import { facetsMost } from '@/lib/contracts/limits'
import { getRun } from '@/lib/contracts/run-detail'
import { expect, test } from '../fixtures'
import { runBody, sendRun, sendRuns } from '../runs'

const SECOND_HOURS = 1 / 3600

test('an undecided gate halts the version at its deadline and approves nothing', async ({ desk }) => {
  const run = await sendRun(desk)
  const { gate } = await desk.send(openGate, {
    chain: 'answers',
    version: '1.0.0',
    question: 'Is this good enough to go on?',
    deadlineHours: 6 * SECOND_HOURS,
  })
  const page = await desk.open('reviewer', `/gates/${gate.id}`)
  await expect(page.getByText('At zero: the chain halts at 1.0.0; nothing serves. Nothing is approved.')).toBeVisible()
  const { evidenceDigest } = await desk.send(getGate, { gateId: gate.id })

  const record = page.getByRole('region', { name: 'Record of the decision' })
  await expect(record).toContainText('Timed out', { timeout: 20_000 })
  await expect(page).toHaveTitle(`Timed out: ${gate.title} · Veritas`)
  await expect(record).toContainText(
    '1.0.0 was halted; nothing serves. Nothing was approved, and no confidence changed.',
  )
  await expect(page.getByRole('button', { name: 'Approve' })).toBeHidden()
  await expect(record.getByRole('button', { name: 'Take back' })).toBeHidden()
  await expect(record).toContainText('A time-out cannot be undone')
  await record.getByRole('button', { name: 'Open a gate' }).click()
  await expect(page.getByRole('dialog', { name: 'Open a gate' })).toContainText('About answers 1.0.0.')

  const late = desk.as('reviewer')(decideGate, { gateId: gate.id, verdict: 'approved', evidenceDigest })
  await expect(late).rejects.toMatchObject({ code: 'deadline_passed' })
  const { chain } = await desk.send(getChain, { chain: 'answers' })
  expect(chain.versions[0]).toMatchObject({ version: '1.0.0', state: 'halted', served: false })
  const after = await desk.send(getRun, { runId: run.runId })
  expect(after.signals.filter((signal) => signal.evaluator === 'human')).toEqual([])
})

test('a person opens a gate, and can ask the question again once it is closed', async ({ desk, people }) => {
  // More versions than a list offers: the one in question is the oldest.
  await sendRuns(desk, [runBody()])
  await sendRuns(
    desk,
    Array.from({ length: facetsMost.versions }, (_, place) => runBody({ version: `1.1.${place}` })),
  )
  const page = await desk.open('reviewer', '/gates')
  await page.getByRole('button', { name: 'Open a gate' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Open a gate' })
  await dialog.getByRole('combobox', { name: 'Chain' }).click()
  await page.getByRole('option', { name: 'answers' }).click()
  await dialog.getByRole('combobox', { name: 'Version' }).click()
  await expect(page.getByRole('option', { name: '1.0.0' })).toHaveCount(0)
  await page.getByPlaceholder('Find a version').fill('1.0.0')
  await page.getByRole('option', { name: '1.0.0' }).click()
  await dialog.getByRole('textbox', { name: 'Question' }).fill('May this answer customers?')
  await dialog.getByRole('button', { name: 'Open the gate' }).click()
  await expect(page.getByRole('heading', { name: 'Keep answers 1.0.0?' })).toBeVisible()
  await expect(page.getByText('May this answer customers?')).toBeVisible()
  await expect(page.getByText(`asked by ${people.reviewer.name}`)).toBeVisible()
})
