import { putConfiguration } from '@/lib/contracts/configuration-requests'
import { decideGate, getGate } from '@/lib/contracts/gates'
import { expect, test } from '../fixtures'
import { makeQueue, openRun } from '../review'
import { makeWorseVersion, runBody, sendRun, sendRuns } from '../runs'
import { untilListening, untilTaken } from '../windows'

test('what was typed and not sent is there after a reload or a new sign-in, and gone once it is sent', async ({
  desk,
  people,
}) => {
  const { gateId } = await makeWorseVersion(desk)
  const run = await sendRun(desk)
  const page = await desk.open('reviewer', `/runs/${run.runId}`)
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

test('what one person typed does not wait for the next one who signs in at the same tab', async ({
  desk,
  people,
  visit,
}) => {
  const run = await sendRun(desk)
  const path = `/p/${desk.slug}/runs/${run.runId}`
  const page = await visit(null, path)
  const signIn = async (who: 'reviewer' | 'colleague') => {
    await page.getByRole('textbox', { name: 'E-mail' }).fill(people[who].email)
    await page.getByLabel('Password', { exact: true }).fill(people[who].password)
    await page.getByRole('button', { name: /^Sign in/ }).click()
    await page.waitForURL((url) => url.pathname === path)
    await untilListening(page)
    await page.getByRole('region', { name: 'Your verdict' }).getByRole('button', { name: 'Reject' }).click()
    return page.getByRole('dialog', { name: 'Reject this run' }).getByRole('textbox', { name: 'Reason' })
  }
  const endSession = async () => {
    await page.context().clearCookies()
    await page.reload()
  }
  await (await signIn('reviewer')).fill('Half a thought')
  await endSession()
  await expect(await signIn('reviewer')).toHaveValue('Half a thought')
  await endSession()
  await expect(await signIn('colleague')).toHaveValue('')
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
