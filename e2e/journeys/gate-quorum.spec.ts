import type { Page } from '@playwright/test'
import { putVersion, setChainAuthorities, updateChain } from '@/lib/contracts/chains'
import { MINUTE_MS } from '@/lib/contracts/durations'
import { type GateRow, getGate, openGate } from '@/lib/contracts/gates'
import { listMembers } from '@/lib/contracts/projects'
import { expectNoFaults } from '../axe'
import { changeRows } from '../database'
import { expect, test } from '../fixtures'
import { makeWorseVersion, runBody, sendRuns } from '../runs'

const record = (page: Page) => page.getByRole('region', { name: 'Record of the decision' })

test('with a quorum of two, two reviewers approve, and the author cannot', async ({ desk, people }) => {
  await desk.as('admin')(putVersion, { chain: 'answers', version: '1.0.1' })
  await desk.as('admin')(updateChain, { chain: 'answers', gateQuorum: 2 })
  const { gateId } = await makeWorseVersion(desk)

  const author = await desk.open('admin', `/gates/${gateId}`)
  await expect(author.getByText('You published 1.0.1, so someone else decides on it.')).toBeVisible()
  await expect(author.getByRole('button', { name: 'Approve', exact: true })).toBeHidden()
  await expect(author.getByRole('button', { name: /^Extend/ })).toBeHidden()

  const first = await desk.open('reviewer', `/gates/${gateId}`)
  await approve(first)
  await expect(first.getByRole('note').filter({ hasText: 'Your approval is on record' })).toContainText(
    'It needs 1 more approval',
  )
  const second = await desk.open('colleague', `/gates/${gateId}`)
  await expect(second.getByText(`1 of 2 approvals, by ${people.reviewer.name}`)).toBeVisible()
  await approve(second)
  await expect(record(first)).toContainText('Approved')
  await expect(record(second)).toContainText(people.colleague.name)
  // The reason of the first was recorded with the approval.
  await expect(first.getByText('Your text was not sent')).toBeHidden()
  const history = first.getByRole('region', { name: 'History' })
  await expect(history).toContainText(`${people.reviewer.name} approved; more approvals are needed`)
  await expect(history).toContainText(`${people.colleague.name} approved, as the last of 2`)
})

test('a person who is not listed for the chain sees who is', async ({ desk, people }) => {
  const { gateId } = await makeWorseVersion(desk)
  const { members } = await desk.as('admin')(listMembers, {})
  const userId = members.find((member) => member.email === people.colleague.email)?.userId ?? ''
  const reviewer = await desk.open('reviewer', `/gates/${gateId}`)
  await expect(reviewer.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled()
  await desk.as('admin')(setChainAuthorities, { chain: 'answers', userIds: [userId], expected: 0 })
  await expect(reviewer.getByText(`This chain lists who decides: ${people.colleague.name}.`)).toBeVisible()
  await expect(reviewer.getByRole('button', { name: 'Approve', exact: true })).toBeHidden()
})

test('when two admins edit the list of deciders at the same time, both changes are kept', async ({ desk, people }) => {
  await sendRuns(desk, [runBody()])
  const { members } = await desk.as('admin')(listMembers, {})
  const userIdOf = (email: string) => members.find((member) => member.email === email)?.userId ?? ''
  const page = await desk.open('admin', '/chains/answers')
  const panel = page.getByRole('region', { name: 'Who decides gates' })
  await panel.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who decides gates' })
  await dialog.getByRole('checkbox', { name: people.reviewer.name }).check()
  await desk.as('admin')(setChainAuthorities, {
    chain: 'answers',
    userIds: [userIdOf(people.colleague.email)],
    expected: 0,
  })
  await expect(dialog.getByText('saved another list in the meantime')).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: people.colleague.name })).toBeChecked()
  await expectNoFaults(page, 'two admins edited the deciders at the same time')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(panel.getByRole('listitem')).toHaveText([people.colleague.name, people.reviewer.name])
})

