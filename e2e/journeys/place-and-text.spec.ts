import { putConfiguration } from '@/lib/contracts/configuration-requests'
import { decideGate, getGate } from '@/lib/contracts/gates'
import { compareHref } from '@/lib/presentation/links'
import { expect, test } from '../fixtures'
import { makeQueue, openRun } from '../review'
import { makeWorseVersion, runBody, sendRuns } from '../runs'
import { untilListening, untilTaken } from '../windows'

test('the browser tabs of a working day can be told apart', async ({ desk }) => {
  const { gateId } = await makeWorseVersion(desk)
  const [run] = await sendRuns(desk, [runBody({ id: 'titled', title: 'Refund of order 7' })])
  const page = await desk.open('admin', `/runs/${run?.runId}`)
  await expect(page).toHaveTitle('Refund of order 7 · Veritas')
  for (const [path, title] of [
    [`/gates/${gateId}`, 'Is answers 1.0.1 worse than 1.0.0? · Veritas'],
    ['/settings', 'Settings · Veritas'],
    ['/settings/members', 'Members · Settings · Veritas'],
    ['/settings/audit', 'Audit log · Settings · Veritas'],
    ['/runs/missing', /Veritas$/],
  ] as const) {
    await page.goto(`/p/${desk.slug}${path}`)
    await expect(page).toHaveTitle(title)
  }
  const [a, b] = ['1.0.0', '1.0.1'].map((version) => ({ chain: 'answers', version }))
  if (a && b) await page.goto(compareHref(desk.slug, a, b))
  await expect(page).toHaveTitle('answers 1.0.0 and 1.0.1 · Veritas')
})

test('going back finds the row that was left, by keys and by pointer', async ({ desk }) => {
  await sendRuns(
    desk,
    Array.from({ length: 60 }, (_, place) => runBody({ id: `run-${place}` })),
  )
  const page = await desk.open('reviewer', '/runs')
  await untilListening(page)
  const focused = page.locator('[data-row]:focus-within')
  for (let press = 0; press < 40; press++) await page.keyboard.press('j')
  await expect(focused).toHaveAttribute('data-row', '39')
  const name = await focused.getByRole('link').first().textContent()
  const scrolled = await page.evaluate(() => window.scrollY)
  expect(scrolled).toBeGreaterThan(0)

  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Your verdict' })).toBeVisible()
  await page.goBack()
  await expect(focused.getByRole('link').first()).toHaveText(name ?? '')
  await expect(focused).toBeInViewport()
  await page.keyboard.press('j')
  await expect(focused).toHaveAttribute('data-row', '40')

  const pressed = page.locator('[data-row="38"]').getByRole('link').first()
  await pressed.click()
  await expect(page.getByRole('region', { name: 'Your verdict' })).toBeVisible()
  await page.goBack()
  await expect(focused).toHaveAttribute('data-row', '38')

  // The list that is opened anew begins at its top.
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Runs' }).click()
  await expect(page.getByRole('heading', { name: 'Runs', level: 1 })).toBeVisible()
  await untilTaken(page.locator('[data-row="0"]').getByRole('link').first())
  await untilListening(page)
  await page.keyboard.press('j')
  await expect(focused).toHaveAttribute('data-row', '0')
})

test('a filter is chosen by typing and Enter, and is still there with its row after going back', async ({ desk }) => {
  const chains = Array.from({ length: 10 }, (_, place) => `chain-${place}`)
  await sendRuns(
    desk,
    [...chains, 'chain-7'].map((chain, place) => runBody({ id: `${place}`, chain })),
  )
  const page = await desk.open('reviewer', '/runs')
  await untilListening(page)
  await page.getByRole('button', { name: 'Chain', exact: true }).press('Enter')
  await page.getByRole('textbox', { name: 'Find in chain' }).focus()
  await page.keyboard.type('-7')
  await expect(page.getByRole('checkbox', { name: 'chain-' })).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('checkbox', { name: 'chain-7' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\?chain=chain-7$/)
  await expect(page.locator('[data-row]')).toHaveCount(2)
  const row = page.locator('[data-row="1"]')
  await row.getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'Your verdict' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\?chain=chain-7$/)
  await expect(row.getByRole('link').first()).toBeFocused()
})

