import { updateProject } from '@/lib/contracts/projects'
import { getReviewQueue, moveReview, nextReviews, skipReview } from '@/lib/contracts/review-queue'
import { reviewRun } from '@/lib/contracts/reviews'
import { expect, test } from '../fixtures'
import { makeQueue, openRun, verdict } from '../review'
import { untilListening } from '../windows'

test('whoever follows a link to a run that another person has is told so, and not just given the next one', async ({
  desk,
}) => {
  await makeQueue(desk, 2)
  const { items } = await desk.as('colleague')(nextReviews, { count: 1 })
  const taken = items[0]
  const page = await desk.open('reviewer', `/review?run=${taken?.runId}`)
  const notice = page.getByRole('listitem').filter({ hasText: 'The run that you opened does not wait for you' })
  await expect(notice.getByRole('button', { name: 'Open the run' })).toBeVisible()
  await expect(openRun(page)).not.toHaveText(taken?.clientId ?? '')
  // A reload opens the run that is shown by now, which is claimed.
  await page.reload()
  await untilListening(page)
  await expect(openRun(page)).toBeVisible()
  await expect(page.getByText('does not wait for you')).toHaveCount(0)

  await page.goto(`/p/${desk.slug}/review?run=${taken?.runId}`)
  await notice.getByRole('button', { name: 'Open the run' }).click()
  await expect(page).toHaveURL(`/p/${desk.slug}/runs/${taken?.runId}`)
})

test('what was done last stands in one line, however narrow the bar', async ({ desk }) => {
  await makeQueue(desk, 2)
  const page = await desk.open('reviewer', '/review')
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(openRun(page)).toBeVisible()
  await page.keyboard.press('s')
  const said = verdict(page).getByText(/^Skipped /)
  await expect(said).toBeVisible()
  const approve = verdict(page).getByRole('button', { name: 'Approve' })
  const [line, button] = [await said.boundingBox(), await approve.boundingBox()]
  expect(line?.height).toBeLessThan(40)
  expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)
})

test('a run is held until a time of the project, also where its clocks show one twice or skip it', async ({ desk }) => {
  await makeQueue(desk, 2)
  await desk.as('admin')(updateProject, { timeZone: 'America/New_York' })
  const page = await desk.open('reviewer', '/review')
  await expect(openRun(page)).toBeVisible()
  // Half past one, and in an hour it is half past one again.
  await page.clock.setFixedTime('2027-11-07T05:30:20Z')
  await page.keyboard.press('h')
  const dialog = page.getByRole('dialog', { name: 'Hold this run' })
  const until = dialog.getByLabel('Until')
  await expect(until).toHaveValue('2027-11-07T01:30')
  await expect(until).toHaveAccessibleDescription('7 Nov 2027, 01:30 GMT-5')
  await until.fill('2027-11-07T01:45')
  await expect(until).toHaveAccessibleDescription('7 Nov 2027, 01:45 GMT-4')
  await until.fill('2028-03-12T02:30')
  await expect(until).toHaveAccessibleDescription('12 Mar 2028, 03:30 GMT-4')
  await dialog.getByRole('button', { name: 'One hour' }).click()
  await dialog.getByRole('button', { name: 'Hold', exact: true }).click()
  await expect(verdict(page)).toContainText('until 7 Nov 2027, 01:30 GMT-5')
})

test('a run that another person held comes by itself when the hold ends', async ({ desk }) => {
  await makeQueue(desk, 1)
  const { items } = await desk.as('colleague')(nextReviews, { count: 1 })
  const page = await desk.open('reviewer', '/review')
  await expect(page.getByText('Nothing to review', { exact: true })).toBeVisible()
  const until = new Date(Date.now() + 5000).toISOString()
  await desk.as('colleague')(moveReview, { runId: items[0]?.runId ?? '', action: 'hold', until })
  await expect(openRun(page)).toHaveText('queued-0')
})

test('a run that its reviewer holds is held as before once they take their verdict on it back, and theirs to decide', async ({
  desk,
}) => {
  await makeQueue(desk, 1)
  const reviewer = desk.as('reviewer')
  const { items } = await reviewer(nextReviews, { count: 1 })
  const runId = items[0]?.runId ?? ''
  const until = new Date(Date.now() + 86_400_000).toISOString()
  await reviewer(moveReview, { runId, action: 'hold', until, reason: 'The orders are down.' })
  await reviewer(reviewRun, { runId, verdict: 'approve' })
  const page = await desk.open('reviewer', '/review')
  const colleague = await desk.open('colleague', '/review')
  await expect(openRun(colleague)).toHaveText('queued-0')
  await desk.as('colleague')(skipReview, { runId })
  await page.getByRole('button', { name: 'Take back the verdict on queued-0' }).click()
  await expect(openRun(page)).toHaveText('queued-0')
  await expect(verdict(page).getByRole('button', { name: 'Reject' })).toBeVisible()
  const { held } = await reviewer(getReviewQueue, {})
  expect(held).toMatchObject([{ runId, held: { until, why: 'The orders are down.' } }])
  await colleague.reload()
  await expect(colleague.getByText('Nothing to review', { exact: true })).toBeVisible()
})
