import { expect, test } from '../fixtures'
import { makeWorseVersion, runBody, sendRun } from '../runs'

test('a page that has its data comes whole, without a skeleton and before any script has run', async ({
  desk,
  browser,
}) => {
  const { gateId } = await makeWorseVersion(desk)
  const run = await sendRun(desk, runBody({ id: 'broken', status: 'failed', error: 'Connection timed out' }))
  const { request } = await desk.open('admin')
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const [path, heading] of [
    [`/runs/${run.runId}`, 'broken'],
    [`/gates/${gateId}`, /^Is answers 1.0.1 worse/],
    ['/chains/answers', 'answers'],
    ['/week', /^Week/],
    ['/settings/members', 'Members'],
  ] as const) {
    await page.setContent(await (await request.get(`/p/${desk.slug}${path}`)).text(), { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expect(page.getByRole('status', { name: /^Loading/ }), path).toHaveCount(0)
  }
  await context.close()
})

test('a browser that knows other time zones than the server takes the page over, and offers its own', async ({
  desk,
  visit,
}) => {
  const page = await visit('admin', '/signin')
  await page.addInitScript(() => {
    Intl.supportedValuesOf = () => ['Europe/Berlin']
  })
  // A page that could not be taken over as it came fails the test.
  await page.goto(`/p/${desk.slug}/settings`)
  await expect(page.locator('#time-zones option')).toHaveCount(2)
})

test('a page that does not exist, or whose subject does not, is answered with 404, and the navigation stays', async ({
  desk,
}) => {
  const page = await desk.open('viewer')
  for (const path of ['/runs/none', '/gates/none', '/failures/none', '/thinking/none', '/week/none', '/chains/none']) {
    const answer = await page.request.get(`/p/${desk.slug}${path}`)
    expect(answer.status(), path).toBe(404)
  }
  expect((await page.goto(`/p/${desk.slug}/no-page/of-it`))?.status()).toBe(404)
  await expect(page).toHaveTitle('Not found · Veritas')
  await page.getByRole('navigation').getByRole('link', { name: 'Runs', exact: true }).click()
  await expect(page).toHaveURL(`/p/${desk.slug}/runs`)
})
