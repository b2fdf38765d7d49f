import { deleteRuns } from '@/lib/contracts/data'
import { openGate } from '@/lib/contracts/gates'
import { expectNoFaults, expectToFitPhone } from '../axe'
import { expect, test } from '../fixtures'
import { makeQueue, openRun, verdict } from '../review'
import { runBody, sendRun, sendRuns } from '../runs'
import { untilListening } from '../windows'

test('two people review with the keyboard, and a third settles their disagreements', async ({ desk }) => {
  await makeQueue(desk, 3)

  const first = await desk.open('reviewer', '/review')
  await expect(first.getByText('1 of 3', { exact: true })).toBeVisible()
  await expect(first.getByText('Drawn at random.')).toBeVisible()
  await expect(verdict(first)).toContainText('Scores and other verdicts appear after you decide.')
  await expect(first.getByRole('main')).not.toContainText('onfidence')
  const rejected = (await openRun(first).textContent()) ?? ''
  // The verdict is refused until the rubric's required question is answered.
  await first.keyboard.press('a')
  await expect(verdict(first)).toContainText('“How helpful is it?” needs an answer.')
  // A second person is asked, which the page keeps saying until it is taken back.
  await first.keyboard.press('o')
  await expect(first.getByRole('heading', { name: 'You asked for a second person.' })).toBeVisible()
  await first.keyboard.press('o')
  await expect(first.getByRole('heading', { name: 'Drawn at random.' })).toBeVisible()
  await first.keyboard.press('2')
  await first.keyboard.press('r')
  await expect(first.getByRole('dialog', { name: 'Reject this run' })).toBeVisible()
  await first.keyboard.press('1')
  // The automated decision was the opposite.
  await expect(verdict(first)).toContainText('You rejected it. The desk said the opposite. Who is right?')
  await expect(verdict(first)).toContainText('The desk said: accepted, confidence 0.96')
  await first.keyboard.press('a')
  await expect(verdict(first)).toContainText(`Rejected ${rejected}`)
  // The place in the queue survives a reload.
  const second = (await openRun(first).textContent()) ?? ''
  expect(second).not.toBe(rejected)
  await first.reload()
  await untilListening(first)
  await expect(openRun(first)).toHaveText(second)
  for (const words of ['2 of 3', '3 of 3']) {
    await expect(first.getByText(words, { exact: true })).toBeVisible()
    await first.keyboard.press('4')
    await first.keyboard.press('a')
  }
  await expect(first.getByText('All reviewed', { exact: true })).toBeVisible()
  await expectNoFaults(first, 'an empty queue')

  const other = await desk.open('colleague', '/review')
  await expect(other.getByText('Drawn for a second review.')).toBeVisible()
  await expectNoFaults(other, 'the review page')
  await expectToFitPhone(other, 'The review page')
  for (let left = 3; left > 0; left--) {
    const name = (await openRun(other).textContent()) ?? ''
    await other.keyboard.press('5')
    await other.keyboard.press('a')
    if (name === rejected) {
      await expect(verdict(other)).toContainText('Another person said the opposite. Who is right?')
      await expect(verdict(other)).toContainText('rejected it: “Wrong result”')
      // Another key before it: the same one again, at once, would be the second press of a double one.
      await other.keyboard.press('Shift')
      await other.keyboard.press('a')
    }
    if (left > 1) await expect(verdict(other)).toContainText(`Approved ${name}`)
  }
  await expect(other.getByText('All reviewed', { exact: true })).toBeVisible()

  const third = await desk.open('admin', '/review')
  await expect(openRun(third)).toHaveText(rejected)
  await expect(third.getByText('Two people disagree. Your verdict settles it.')).toBeVisible()
  await third.keyboard.press('5')
  await third.keyboard.press('a')
  await expect(
    third.getByRole('main').getByText(new RegExp(`Approved ${rejected}. The desk: .*That settles the disagreement.`)),
  ).toBeVisible()
  await expect(third.getByText('All reviewed', { exact: true })).toBeVisible()

  await third.goto(`/p/${desk.slug}/review/agreement`)
  await expect(third.getByText('Two or more people judged 3 runs and agree on 2')).toBeVisible()
  await expectNoFaults(third, 'agreement')
  await expectToFitPhone(third, 'Agreement')
})

