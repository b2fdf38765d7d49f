import type { Page } from '@playwright/test'
import { putConfiguration } from '@/lib/contracts/configuration-requests'
import { putRubric } from '@/lib/contracts/rubrics'
import type { Desk } from './desk'
import { runBody, sendRuns } from './runs'

export const verdict = (page: Page) => page.getByRole('region', { name: 'Your verdict' })
export const openRun = (page: Page) => page.getByRole('main').locator('header a[href*="/runs/"]').first()

/** Creates runs that are all drawn for audit, each with a second review. */
export async function makeQueue(desk: Desk, count: number) {
  const admin = desk.as('admin')
  await admin(putConfiguration, { config: { review: { audit_share: 1, second_share: 1 } }, expected: 0 })
  await sendRuns(
    desk,
    Array.from({ length: count }, (_, index) =>
      runBody({ id: `queued-${index}`, signals: { peer: 0.9, downstream: 1 } }),
    ),
  )
  const items = [{ key: 'helpful', label: 'How helpful is it?', kind: 'scale' as const, points: 5, required: true }]
  await admin(putRubric, { chain: 'answers', items, expected: 0 })
}
