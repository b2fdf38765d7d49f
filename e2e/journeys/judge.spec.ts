import { evaluateQualityGate } from '@/lib/contracts/quality/evaluate-quality-gate'
import { startFakeJudge } from '@/lib/operations/testing/fake-judge'
import { expectNoFaults, expectToFitPhone, LIGHT } from '../axe'
import { expect, test } from '../fixtures'
import { untilLive } from '../windows'

test('without a judge the page explains how to connect one, and a gate is unjudged and does not pass', async ({
  desk,
}) => {
  const task = { type: 'analysis', description: 'Compare the two parsers.' }
  const unjudged = await desk.send(evaluateQualityGate, { task, result: { output: 'They differ.', toolCalls: 1 } })
  expect(unjudged).toMatchObject({ verdict: 'unjudged', passed: false, score: null, unjudgedReason: 'not_configured' })

  for (const who of ['admin', 'viewer'] as const) {
    const page = await desk.open(who, '/settings')
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Judge' }).click()
    await expect(page.getByRole('heading', { name: 'Connect a judge' })).toBeVisible()
    await expect(page.getByRole('note').filter({ hasText: 'No judge configured' })).toContainText(
      'nothing passes unjudged',
    )
    await expect(page.getByRole('region', { name: 'Connect a judge' })).toContainText('JUDGE_BASE_URL=')
    await expect(page.getByRole('button', { name: 'Test the judge' })).toHaveCount(0)
  }
})

test('an admin adds a judge, tests it, reorders and removes one; a viewer can only look', async ({ desk, visit }) => {
  const fake = await startFakeJudge()
  const page = await visit('admin', `/p/${desk.slug}/settings/judge`, LIGHT)
  await untilLive(page)
  const add = async (name: string, protocol: string, address: string) => {
    await page.getByRole('button', { name: 'Add a judge' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a judge' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    await dialog.getByRole('combobox', { name: 'Protocol' }).click()
    await page.getByRole('option', { name: protocol }).click()
    await dialog.getByRole('textbox', { name: 'Address' }).fill(address)
    await dialog.getByRole('textbox', { name: 'Model' }).fill('fake')
    await dialog.getByLabel('API key').fill('the-key-of-the-judge')
    await expectNoFaults(page, 'a new judge')
    await dialog.getByRole('button', { name: 'Add the judge' }).click()
    await expect(dialog).toBeHidden()
  }
  await add('House judge', 'OpenAI and compatible', fake.url)
  await add('Second judge', 'Anthropic', 'http://127.0.0.1:9')
  const judges = page.getByRole('list', { name: 'Judges' }).getByRole('listitem')
  await expect(judges).toHaveCount(2)
  await expect(judges.first()).toContainText('Asked first')
  await expect(judges.first()).toContainText('key set')

  await page.getByRole('button', { name: 'Test House judge' }).click()
  const trial = page.getByRole('dialog', { name: 'Test House judge' })
  await trial.getByRole('button', { name: 'Ask' }).click()
  await expect(trial.getByText(/Score 5 of 5/)).toBeVisible()
  await trial.getByRole('button', { name: 'Close' }).first().click()
  expect(fake.requests.at(-1)?.authorization).toBe('Bearer the-key-of-the-judge')

  await page.getByRole('button', { name: 'More for Second judge' }).click()
  await page.getByRole('menuitem', { name: 'Ask it first' }).click()
  await expect(judges.first()).toContainText('Second judge')
  await expectNoFaults(page, 'judges')
  await expectToFitPhone(page, 'judges')
  await page.getByRole('button', { name: 'More for Second judge' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(judges).toHaveCount(1)

  const viewer = await desk.open('viewer', '/settings/judge')
  await expect(viewer.getByRole('list', { name: 'Judges' })).toContainText('House judge')
  await expect(viewer.getByRole('button', { name: /Add a judge|Test|More for/ })).toHaveCount(0)
  await fake.close()
})
