import { getReviewQueue } from '@/lib/contracts/review-queue'
import { expect, test } from '../fixtures'
import { runBody, sendRuns } from '../runs'

test('so many runs that they are days of work are added to the review queue only after a question', async ({
  desk,
}) => {
  const many = 101
  await sendRuns(
    desk,
    Array.from({ length: many }, () => runBody()),
  )
  const requested = async () => {
    const { reasons } = await desk.as('reviewer')(getReviewQueue, {})
    return reasons.find(({ reason }) => reason === 'asked')?.count ?? 0
  }
  const page = await desk.open('reviewer', '/runs')
  await page.getByRole('checkbox', { name: 'Select all in sight' }).check()
  const bar = page.getByRole('region', { name: 'Selected runs' })
  await bar.getByRole('button', { name: 'Select all that match' }).click()
  await expect(bar).toContainText(`${many} runs selected`)
  const question = page.getByRole('dialog', { name: `Add ${many} runs to the review queue?` })
  await bar.getByRole('button', { name: 'Review' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect(await requested()).toBe(0)
  await bar.getByRole('button', { name: 'Review' }).click()
  await question.getByRole('button', { name: 'Add them' }).click()
  await expect(page.getByText(`${many} runs added to the review queue`)).toBeVisible()
  expect(await requested()).toBe(many)
})