test('a run is skipped, held and taken up again by keys, and a viewer sees who may review', async ({ desk }) => {
  await makeQueue(desk, 2)
  await sendRuns(desk, [runBody({ chain: 'others', signals: { peer: 0.9, downstream: 1 } })])
  const page = await desk.open('reviewer', '/review?chain=others')
  await expect(openRun(page)).toBeVisible()
  await page.keyboard.press('a')
  // At the end of what matches, Enter goes on with the rest.
  await expect(page.getByRole('button', { name: 'Show all 2 runs that wait' })).toBeFocused()
  await page.keyboard.press('Enter')
  const skipped = (await openRun(page).textContent()) ?? ''
  const skip = async () => {
    await page.keyboard.press('s')
    await expect(verdict(page)).toContainText(`Skipped ${skipped}`)
    return (await openRun(page).textContent()) ?? ''
  }
  const held = await skip()
  expect(held).not.toBe(skipped)
  // The key takes back what was done last, here the skip.
  await page.keyboard.press('u')
  await expect(openRun(page)).toHaveText(skipped)
  await expect(verdict(page)).toContainText('The run is yours again.')
  expect(await skip()).toBe(held)
  const hold = async () => {
    await page.keyboard.press('h')
    const dialog = page.getByRole('dialog', { name: 'Hold this run' })
    await dialog.getByRole('button', { name: 'Tomorrow' }).click()
    await dialog.getByRole('button', { name: 'Hold', exact: true }).click()
    await expect(openRun(page)).toHaveText(skipped)
    await expect(verdict(page)).toContainText(new RegExp(`Held ${held} until .*\\d\\d:\\d\\d`))
  }
  await hold()
  await verdict(page).getByRole('button', { name: 'Take back' }).click()
  await expect(openRun(page)).toHaveText(held)
  await hold()
  await page.keyboard.press('3')
  await page.keyboard.press('a')
  await expect(page.getByText('All reviewed', { exact: true })).toBeVisible()
  await page.getByRole('region', { name: 'Held by you' }).getByRole('button', { name: 'Review now' }).click()
  await expect(openRun(page)).toHaveText(held)
  await page.keyboard.press('u')
  await expect(openRun(page)).toHaveText(skipped)

  const viewer = await desk.open('viewer', '/review')
  await expect(viewer.getByText('Only reviewers and admins can review')).toBeVisible()
  await expect(viewer.getByText(/wait(s)? for a reviewer|Nothing is waiting/)).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Review settings' })).toBeHidden()
  const admin = await desk.open('admin', '/review/rubric?chain=answers')
  await expect(admin.getByRole('textbox', { name: 'Question 1' })).toHaveValue('How helpful is it?')
  await expectNoFaults(admin, 'the rubric')
  await expectToFitPhone(admin, 'The rubric')
})

test('a run that was deleted while it was reviewed makes way for the next one, and says so', async ({ desk }) => {
  await makeQueue(desk, 4)
  const page = await desk.open('reviewer', '/review')
  const deleteOpen = async () => {
    // Not that of the address, which follows what is shown.
    const runId = /runs\/([\w-]+)/.exec((await openRun(page).getAttribute('href')) ?? '')?.[1] ?? ''
    const name = (await openRun(page).textContent()) ?? ''
    await desk.as('admin')(deleteRuns, { runIds: [runId] })
    return name
  }
  await expect(page).toHaveURL(/run=/)
  const judged = await deleteOpen()
  await page.keyboard.press('4')
  await page.keyboard.press('a')
  await expect(page.getByText('This run no longer exists.')).toBeVisible()
  await expect(openRun(page)).not.toHaveText(judged)
  const skipped = await deleteOpen()
  await page.keyboard.press('s')
  await expect(page.getByText('This run is no longer in the queue.')).toBeVisible()
  await expect(openRun(page)).not.toHaveText(skipped)
})

