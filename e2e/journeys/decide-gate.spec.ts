import type { Page } from '@playwright/test'
import { getChain } from '@/lib/contracts/chains'
import { getGate, openGate } from '@/lib/contracts/gates'
import { expectNoFaults, expectToFitPhone, LIGHT, PHONE } from '../axe'
import { expect, test } from '../fixtures'
import { bad, makeWorseVersion, sendRun, sendRuns } from '../runs'
import { untilTaken } from '../windows'

const record = (page: Page) => page.getByRole('region', { name: 'Record of the decision' })

test('a decision updates the confidence and the charts in other windows', async ({ desk }) => {
  const { gateId, runIds } = await makeWorseVersion(desk)
  const decider = await desk.open('reviewer', `/gates/${gateId}`)
  const run = await desk.open('viewer', `/runs/${runIds[0]}`)
  const overview = await desk.open('colleague')
  const confidence = run.getByRole('region', { name: 'Confidence' })
  const quality = overview.getByRole('region', { name: 'Quality over time' })
  await expect(confidence).toContainText('0.70')
  await expect(quality).toContainText('Mean quality 0.82')
  await expect(overview.getByRole('region', { name: 'Open gates' })).toContainText('1 gate waits')

  await decide(decider, 'Reject', 'It is less sure of everything.')
  await Promise.all([
    expect(confidence).toContainText('0.31'),
    expect(confidence).toContainText('Rejected by a person'),
    expect(run.getByRole('region', { name: 'What the desk decided' })).toContainText('Rejected through a gate'),
    expect(run.getByRole('region', { name: 'Your verdict' }).getByRole('button', { name: 'Hand over' })).toBeVisible(),
    expect(quality).toContainText('Mean quality 0.63'),
    expect(overview.getByRole('link', { name: /Mean confidence 0\.63.*3 reviewed/ })).toBeVisible(),
    expect(overview.getByRole('region', { name: 'Open gates' })).toContainText('No decisions are waiting'),
  ])

  await expect(record(decider)).toBeFocused()
  await expect(record(decider)).toContainText('Rejected')
  await expect(record(decider)).toContainText('It is less sure of everything.')
  await expect(record(decider)).toContainText('1.0.1 was rolled back; 1.0.0 serves.')
  const { chain } = await desk.send(getChain, { chain: 'answers' })
  expect(chain.servedVersion).toBe('1.0.0')
})