test('an extension moves the countdown, an assignment names the owner, and both are in the history', async ({
  desk,
  people,
}) => {
  const { gateId } = await makeWorseVersion(desk)
  const page = await desk.open('reviewer', `/gates/${gateId}`)
  const other = await desk.open('viewer', `/gates/${gateId}`)
  const before = (await desk.send(getGate, { gateId })).gate.deadlineAt
  await page.keyboard.press('x')
  const extend = page.getByRole('dialog', { name: 'Extend the deadline' })
  await extend.getByRole('combobox', { name: 'By' }).click()
  await page.getByRole('option', { name: '3 days' }).click()
  await extend.getByRole('textbox', { name: 'Reason' }).fill('The vendor answers on Monday.')
  await extend.getByRole('button', { name: 'Extend' }).click()
  await expect(extend).toBeHidden()
  const after = (await desk.send(getGate, { gateId })).gate.deadlineAt
  expect(Date.parse(after) - Date.parse(before)).toBe(72 * 3_600_000)
  await expect(other.locator(`main time[datetime="${after}"]`).first()).toContainText('3 d')

  await page.getByRole('button', { name: /^Assign/ }).click()
  const assign = page.getByRole('dialog', { name: 'Assign' })
  await assign.getByRole('combobox', { name: 'To' }).click()
  await page.getByRole('option', { name: people.colleague.name }).click()
  await assign.getByRole('button', { name: 'Assign' }).click()
  await expect(assign).toBeHidden()
  const history = other.getByRole('region', { name: 'History' })
  await expect(history).toContainText('The vendor answers on Monday.')
  await expect(history).toContainText(`${people.reviewer.name} gave it to ${people.colleague.name}`)

  const colleague = await desk.open('colleague')
  await colleague.getByRole('button', { name: /Notifications, \d unread/ }).click()
  const bell = colleague.getByRole('dialog', { name: 'Notifications' })
  await bell.getByRole('link', { name: `${people.reviewer.name} asks you to decide` }).click()
  await expect(colleague.getByRole('heading', { level: 1 })).toContainText('Is answers 1.0.1 worse than 1.0.0?')
})

test('a deadline warning arrives in the bell and as a browser notification', async ({ desk }) => {
  await sendRuns(desk, [runBody()])
  const page = await desk.open('reviewer', '/settings/account')
  await page.addInitScript(fakeForNotices)
  await page.reload()
  await page.getByRole('switch', { name: 'Browser notifications' }).click()
  await expect(page.getByRole('switch', { name: 'Browser notifications' })).toBeChecked()
  const { gate } = await desk.send(openGate, {
    chain: 'answers',
    version: '1.0.0',
    question: 'Is this good enough to go on?',
    deadlineHours: 1,
  })
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
  await passFiftyMinutes(gate)
  const unread = page.getByRole('button', { name: 'Notifications, 2 unread' })
  await expect(unread).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'shownNotices')))
    .toEqual(expect.arrayContaining(['Decide: Keep answers 1.0.0?', 'Due soon: Keep answers 1.0.0?']))
  await unread.click()
  const bell = page.getByRole('dialog', { name: 'Notifications' })
  await expect(bell.getByRole('link', { name: 'Due soon' })).toBeVisible()
  await expectNoFaults(page, 'the notifications')
  await bell.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(unread).toBeHidden()
})

/** Moves a gate, and the jobs that wait for its warning and its deadline, into the past. */
async function passFiftyMinutes({ id, openedAt, deadlineAt }: Pick<GateRow, 'id' | 'openedAt' | 'deadlineAt'>) {
  const [opened, deadline] = [openedAt, deadlineAt].map((at) => Date.parse(at) - 50 * MINUTE_MS) as [number, number]
  const warned = deadline - (deadline - opened) / 4
  const times = [opened, warned, deadline].map((ms) => new Date(ms))
  await changeRows('UPDATE gate SET opened_at = $2, warn_at = $3, deadline_at = $4 WHERE id = $1', [id, ...times])
  await changeRows(`UPDATE pgboss.job SET start_after = start_after - interval '50 minutes' WHERE data->>'id' = $1`, [
    id,
  ])
}

/** Headless browsers refuse notifications: this replacement records what would have been shown. */
function fakeForNotices() {
  const shown: string[] = []
  class Shown {
    static permission = 'default'
    static async requestPermission() {
      Shown.permission = 'granted'
      return 'granted'
    }
    constructor(_title: string, { body }: { body: string }) {
      shown.push(body)
    }
  }
  Object.assign(window, { Notification: Shown, shownNotices: shown })
}

async function approve(page: Page) {
  await page.getByRole('button', { name: /^Approve/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve' })
  await dialog.getByRole('button', { name: 'The drop is expected and accepted', exact: true }).click()
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(dialog).toBeHidden()
}
