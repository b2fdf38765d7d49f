import { decideGate, getGate } from '@/lib/contracts/gates'
import { createEndpoint, updateEndpoint } from '@/lib/contracts/webhooks'
import { expectNoFaults, expectToFitPhone, LIGHT, PHONE } from '../axe'
import { expect, test } from '../fixtures'
import { isSigned, type Receiver, startReceiver } from '../receiver'
import { makeWorseVersion } from '../runs'

let receiver: Receiver
test.beforeEach(async () => {
  receiver = await startReceiver()
})
test.afterEach(() => receiver.close())

test('an admin adds an endpoint, and a rejection reaches it signed with the rollback target, also after a failed attempt', async ({
  desk,
}) => {
  const page = await desk.open('admin', '/settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByRole('heading', { name: 'No endpoints yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Add an endpoint' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Deployment')
  await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.url)
  await dialog.getByRole('checkbox', { name: 'gate.opened' }).uncheck()
  await dialog.getByRole('checkbox', { name: 'regression.detected' }).uncheck()
  await dialog.getByRole('button', { name: 'Add the endpoint' }).click()
  await expect(dialog).toContainText('it is shown this once')
  const secret = (await dialog.locator('code', { hasText: /^whsec_/ }).textContent()) ?? ''
  await expect(dialog).toContainText('createHmac')
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)

  await page.getByRole('button', { name: 'Test Deployment' }).click()
  await expect(page.getByText('Deployment accepted the test message (200)')).toBeVisible()
  expect(receiver.received).toHaveLength(1)

  receiver.answer(500, 200)
  const { gateId } = await makeWorseVersion(desk)
  const { evidenceDigest } = await desk.as('reviewer')(getGate, { gateId })
  await desk.as('reviewer')(decideGate, { gateId, verdict: 'rejected', evidenceDigest, reason: 'Empty answers.' })

  await page.getByRole('button', { name: 'Deliveries of Deployment' }).click()
  const log = page.getByRole('dialog', { name: 'Deliveries to Deployment' })
  const rejected = log.getByRole('listitem').filter({ hasText: 'gate.rejected' }).first()
  await expect(rejected).toContainText('Waiting')
  await expect(rejected).toContainText('Answered 500. Next attempt:')
  await expect(rejected).toContainText('Delivered', { timeout: 20_000 })
  await rejected.locator('summary').click()
  await expect(rejected).toContainText('Accepted with 200')

  await rejected.getByRole('button', { name: 'Send again: gate.rejected' }).click()
  await expect.poll(() => receiver.received.length).toBe(4)
  await expect(rejected).toContainText('Ada Admin sent it again')

  const sent = receiver.received.slice(1)
  for (const message of sent) expect(isSigned(message, secret)).toBe(true)
  expect(new Set(sent.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(sent.map(({ answered }) => answered)).toEqual([500, 200, 200])
  const { type, data } = JSON.parse(sent[0]?.body ?? '')
  expect(type).toBe('gate.rejected')
  expect(data).toMatchObject({
    project: desk.slug,
    rollbackTarget: '1.0.0',
    by: 'Rita Reviewer',
    reason: 'Empty answers.',
  })
  expect(data.url).toContain(`/p/${desk.slug}/gates/${gateId}`)
})

test('an endpoint that answers 410 is reported to the admins, and its missed events are resent together', async ({
  desk,
}) => {
  const { endpoint } = await desk.as('admin')(createEndpoint, {
    name: 'Deployment',
    url: receiver.url,
    events: ['gate.opened', 'regression.detected'],
  })
  receiver.answer(410)
  const page = await desk.open('admin')
  await makeWorseVersion(desk)
  await page.getByRole('button', { name: /^Notifications, \d unread/ }).click()
  const bell = page.getByRole('dialog', { name: 'Notifications' })
  await bell.getByRole('link', { name: 'Webhook switched off: Deployment' }).click()
  const log = page.getByRole('dialog', { name: 'Deliveries to Deployment' })
  await expect(log.getByRole('listitem').filter({ hasText: 'Failed' }).first()).toBeVisible()
  await expect(log.getByRole('button', { name: 'Send all again' })).toHaveCount(0)

  receiver.answer(200)
  await desk.as('admin')(updateEndpoint, { endpointId: endpoint.id, isEnabled: true })
  const before = receiver.received.length
  await log.getByRole('radio', { name: 'Failed' }).click()
  await log.getByRole('button', { name: 'Send all again' }).click()
  await expect(page.getByText('2 messages are being sent again')).toBeVisible()
  await expect.poll(() => receiver.received.length).toBe(before + 2)
  await log.getByRole('radio', { name: 'Delivered' }).click()
  await log.getByRole('checkbox').first().check()
  await expect(log.getByText('1 selected')).toBeVisible()
  await log.getByRole('button', { name: 'Send them again' }).click()
  await expect.poll(() => receiver.received.length).toBe(before + 3)
})

test('an invalid URL is reported at its field, and the form keeps its input', async ({ desk }) => {
  const page = await desk.open('admin', '/settings/webhooks')
  await page.getByRole('button', { name: 'Add an endpoint' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Deployment')
  await dialog.getByRole('textbox', { name: 'Address' }).fill('ftp://example.test/x')
  await dialog.getByRole('button', { name: 'Add the endpoint' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Must be an http or https address.')
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Deployment')
})

test('a viewer sees the endpoints and cannot change them', async ({ desk }) => {
  await desk.as('admin')(createEndpoint, { name: 'Deployment', url: receiver.url, events: ['gate.opened'] })
  const page = await desk.open('viewer', '/settings/webhooks')
  await expect(page.getByRole('list', { name: 'Endpoints' })).toContainText('Deployment')
  await expect(page.getByText(receiver.url)).toHaveCount(0)
  for (const name of ['Add an endpoint', 'Test Deployment', 'More for Deployment'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
  await page.getByRole('button', { name: 'Deliveries of Deployment' }).press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Nothing sent yet')
})

test('the page and its dialogs have no axe violation and fit a phone', async ({ desk, visit }) => {
  await desk.as('admin')(createEndpoint, { name: 'Deployment', url: receiver.url, events: ['gate.opened'] })
  const page = await visit('admin', `/p/${desk.slug}/settings/webhooks`, { ...LIGHT, viewport: PHONE })
  await expect(page.getByRole('list', { name: 'Endpoints' })).toBeVisible()
  await expectNoFaults(page, 'the page')
  await expectToFitPhone(page, 'the page')
  await page.getByRole('button', { name: 'Test Deployment' }).click()
  await expect(page.getByText('accepted the test message')).toBeVisible()
  await page.getByRole('button', { name: 'Deliveries of Deployment' }).click()
  await page.getByRole('dialog').locator('summary').first().click()
  await expectNoFaults(page, 'the deliveries')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add an endpoint' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoFaults(page, 'a new endpoint')
})
