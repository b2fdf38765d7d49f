import { evaluateQualityGate } from '@/lib/contracts/quality/evaluate-quality-gate'
import { expect, test } from '../fixtures'

test('without a judge the page teaches how to connect one, and a gate says unjudged and passes nothing', async ({
  desk,
}) => {
  const task = { type: 'analysis', description: 'Compare the two parsers.' }
  const unjudged = await desk.send(evaluateQualityGate, { task, result: { output: 'They differ.', toolCalls: 1 } })
  expect(unjudged).toMatchObject({ verdict: 'unjudged', passed: false, score: null, unjudgedReason: 'not_configured' })

  for (const who of ['admin', 'viewer'] as const) {
    const page = await desk.open(who, '/settings')
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Judge' }).click()
    await expect(page.getByRole('heading', { name: 'Connect a judge' })).toBeVisible()
    await expect(page.getByRole('note').filter({ hasText: 'No judge is configured' })).toContainText(
      'nothing passes unjudged',
    )
    await expect(page.getByRole('region', { name: 'Connect a judge' })).toContainText('JUDGE_BASE_URL=')
    await expect(page.getByRole('button', { name: 'Test the judge' })).toHaveCount(0)
  }
})
