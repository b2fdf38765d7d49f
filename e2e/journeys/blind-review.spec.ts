import { giveVerdict } from '@/lib/contracts/blind-reviews'
import { decideGate, getGate, openGate } from '@/lib/contracts/gates'
import { listRuns } from '@/lib/contracts/runs'
import { expectNoFaults, expectToFitPhone } from '../axe'
import { expect, test } from '../fixtures'
import { makeQueue, openRun, verdict } from '../review'
import { untilListening } from '../windows'

test("who settles a dispute sees neither verdict on the run's own page, until they have given theirs", async ({
  desk,
}) => {
  await makeQueue(desk, 1)
  const [run] = (await desk.send(listRuns, {})).runs
  const runId = run?.id ?? ''
  const helpful = (value: number) => [{ item: 'helpful', value }]
  const reason = 'The link is missing.'
  await desk.as('reviewer')(giveVerdict, { runId, verdict: 'reject', reason, answers: helpful(2) })
  await desk.as('colleague')(giveVerdict, { runId, verdict: 'approve', answers: helpful(5) })

  const reviewer = desk.as('reviewer')
  const { gate } = await reviewer(openGate, { runId, question: 'Good enough?' })
  const { evidenceDigest } = await reviewer(getGate, { gateId: gate.id })
  await reviewer(decideGate, { gateId: gate.id, verdict: 'rejected', evidenceDigest, reason })
  const waiting = (await reviewer(openGate, { runId, question: 'And now?' })).gate

  const page = await desk.open('admin', '/review')
  await expect(page.getByText('Two people disagree', { exact: false }).first()).toBeVisible()
  // Both reasons are there for who asks, by key, and without names.
  const sides = page.getByRole('region', { name: 'What both sides said' })
  await expect(sides.getByRole('button', { name: 'Read both reasons' })).toBeVisible()
  await expect(sides).not.toContainText(reason)
  await page.keyboard.press('v')
  for (const word of [reason, 'Rejected', 'Approved', 'No reason was given.', '2 of 5'])
    await expect(sides).toContainText(word)
  for (const word of ['Rita', 'Ben']) await expect(page.getByRole('main')).not.toContainText(word)
  await expectNoFaults(page, 'both sides of a dispute')
  await expectToFitPhone(page, 'both sides of a dispute')
  await openRun(page).click()
  await expect(page).toHaveURL(new RegExp(`/runs/${runId}`))
  await untilListening(page)
  const main = page.getByRole('main')
  await expect(main).toContainText('You review this run blind')
  for (const word of ['Rita', 'Ben', reason, 'Rejected', 'Approved']) await expect(main).not.toContainText(word)
  await expect(verdict(page)).toHaveCount(0)
  await expectNoFaults(page, 'a run reviewed blind')
  await expectToFitPhone(page, 'a run reviewed blind')
  await expect(main.getByRole('link', { name: 'Review it' })).toHaveAttribute(
    'href',
    new RegExp(`/review\\?run=${runId}`),
  )

  // Its gate says nothing of what others decided either, and the audit log only that they did something.
  await page.goto(`/p/${desk.slug}/gates/${gate.id}`)
  await expect(main).toContainText(
    'You review its run blind. How it was decided is shown once you have given your verdict.',
  )
  await page.goto(`/p/${desk.slug}/gates/${waiting.id}`)
  await expect(main.getByRole('note').filter({ hasText: 'You review its run blind' })).toBeVisible()
  await page.goto(`/p/${desk.slug}/settings/audit`)
  await page.getByRole('link', { name: 'Something on the run, shown after your verdict' }).first().click()
  await expect(page.getByRole('dialog')).toContainText('You review this run blind')
  await expect(page.getByRole('dialog')).not.toContainText(reason)
  await page.goto(`/p/${desk.slug}/runs/${runId}`)
  await untilListening(page)

  await desk.as('admin')(giveVerdict, { runId, verdict: 'approve', answers: helpful(4) })
  await expect(main).not.toContainText('You review this run blind')
  await expect(verdict(page)).toContainText('Rejected by Rita Reviewer')
  const decisions = page.getByRole('region', { name: 'Decisions' })
  await expect(decisions).toContainText(reason)
  for (const answer of ['2 of 5', '5 of 5', '4 of 5'])
    await expect(decisions.getByText(`How helpful is it? ${answer}`)).toBeVisible()
})