test('a finding of a step leads to it', async ({ desk }) => {
  const nodes = Array.from({ length: 30 }, (_, place) => ({ id: `step-${place}`, output: 'A line.\n\n'.repeat(8) }))
  const error = { message: 'The disk is full' }
  await sendRuns(desk, [runBody({ status: 'failed', nodes: [...nodes, { id: 'store', status: 'failed', error }] })])
  const page = await desk.open('reviewer', '/review')
  await expect(openRun(page)).toBeVisible()
  await untilListening(page)
  const step = page.getByRole('listitem', { name: /^Step \d+, store/ })
  await expect(step).not.toBeInViewport()
  // By keyboard: below a long transcript the button still moves while steps that come into sight take their height.
  await page.getByRole('region', { name: 'Findings' }).getByRole('button', { name: 'The disk is full' }).press('Enter')
  await expect(step).toBeFocused()
  await expect(step).toBeInViewport()
  await page.setViewportSize({ width: 390, height: 844 })
  const tops = [page.getByRole('region', { name: 'Findings' }), page.getByRole('list', { name: 'Steps' })].map((part) =>
    part.boundingBox(),
  )
  const [findings, steps] = await Promise.all(tops)
  expect(findings?.y).toBeLessThan(steps?.y ?? 0)
})

test('a reminder comes again while the one before it closes, and its button works', async ({ desk }) => {
  await makeQueue(desk, 2)
  const page = await desk.open('reviewer', '/review')
  const name = (await openRun(page).textContent()) ?? ''
  await page
    .getByRole('button', { name: /^Comment on step/ })
    .first()
    .click()
  await page.getByRole('combobox', { name: 'Comment' }).fill('Which page does it mean?')
  await page.getByRole('complementary', { name: 'Rubric' }).getByRole('radio').nth(3).click()
  await verdict(page).getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText(`Your comment on ${name} was not sent`)).toBeVisible()
  await page.keyboard.press('u')
  await expect(openRun(page)).toHaveText(name)
  // The skip is answered at the moment the reminder begins to close.
  await page.route('**/skip*', async (route) => {
    const response = await route.fetch()
    await page.waitForFunction(() => {
      const shown = document.querySelectorAll('[data-sonner-toast]')
      return [...shown].every((reminder) => reminder.getAttribute('data-removed') === 'true')
    })
    await route.fulfill({ response })
  })
  await page.keyboard.press('s')
  await expect(openRun(page)).not.toHaveText(name)
  await page.getByRole('button', { name: 'Open the run' }).click()
  await expect(page).toHaveURL(/\/runs\//)
})

test('a queue that failed to load can be retried', async ({ desk }) => {
  await makeQueue(desk, 1)
  const page = await desk.open('reviewer')
  await page.route('**/api/v1/review/next*', (route) => route.abort())
  await page.goto(`/p/${desk.slug}/review`)
  await expect(page.getByText('The queue could not be opened')).toBeVisible()
  await page.unroute('**/api/v1/review/next*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(openRun(page)).toHaveText('queued-0')
})

test('a run whose gate waits says so with the time left, in the queue and beside the list of runs', async ({
  desk,
}) => {
  const run = await sendRun(desk, runBody({ id: 'asked' }))
  const { gate } = await desk.send(openGate, {
    runId: run.runId,
    question: 'May this go out?',
    deadlineHours: 5.5,
  })
  const page = await desk.open('reviewer', '/runs')
  await page.getByRole('link', { name: /^asked/ }).focus()
  await page.keyboard.press('p')
  await expect(page.getByRole('complementary', { name: 'Run summary' })).toContainText(/Its gate waits.*5 h left/)
  await page.goto(`/p/${desk.slug}/review`)
  await untilListening(page)
  await expect(page.getByRole('main')).toContainText(/A gate on this run waits.*Open the gate.*5 h left/)
  await page.keyboard.press('w')
  await expect(page).toHaveURL(new RegExp(`/gates/${gate.id}$`))
})
