import { checkVerification, decideDependent } from '@/lib/contracts/quality/verification'
import { expect, test } from '../fixtures'
import { runBody, sendRun } from '../runs'

test('an overridden verification is shown on its run and in the list, and blocks acceptance until a person approves', async ({
  desk,
}) => {
  const body = runBody()
  const named = { runId: body.id, nodeId: 'answer' }
  const criteria = { requiredTests: ['tests/a.py'] }
  const run = await sendRun(desk, body)
  const page = await desk.open('reviewer', `/runs/${run.runId}`)
  const decision = page.getByRole('region', { name: 'What the desk decided' })
  const checks = page.getByRole('region', { name: 'Checks' })
  await expect(decision).toContainText('Accepted')

  const first = await desk.send(checkVerification, { ...named, criteria, state: {} })
  await expect(checks).toContainText('Not verified yet')
  await expect(checks).toContainText('Run tests/a.py and make it pass.')
  await expect(decision).toContainText('Accepted')

  const second = await desk.send(checkVerification, { ...named, criteria, state: { nudges: first.nudges } })
  const third = await desk.send(checkVerification, { ...named, criteria, state: { nudges: second.nudges } })
  expect([first, second, third].map((check) => check.forceAllow)).toEqual([false, false, true])
  await expect(checks).toContainText('Overridden')
  await expect(page.getByText('Verification overridden')).toBeVisible()
  await expect(decision).toContainText('Try again')

  const dependencies = [{ id: 'answer', status: 'completed' as const }]
  await desk.send(decideDependent, { runId: body.id, nodeId: 'ship', dependencies })
  await expect(checks).toContainText('Let through without verification: answer.')

  await checks.getByRole('button', { name: 'answer', exact: true }).click()
  await expect(page).toHaveURL(/step=answer/)

  const list = await desk.open('viewer', '/runs?flagged=true')
  const row = list.getByRole('row').filter({ hasText: body.id })
  await expect(row.getByLabel('Verification overridden', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(decision).toContainText('Accepted')
  await expect(page.getByText('Verification overridden')).toBeVisible()
})
