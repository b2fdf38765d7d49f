import { listGates } from '@/lib/contracts/gates'
import { expect, test } from '../fixtures'
import { runBody, sendRuns } from '../runs'

const kept = (version: string, scenario: string, efficiency = 0.9) =>
  runBody({
    version,
    scenario,
    signals: {},
    tokens: { input: Math.round(1000 - 1000 * efficiency), output: Math.round(1000 * efficiency) },
  })

test('a gate shows how certain the regression is, by scenario, and warns about differing inputs', async ({ desk }) => {
  await sendRuns(desk, [...['refund', 'invoice', 'greeting'].map((name) => kept('1.0.0', name))])
  const contract = { requiredOutputs: ['answer', 'source'], strict: true }
  const broken = { ...kept('1.0.1', 'refund'), output: { answer: '', other: 1 }, contract }
  await sendRuns(desk, [kept('1.0.1', 'invoice'), broken, kept('1.0.1', 'a new one')])
  const { gates } = await desk.send(listGates, { state: 'pending' })
  const gate = gates.find(({ kind }) => kind === 'regression')
  const page = await desk.open('reviewer', `/gates/${gate?.id}`)

  const evidence = page.getByRole('region', { name: 'Evidence' })
  await expect(evidence).toContainText('Regressed by the rule, but inconclusive')
  await expect(evidence).toContainText('Contract breaks are counted separately')
  await expect(evidence).toContainText('2 of 4 scenarios were run by both versions')

  const moved = page.getByRole('region', { name: 'How far it moved' })
  await expect(moved.getByRole('listitem').filter({ hasText: 'On the same scenarios' })).toContainText('2 scenarios')
  await moved.getByText('The scenarios as a table').click()
  await moved.getByRole('link', { name: 'refund', exact: true }).click()
  await expect(page).toHaveURL(/scenario=refund/)
  await expect(page.getByText('2 runs').first()).toBeVisible()

  await page.goBack()
  await expect(page.getByRole('row', { name: /Conformance/ })).toContainText('2 of 3')
})