test('gates and chains are walked by keys', async ({ desk }) => {
  await makeWorseVersion(desk)
  await sendRuns(desk, [runBody({ chain: 'zebra' })])
  const page = await desk.open('reviewer', '/gates')
  const gate = page.getByRole('link', { name: 'Is answers 1.0.1 worse than 1.0.0?' })
  await untilTaken(gate)
  await untilListening(page)
  await page.keyboard.press('j')
  await expect(gate).toBeFocused()
  await page.goto(`/p/${desk.slug}/chains`)
  const chain = page.getByRole('link', { name: 'zebra' })
  await untilTaken(chain)
  await untilListening(page)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(chain).toBeFocused()
})

test('what was typed and not sent is there after a reload or a new sign-in, and gone once it is sent', async ({
  desk,
  people,
}) => {
  const { gateId } = await makeWorseVersion(desk)
  const [run] = await sendRuns(desk, [runBody()])
  const page = await desk.open('reviewer', `/runs/${run?.runId}`)
  await untilListening(page)
  const reject = page.getByRole('dialog', { name: 'Reject this run' })
  const reason = reject.getByRole('textbox', { name: 'Reason' })
  const verdict = page.getByRole('region', { name: 'Your verdict' })

  await test.step('a comment on a step', async () => {
    await page.keyboard.press('j')
    await page.keyboard.press('c')
    await page.getByRole('combobox', { name: 'Comment' }).fill('Half a thought')
    page.once('dialog', (dialog) => dialog.accept())
    await page.reload()
    await expect(page.getByRole('combobox', { name: 'Comment' })).toHaveValue('Half a thought')
    await page.getByRole('form', { name: 'New comment' }).getByRole('button', { name: 'Comment' }).click()
    await expect(page.getByRole('form', { name: 'New comment' })).toBeHidden()
    await page.reload()
    await expect(page.getByText('Half a thought')).toBeVisible()
    await expect(page.getByRole('form', { name: 'New comment' })).toBeHidden()
  })

  await test.step('the reason of a rejection', async () => {
    await verdict.getByRole('button', { name: 'Reject' }).click()
    await reason.fill('The amount is not in the order')
    // The session ends.
    await page.context().clearCookies()
    await page.reload()
    await page.getByRole('textbox', { name: 'E-mail' }).fill(people.reviewer.email)
    await page.getByLabel('Password', { exact: true }).fill(people.reviewer.password)
    await page.getByRole('button', { name: /^Sign in/ }).click()
    await verdict.getByRole('button', { name: 'Reject' }).click()
    await expect(reason).toHaveValue('The amount is not in the order')
    await reject.getByRole('button', { name: 'Reject', exact: true }).click()
    await expect(verdict).toContainText('Rejected by Rita Reviewer')
    await page.reload()
    await verdict.getByRole('button', { name: 'Reject' }).click()
    await expect(reason).toHaveValue('')
  })

  await test.step('the reason of a gate', async () => {
    await page.goto(`/p/${desk.slug}/gates/${gateId}`)
    const dialog = page.getByRole('dialog', { name: 'Reject' })
    await page.getByRole('button', { name: 'Reject' }).click()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Refunds twice')
    await page.reload()
    await page.getByRole('button', { name: 'Reject' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Refunds twice')
    await expect(dialog.getByText('Draft kept.')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gates' }).click()
    await expect(page.getByRole('heading', { name: 'Gates', level: 1 })).toBeVisible()
    await page.goBack()
    await page.getByRole('button', { name: 'Reject' }).click()
    await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Refunds twice')
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect(page.getByRole('region', { name: 'Record of the decision' })).toContainText('Refunds twice')
    await page.reload()
    await expect(page.getByRole('region', { name: 'Record of the decision' })).toBeVisible()
    await expect(page.getByText('Your text was not sent')).toBeHidden()
  })
})

test('a note, an action of the week, a version and the answers of a review are kept like a reason, and can be cleared', async ({
  desk,
}) => {
  await makeQueue(desk, 1)
  const nodes = [{ id: 'fetch', status: 'failed' as const, error: { message: 'The disk is full' } }]
  await sendRuns(desk, [runBody({ status: 'failed', nodes })])
  const page = await desk.open('reviewer', '/failures')
  const kept = page.getByText('Draft kept.')

  const keeps = async (open: () => Promise<void>, name: string) => {
    const field = page.getByRole('dialog').getByRole('textbox', { name })
    await open()
    await field.fill('Half a thought')
    await page.reload()
    await untilListening(page)
    await open()
    await expect(field).toHaveValue('Half a thought')
    await expect(kept).toBeVisible()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect(field).toHaveValue('')
    await expect(kept).toBeHidden()
    await page.reload()
    await untilListening(page)
  }

  await test.step('the note of an archived failure', async () => {
    await keeps(async () => {
      await page.keyboard.press('j')
      await page.keyboard.press('a')
    }, 'Note')
  })

  await test.step('an action of the week', async () => {
    await page.goto(`/p/${desk.slug}/week`)
    await keeps(() => page.getByRole('button', { name: 'Add an action' }).click(), 'What needs to be done')
  })

  await test.step('a version', async () => {
    await page.goto(`/p/${desk.slug}/chains/answers`)
    const notes = page.getByRole('dialog').getByRole('textbox', { name: 'What changed' })
    const open = async () => {
      await untilListening(page)
      await page.getByRole('button', { name: 'Publish a version' }).click()
    }
    await open()
    await notes.fill('Half a thought')
    await page.reload()
    await open()
    await expect(notes).toHaveValue('Half a thought')
    await expect(kept).toBeVisible()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect(notes).toHaveValue('')
    await expect(kept).toBeHidden()
  })

  await test.step('why a run is held', async () => {
    await page.goto(`/p/${desk.slug}/review`)
    await keeps(async () => {
      await expect(openRun(page)).toBeVisible()
      await untilListening(page)
      await page.keyboard.press('h')
    }, 'Why')
    await expect(openRun(page)).toBeVisible()
  })

  await test.step('answers', async () => {
    const five = page.getByRole('radio', { name: '5' })
    await untilTaken(five)
    await page.keyboard.press('5')
    await expect(five).toBeChecked()
    await page.reload()
    await expect(kept).toBeVisible()
    await expect(five).toBeChecked()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect(five).not.toBeChecked()
    await page.reload()
    await untilListening(page)
    await expect(five).not.toBeChecked()
    await expect(kept).toBeHidden()
  })
})

test('a text begun on a gate that was closed meanwhile is shown once more, until it is discarded', async ({ desk }) => {
  const { gateId } = await makeWorseVersion(desk)
  const page = await desk.open('reviewer', `/gates/${gateId}`)
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.getByRole('dialog', { name: 'Reject' }).getByRole('textbox', { name: 'Reason' }).fill('Refunds twice')
  await page.goto(`/p/${desk.slug}/runs`)
  const { evidenceDigest } = await desk.send(getGate, { gateId })
  await desk.as('colleague')(decideGate, { gateId, verdict: 'rejected', evidenceDigest, reason: 'Worse.' })
  await page.goto(`/p/${desk.slug}/gates/${gateId}`)
  const unsent = page.getByRole('region', { name: 'Your text' })
  await expect(unsent).toContainText('Refunds twice')
  await unsent.getByRole('button', { name: 'Discard' }).click()
  await expect(unsent).toBeHidden()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Record of the decision' })).toBeVisible()
  await expect(unsent).toBeHidden()
})

test('a rejection that the server did not take is not typed again', async ({ desk }) => {
  await desk.as('admin')(putConfiguration, { config: { review: { audit_share: 1 } }, expected: 0 })
  await sendRuns(desk, [runBody()])
  const page = await desk.open('reviewer', '/review')
  await untilListening(page)
  const dialog = page.getByRole('dialog', { name: 'Reject this run' })
  await page.route('**/api/v1/review/runs/*/verdict*', (route) => route.abort())
  await page.getByRole('button', { name: 'Reject' }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Says 60, booked 42')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Not recorded')).toBeVisible()
  await page.unroute('**/api/v1/review/runs/*/verdict*')
  await page.reload()
  await untilListening(page)
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Says 60, booked 42')
})

test('a low window keeps room to read: the verdict does not stick', async ({ desk }) => {
  const output = { answer: 'A long answer. '.repeat(400) }
  const [run] = await sendRuns(desk, [runBody({ output })])
  const page = await desk.open('reviewer', `/runs/${run?.runId}`)
  const approve = page.getByRole('button', { name: 'Approve' })
  await expect(approve).toBeInViewport()
  await page.setViewportSize({ width: 844, height: 390 })
  await expect(approve).not.toBeInViewport()
  await approve.scrollIntoViewIfNeeded()
  await approve.click()
  await expect(page.getByRole('region', { name: 'Your verdict' })).toContainText('Approved by Rita Reviewer')
})

test('a page prints over the whole width of a wide sheet', async ({ desk }) => {
  const [run] = await sendRuns(desk, [runBody()])
  const page = await desk.open('viewer', `/runs/${run?.runId}`)
  await page.setViewportSize({ width: 1300, height: 900 })
  await page.emulateMedia({ media: 'print' })
  await expect.poll(async () => (await page.getByRole('main').boundingBox())?.width).toBeGreaterThan(1200)
})
