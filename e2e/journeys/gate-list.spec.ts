import { updateChain } from '@/lib/contracts/chains'
import { assignGate } from '@/lib/contracts/gate-moves'
import { decideGate, getGate, openGate } from '@/lib/contracts/gates'
import { listMembers } from '@/lib/contracts/projects'
import { expect, test } from '../fixtures'
import { makeWorseVersion, runBody, sendRuns } from '../runs'

test("the list shows owner and quorum progress, and filters to a person's own gates and to chains", async ({
  desk,
  people,
}) => {
  await sendRuns(desk, [runBody({ chain: 'other' })])
  await desk.send(openGate, { chain: 'other', version: '1.0.0', question: 'Good?', title: 'Keep the other?' })
  await sendRuns(desk, [runBody()])
  await desk.as('admin')(updateChain, { chain: 'answers', gateQuorum: 2 })
  const { gateId } = await makeWorseVersion(desk)
  const page = await desk.open('reviewer', '/gates')
  const gate = page.getByRole('listitem').filter({ hasText: 'Is answers 1.0.1 worse than 1.0.0?' })
  await expect(gate).toContainText('Unassigned · 0 of 2 approvals')

  const { evidenceDigest } = await desk.as('colleague')(getGate, { gateId })
  await desk.as('colleague')(decideGate, { gateId, verdict: 'approved', evidenceDigest, reason: 'Seen.' })
  await expect(gate).toContainText('1 of 2 approvals')
  const { members } = await desk.as('admin')(listMembers, {})
  const userId = members.find(({ email }) => email === people.reviewer.email)?.userId ?? ''
  await desk.as('colleague')(assignGate, { gateId, userId })
  await expect(gate).toContainText(people.reviewer.name)

  await page.getByRole('combobox', { name: 'Owner' }).click()
  await page.getByRole('option', { name: 'Mine' }).click()
  await expect(page).toHaveURL(/mine=true/)
  const other = page.getByRole('listitem').filter({ hasText: 'Keep the other?' })
  await expect(other).toHaveCount(0)
  await expect(gate).toBeVisible()

  await page.getByRole('combobox', { name: 'Owner' }).click()
  await page.getByRole('option', { name: 'Every owner' }).click()
  await page.getByRole('button', { name: 'Chain', exact: true }).click()
  await page.getByRole('checkbox', { name: 'other' }).click()
  await expect(page).toHaveURL(/chain=other/)
  await expect(other).toBeVisible()
  await expect(gate).toHaveCount(0)
})

test('several gates are grouped into one notification that links to all pending ones', async ({ desk }) => {
  const runs = await sendRuns(desk, [runBody(), runBody(), runBody(), runBody(), runBody()])
  const ask = (runId = '') => desk.send(openGate, { runId, question: 'Good?' })
  for (const run of runs.slice(0, 3)) await ask(run.runId)
  const page = await desk.open('reviewer')
  await expect(page.getByRole('button', { name: 'Notifications, 3 unread' })).toBeVisible()
  for (const run of runs.slice(3)) await ask(run.runId)
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  const bell = page.getByRole('dialog', { name: 'Notifications' })
  await bell.getByRole('link', { name: '5 gates wait for you' }).click()
  await expect(page).toHaveURL(/\/gates\?state=pending/)
  await expect(page.getByRole('region', { name: 'Waiting for a decision' }).getByRole('listitem')).toHaveCount(5)
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
})
