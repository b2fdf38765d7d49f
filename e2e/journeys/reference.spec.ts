import { ORIGIN_PLACEHOLDER } from '@/components/reference/curl-of'
import { expect, test } from '../fixtures'
import { untilListening, untilTaken } from '../windows'

test('an anonymous visitor finds an operation in the API reference by text and by its path', async ({
  visit,
  baseURL,
}) => {
  const page = await visit(null, '/reference')
  await expect(page.getByRole('heading', { name: 'API reference', level: 1 })).toBeVisible()
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await expect(contents.getByRole('link', { name: /^runs\.list/ })).toBeVisible()
  const entry = page.getByRole('region', { name: 'runs.ingest' })
  await expect(entry).toContainText(`curl ${baseURL}`)
  // Shortcuts work from then on.
  await untilTaken(entry)
  await untilListening(page)

  await page.keyboard.press('/')
  await page.keyboard.type('regression detect')
  await expect(contents.getByRole('link')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#detect_regression$/)
  const tool = page.getByRole('region', { name: 'detect_regression' })
  await expect(tool.getByRole('heading', { name: 'detect_regression' })).toBeInViewport()
  await expect(tool).toContainText('veritas detect_regression')
  await expect(tool).toContainText(`curl ${new URL('/api/v1/quality/detect_regression', baseURL)}`)
  await expect(page.locator('main')).not.toContainText(ORIGIN_PLACEHOLDER)

  await page.keyboard.press('/')
  await page.keyboard.press('Escape')
  await expect(contents.getByRole('link', { name: /^runs\.list/ })).toBeVisible()

  await page.goto('/reference#gates.decide')
  const decide = page.getByRole('region', { name: 'gates.decide' })
  await expect(decide.getByRole('heading', { name: 'gates.decide' })).toBeInViewport()
  await expect(decide).toContainText('a person decides')
  await decide.getByRole('link', { name: 'GateDetail' }).click()
  const shape = page.getByRole('region', { name: 'GateDetail' })
  await expect(shape.getByRole('heading')).toBeInViewport()
  await expect(shape.getByText('evidenceDigest', { exact: true })).toBeVisible()
})

test('nested fields expand and stay reachable by keyboard', async ({ visit }) => {
  const page = await visit('viewer', '/reference#score_confidence')
  const tool = page.getByRole('region', { name: 'score_confidence' })
  const nested = tool.locator('summary').filter({ hasText: 'of signals' })
  await nested.focus()
  await page.keyboard.press('Enter')
  await expect(tool.getByText('downstream', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open the desk' })).toBeVisible()
})

test('the palette and the keys page link to the reference', async ({ desk, visit }) => {
  const page = await visit('admin', `/p/${desk.slug}/settings/keys`)
  await page.getByRole('link', { name: 'API reference' }).click()
  await expect(page.getByRole('heading', { name: 'API reference', level: 1 })).toBeVisible()
  await page.goto(`/p/${desk.slug}/settings/keys`)
  await page.getByRole('button', { name: 'Search or jump' }).click()
  await page.getByRole('option', { name: 'API reference' }).click()
  await expect(page).toHaveURL(/\/reference$/)
})
