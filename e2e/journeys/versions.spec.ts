import type { TrialOrder } from '@/lib/contracts/trials'
import { getServedVersion, publishVersion } from '@/lib/contracts/versions'
import { changeRows } from '../database'
import { type Executor, startExecutor } from '../executor'
import { expect, test } from '../fixtures'
import { untilListening } from '../windows'

const chain = 'help-desk'
const scenarios = ['password', 'invoice'].map((name) => ({ name, request: { question: name } }))
const contract = { requiredOutputs: ['answer'] }
const tokens = { input: 100, output: 900 }

let executor: Executor
test.beforeAll(async () => {
  executor = await startExecutor(({ version, kind }: TrialOrder) => {
    if (version === '1.0.1' && kind === 'dry_run') throw new Error('out of order')
    return { output: { answer: version === '1.0.0' ? 'Open Settings.' : '' }, tokens }
  })
})
test.afterAll(() => executor.close())

test('a worse version is published, tried, gated and rejected, and the previous version serves', async ({ desk }) => {
  const first = { chain, version: '1.0.0', contract, scenarios, executor: { kind: 'http', url: executor.url } } as const
  await desk.send(publishVersion, first)
  await changeRows(
    `INSERT INTO chain_version (project_id, id, chain_id, version)
     SELECT project_id, gen_random_uuid(), chain_id, '0.0.' || place FROM chain_version, generate_series(1, 120) AS place
     WHERE project_id = (SELECT id FROM project WHERE slug = $1)`,
    [desk.slug],
  )
  const page = await desk.open('admin', `/chains/${chain}`)
  const versions = page.getByRole('table', { name: 'Versions of this chain' })
  await expect(versions).toContainText('3 live of 5')
  await expect(page.getByText('The 100 highest of 121.')).toBeVisible()
  await untilListening(page)
  await page.getByRole('button', { name: 'Show 50 more of 100' }).press('Enter')
  await page.getByRole('button', { name: 'Show more versions' }).press('Enter')
  await expect(versions.getByRole('row')).toHaveCount(1 + 121)
  await expect(page.getByText('The 100 highest of 121.')).toBeHidden()

  await page.getByRole('button', { name: 'Publish a version' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish a version' })
  await expect(dialog).toContainText('Starts from 1.0.0.')
  await expect(dialog.getByRole('textbox', { name: 'Version' })).toHaveValue('1.0.1')
  // However long the form is, its button stays in reach.
  await expect(dialog.getByRole('button', { name: 'Publish' })).toBeInViewport({ ratio: 1 })
  await dialog.getByRole('textbox', { name: 'Version' }).fill('1.0')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog.getByRole('alert').first()).toContainText('Must be a semantic version')
  await dialog.getByRole('textbox', { name: 'Version' }).fill('1.0.1')
  await dialog.getByRole('textbox', { name: 'What changed' }).fill('Shorter prompts.')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  const done = page.getByRole('dialog', { name: '1.0.1 is published' })
  await expect(done).toContainText('5 trials are queued')
  await done.getByRole('link', { name: 'Open 1.0.1' }).click()

  const trials = page.getByRole('region', { name: 'Trials', exact: true })
  await expect(trials).toContainText('3 of 3 live runs')
  await expect(trials).toContainText('2 of 2 dry runs, 2 failed')
  await expect(trials).toContainText('the executor answered 500: out of order')
  await trials.getByRole('button', { name: '3 more live runs' }).click()
  await expect(trials).toContainText('6 of 6 live runs')

  await page.getByRole('link', { name: 'Decide its gate' }).click()
  await expect(page.getByRole('heading', { name: `Is ${chain} 1.0.1 worse than 1.0.0?` })).toBeVisible()
  await expect(page.getByRole('note')).toContainText('You published 1.0.1, so someone else decides on it.')
  await expect(page.getByRole('button', { name: 'Reject' })).toBeHidden()

  const reviewer = await desk.open('reviewer', new URL(page.url()).pathname.replace(`/p/${desk.slug}`, ''))
  await reviewer.getByRole('button', { name: 'Reject' }).click()
  await reviewer.getByRole('textbox', { name: 'Reason' }).fill('It answers nothing.')
  await reviewer.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await expect(reviewer.getByRole('region', { name: 'Record of the decision' })).toContainText('1.0.0 serves')
  expect((await desk.send(getServedVersion, { chain })).version).toBe('1.0.0')

  await page.goto(`/p/${desk.slug}/chains/${chain}/versions/1.0.1`)
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('Rolled back')
  await expect(history).toContainText('It answers nothing.')
  await expect(history).toContainText('1.0.0 served from then on.')
})

test('two versions are compared, and polling the served version returns 304 until it changes', async ({
  desk,
  wire,
}) => {
  const graph = { nodes: [{ id: 'answer' }] }
  await desk.send(publishVersion, { chain, version: '1.0.0', contract, graph })
  await desk.send(publishVersion, { chain, version: '1.1.0', contract: { ...contract, strict: true }, graph })
  const page = await desk.open('viewer', `/chains/${chain}`)
  await expect(page.getByRole('button', { name: 'Publish a version' })).toBeDisabled()
  await page.getByRole('link', { name: 'Compare versions' }).click()
  await expect(page.getByRole('region', { name: 'Contract' })).toContainText('strict')
  await expect(page.getByRole('main')).toContainText('Unchanged: graph.')

  const path = `/api/v1/chains/${chain}/served`
  const answer = await wire.get(path)
  expect(await answer.json()).toMatchObject({ version: '1.1.0' })
  const headers = { 'if-none-match': answer.headers().etag ?? '' }
  expect((await wire.get(path, { headers })).status()).toBe(304)
  await desk.send(publishVersion, { chain, version: '1.2.0' })
  const changed = await wire.get(path, { headers })
  expect(changed.status()).toBe(200)
  expect(await changed.json()).toMatchObject({ version: '1.2.0' })
})