test('an approval enters the confidence of its runs, and undo restores the automated result', async ({ desk }) => {
  const { gateId, runIds } = await makeWorseVersion(desk)
  const decider = await desk.open('reviewer', `/gates/${gateId}`)
  const run = await desk.open('viewer', `/runs/${runIds[0]}`)
  const confidence = run.getByRole('region', { name: 'Confidence' })
  const decision = run.getByRole('region', { name: 'What the desk decided' })
  await expect(decision).toContainText('Try again')
  await decide(decider, 'Approve')
  await expect(record(decider)).toContainText('1.0.1 stays published; it serves.')
  await expect(confidence).toContainText('0.87')
  await expect(decision).toContainText('Accepted')
  const moved = record(decider).getByRole('listitem').first()
  await expect(moved).toContainText(/0\.70.*0\.87/)

  await record(decider).getByRole('button', { name: 'Take back' }).click()
  const dialog = decider.getByRole('dialog', { name: 'Take the decision back' })
  const fresh = 'Is answers 1.0.1 worse than 1.0.0?'
  await expect(dialog).toContainText(`1.0.1 still serves. A new gate opens: “${fresh}”`)
  await expect(dialog.getByRole('button', { name: 'Take back' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('I looked at the wrong chain.')
  await dialog.getByRole('textbox', { name: 'Reason' }).press('Control+Enter')
  await expect(record(decider)).toContainText('Approved, taken back')
  await expect(record(decider)).toContainText('I looked at the wrong chain.')
  await expect(record(decider)).toContainText('Now 1.0.1 serves.')
  await expect(record(decider).getByRole('link', { name: fresh })).toBeVisible()
  await expect(decision).toContainText('Try again')
  await expect(confidence).toContainText('0.70')
  await expect(run.getByRole('region', { name: 'Decisions' })).toContainText('taken back')
})

test('a rejection, and an approval against the rule, need a reason; Cancel decides nothing', async ({ desk }) => {
  const { gateId } = await makeWorseVersion(desk)
  const page = await desk.open('reviewer', `/gates/${gateId}`)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: 'Reject' }).click()
  const rejection = page.getByRole('dialog', { name: 'Reject answers 1.0.1', exact: true })
  await expect(rejection.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await rejection.getByRole('button', { name: 'Reject' }).click()
  await expect(rejection.getByRole('alert')).toHaveText('A rejection needs a reason.')
  await page.keyboard.press('Escape')
  await main.getByRole('button', { name: 'Approve' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve' })
  await expect(dialog).toContainText('1.0.1 stays published')
  await expect(dialog).toContainText('This goes against the rule')
  await page.keyboard.press('Control+Enter')
  await expect(dialog.getByRole('alert')).toHaveText('An approval against the rule needs a reason.')
  await giveReason(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  expect((await desk.send(getGate, { gateId })).gate.state).toBe('pending')
})

test('a gate is approved by two keys', async ({ desk }) => {
  const run = await sendRun(desk)
  const { gate } = await desk.send(openGate, { runId: run.runId, question: 'May this go out?' })
  const page = await desk.open('reviewer', `/gates/${gate.id}`)
  await page.keyboard.press('a')
  await expect(page.getByRole('dialog', { name: 'Approve' }).getByRole('button', { name: 'Approve' })).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(record(page)).toContainText('Approved')
})

test('when two people decide at the same instant, one succeeds and the other is told', async ({ desk, people }) => {
  const { gateId } = await makeWorseVersion(desk)
  const windows = [
    await desk.open('reviewer', `/gates/${gateId}`),
    await desk.open('colleague', `/gates/${gateId}`),
  ] as const
  for (const page of windows) {
    await page.getByRole('main').getByRole('button', { name: 'Approve' }).click()
    await giveReason(page)
  }
  const answers = await Promise.all(windows.map((page) => confirm(page, 'Approve')))
  expect(answers.map((answer) => answer.status()).sort()).toEqual([200, 409])
  const winner = answers[0]?.status() === 200 ? people.reviewer : people.colleague
  for (const page of windows) {
    await expect(record(page)).toContainText('Approved')
    await expect(record(page)).toContainText(winner.name)
    await expect(page).toHaveTitle('Approved: Is answers 1.0.1 worse than 1.0.0? · Veritas')
  }
  const loser = answers[0]?.status() === 200 ? windows[1] : windows[0]
  await expect(loser.getByText('Your decision was not saved')).toBeVisible()
  await expect(loser.getByRole('note').filter({ hasText: 'Your text was not sent' })).toBeInViewport()
  const { history } = await desk.send(getGate, { gateId })
  expect(history.map((decision) => decision.kind)).toEqual(['gate_approved'])
})

test('a run that is rejected on its own page says that its gate still waits, and the gate is closed the same way in one key', async ({
  desk,
  people,
}) => {
  const run = await sendRun(desk)
  const { gate } = await desk.send(openGate, { runId: run.runId, question: 'May this go out?' })
  const list = await desk.open('colleague', '/gates')
  const page = await desk.open('reviewer', `/runs/${run.runId}`)
  const bar = page.getByRole('region', { name: 'Your verdict' })
  await expect(bar).toContainText('A verdict here does not decide its gate, which still waits.')
  await page.keyboard.press('r')
  await page.getByRole('dialog').getByRole('textbox').first().fill('The steps are in the wrong order.')
  await page.keyboard.press('Control+Enter')
  const said = `Rejected by ${people.reviewer.name} on the run’s page`
  await expect(list.getByRole('listitem').filter({ hasText: gate.title })).toContainText(said)

  await expect(bar.getByRole('button', { name: 'Hand over' })).toBeVisible()
  await page.getByRole('link', { name: 'Its gate still waits' }).click()
  await expect(page.getByRole('region', { name: 'Your decision' })).toContainText(said)
  await expect(page.getByRole('region', { name: 'Your decision' })).toContainText('The steps are in the wrong order.')
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Reject' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('a')
  await expect(page.getByRole('dialog', { name: 'Approve' }).getByRole('textbox', { name: 'Reason' })).toHaveValue('')
  await page.keyboard.press('Escape')
  await page.keyboard.press('r')
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue(
    `As ${people.reviewer.name} said on the run’s page: The steps are in the wrong order.`,
  )
  await page.keyboard.press('Control+Enter')
  await expect(record(page)).toContainText('Rejected')
  await expect(list.getByRole('listitem').filter({ hasText: gate.title })).toHaveCount(0)
})

test('on a phone, from the link in the e-mail, a run is read and decided without leaving its gate', async ({
  desk,
  visit,
  people,
}) => {
  const run = await sendRun(desk)
  const { gate } = await desk.send(openGate, { runId: run.runId, question: 'May this go out?' })
  const page = await visit(null, `/p/${desk.slug}/gates/${gate.id}`, {
    ...LIGHT,
    viewport: PHONE,
    hasTouch: true,
  })
  await page.getByRole('textbox', { name: 'E-mail' }).fill(people.reviewer.email)
  await page.getByLabel('Password').fill(people.reviewer.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).tap()
  await expect(page.getByRole('region', { name: 'Request' })).toContainText('How do I reset my password?')
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText('Open Settings')
  await expect(page.getByText('0 of 1 so far')).toBeVisible()
  const reject = page.getByRole('button', { name: 'Reject' })
  await expect(reject).toBeInViewport({ ratio: 1 })
  const topOf = async (region: string) =>
    (await page.getByRole('region', { name: region }).boundingBox())?.y ?? Number.NaN
  expect(await topOf('Answer')).toBeLessThan((await topOf('Your decision')) - 100)
  await untilTaken(reject)
  await expectToFitPhone(page, 'the gate of a run')
  await reject.tap()
  const dialog = page.getByRole('dialog', { name: 'Reject' })
  await dialog.getByRole('button', { name: 'The answer is wrong' }).tap()
  await expectNoFaults(page, 'the dialog that decides')
  await dialog.getByRole('button', { name: 'Reject' }).tap()
  await expect(record(page)).toContainText('The answer is wrong.')
})

test('on a phone the whole consequence of a decision can be read before it is taken', async ({ desk, visit }) => {
  const { gateId } = await makeWorseVersion(desk)
  const page = await visit('reviewer', `/p/${desk.slug}/gates/${gateId}`, { ...LIGHT, viewport: PHONE, hasTouch: true })
  const decision = page.getByRole('region', { name: 'Your decision' })
  for (const said of ['is rolled back', 'stays published']) {
    const text = decision.getByText(said)
    await expect(text).toBeInViewport({ ratio: 1 })
    expect(await text.evaluate((node) => node.scrollHeight > node.clientHeight + 1)).toBe(false)
  }
  await expectToFitPhone(page, 'the consequences')
  // Between a phone and a desk the page is padded like a phone's.
  await page.setViewportSize({ width: 720, height: 900 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(720)
})

test('a double click decides once', async ({ desk }) => {
  const { gateId } = await makeWorseVersion(desk)
  const page = await desk.open('reviewer', `/gates/${gateId}`)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await page.getByRole('button', { name: 'Reject' }).click()
  await giveReason(page)
  await page.getByRole('dialog', { name: 'Reject' }).getByRole('button', { name: 'Reject' }).dblclick()
  await expect(record(page)).toContainText('Rejected')
  await expect(page.getByText('Your decision was not saved')).toBeHidden()
  expect(sent.filter((url) => url.includes(gateId))).toHaveLength(1)
})

test('a reviewer must look at the new evidence if runs arrive while they read', async ({ desk }) => {
  const { gateId } = await makeWorseVersion(desk)
  const page = await desk.open('reviewer', `/gates/${gateId}`)
  await expect(page.getByRole('button', { name: 'Approve' })).toBeEnabled()
  await sendRuns(desk, [bad()])
  const notice = page.getByRole('note').filter({ hasText: 'The evidence has changed since you opened it' })
  await expect(notice).toContainText('1 more live run of 1.0.1 arrived.')
  await expect(page.getByRole('button', { name: 'Approve' })).toBeDisabled()
  await notice.getByRole('button', { name: 'Reload' }).click()
  await expect(notice).toBeHidden()
  const evidence = page.getByRole('region', { name: 'Evidence' })
  await expect(evidence).toContainText('Opened on 3 runs against 3; with 4 runs against 3 it is still worse.')
  await decide(page, 'Approve')
  await expect(record(page)).toContainText('Approved')
})

test('a decision on outdated evidence is refused, even from a window that missed the update', async ({
  desk,
  visit,
}) => {
  const { gateId } = await makeWorseVersion(desk)
  const page = await visit('reviewer', '/signin')
  await page.route('**/api/v1/events?*', (route) => route.abort())
  await page.goto(`/p/${desk.slug}/gates/${gateId}`)
  await expect(page.getByRole('status').filter({ hasText: 'Reconnecting' })).toBeVisible()
  await sendRuns(desk, [bad()])
  await page.getByRole('button', { name: 'Approve' }).click()
  await giveReason(page)
  expect((await confirm(page, 'Approve')).status()).toBe(409)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Nothing was decided')
  expect((await desk.send(getGate, { gateId })).gate.state).toBe('pending')
})

async function giveReason(page: Page, reason = 'The questions were harder.') {
  await page.getByRole('textbox', { name: 'Reason' }).fill(reason)
}

async function decide(page: Page, verdict: 'Approve' | 'Reject', reason?: string) {
  await page.getByRole('button', { name: verdict }).click()
  await giveReason(page, reason)
  expect((await confirm(page, verdict)).status()).toBe(200)
}

async function confirm(page: Page, verdict: 'Approve' | 'Reject') {
  const answer = page.waitForResponse((response) => response.url().includes('/decision'))
  await page.getByRole('dialog', { name: verdict }).getByRole('button', { name: verdict }).click()
  return answer
}
