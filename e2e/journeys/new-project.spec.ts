import { randomUUID } from 'node:crypto'
import { ingestRuns } from '@/lib/contracts/ingest'
import { expect, test } from '../fixtures'
import { runBody } from '../runs'
import { untilLive } from '../windows'

test('a new project explains how to send a run, and notices when the first one arrives', async ({ visit, request }) => {
  const slug = `new-${randomUUID().slice(0, 8)}`
  const page = await visit('admin', '/projects/new')
  await expect(async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill(slug.replace('-', ' '))
    await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue(slug, { timeout: 500 })
  }).toPass()
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page).toHaveURL(`/p/${slug}`)
  await expect(page.getByRole('heading', { name: 'Send the first run' })).toBeVisible()
  await untilLive(page)

  await page.getByRole('button', { name: 'Create key' }).click()
  const command = page.getByRole('tabpanel', { name: 'curl' })
  await expect(command).toContainText('Bearer vrt_')
  const { target, headers, body } = readCurl((await command.textContent()) ?? '')
  await expect(page.getByText('Waiting for a run.')).toBeVisible()

  const answer = await request.post(target, { headers, data: body })
  expect(answer.status()).toBe(200)
  await expect(page.getByText('The first run has arrived and is scored.')).toBeVisible()
  await page.getByRole('link', { name: 'Open it' }).click()
  await expect(page.getByRole('heading', { name: 'my-first-run' })).toBeVisible()
})

test('the OpenTelemetry snippet names this server and the key', async ({ desk }) => {
  const page = await desk.open('admin')
  await page.getByRole('tab', { name: 'OpenTelemetry' }).click()
  const panel = page.getByRole('tabpanel', { name: 'OpenTelemetry' })
  await expect(panel).toContainText(`OTEL_EXPORTER_OTLP_ENDPOINT=${new URL(page.url()).origin}`)
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(panel).toContainText('Authorization=Bearer%20vrt_')
})

test('a taken project address is refused, and it can be edited', async ({ visit, desk }) => {
  const page = await visit('admin', '/projects/new')
  const address = page.getByRole('textbox', { name: 'Address' })
  await expect(async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Another one')
    await expect(address).toHaveValue('another-one', { timeout: 500 })
  }).toPass()
  await address.fill(desk.slug)
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await expect(page).toHaveURL('/projects/new')
})

test('an empty list of runs links to the instructions, and fills without a reload', async ({ desk }) => {
  const page = await desk.open('viewer', '/runs')
  await expect(page.getByRole('link', { name: 'Send the first run' })).toBeVisible()
  const run = runBody()
  await desk.send(ingestRuns, run)
  await expect(page.getByRole('link', { name: run.id })).toBeVisible()
})

/** Parses the curl snippet into a request. */
function readCurl(text: string): { target: string; headers: Record<string, string>; body: string } {
  const target = /curl (\S+)/.exec(text)?.[1] ?? ''
  const headers = Object.fromEntries(
    [...text.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name, value]) => [name, value]),
  )
  return { target, headers, body: /-d '([^']+)'/.exec(text)?.[1] ?? '' }
}

test('the instructions name this server before the page runs a script', async ({ desk, people, request, baseURL }) => {
  const cookie = people.admin.storageState.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const markup = await (await request.get(`/p/${desk.slug}`, { headers: { cookie } })).text()
  expect(/curl (\S+)/.exec(markup.replaceAll(/<[^>]*>/g, ''))?.[1]).toBe(`${baseURL}/api/v1/runs`)
})
