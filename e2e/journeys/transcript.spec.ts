import type { Locator } from '@playwright/test'
import { expectNoFaults, expectToFitPhone, LIGHT, PHONE } from '../axe'
import { changeRows } from '../database'
import { expect, test } from '../fixtures'
import { runBody, sendRun } from '../runs'
import { untilLive } from '../windows'

const ask = (id: string, name: string, args: object) => ({
  choices: [
    {
      message: {
        role: 'assistant',
        content: null,
        tool_calls: [{ id, function: { name, arguments: JSON.stringify(args) } }],
      },
    },
  ],
})

/** A run with chat messages, two tool calls of which one fails, and an answer that contradicts its source. */
const talk = () =>
  runBody({
    request: [
      { role: 'system', content: 'Answer from the orders. Policy:\n{\n  "channels": ["mail"]\n}' },
      { role: 'user', content: [{ type: 'text', text: 'What was **refunded** for order 7?' }] },
    ],
    status: 'failed',
    error: 'the ledger refused',
    contract: undefined,
    sources: [{ id: 'order', text: 'Order 7 was refunded with 14 dollars in May.' }],
    nodes: [
      { id: 'plan', name: 'planner', type: 'llm', durationMs: 800, output: ask('c1', 'find_order', { order: 7 }) },
      {
        id: 'find',
        name: 'find_order',
        type: 'tool',
        dependencies: ['plan'],
        durationMs: 120,
        output: { order: 7, customer: 'Keller' },
        toolCalls: [
          { id: 'c1', name: 'find_order', arguments: { order: 7 }, result: { order: 7, customer: 'Keller' } },
        ],
      },
      {
        id: 'post',
        name: 'post_ledger',
        type: 'tool',
        dependencies: ['find'],
        durationMs: 40,
        status: 'failed',
        error: 'HTTP 429: too many requests',
        toolCalls: [{ name: 'post_ledger', arguments: { amount: 40 }, error: 'HTTP 429: too many requests' }],
      },
    ],
    output: 'Order 7 was refunded with 40 dollars in May.',
  })

test('a transcript is read by keys, steps have URLs, and a comment that mentions someone is resolved', async ({
  desk,
}) => {
  const run = await sendRun(desk, talk())
  const page = await desk.open('reviewer', `/runs/${run.runId}`)
  const steps = page.getByRole('list', { name: 'Steps' })
  await expect(steps.getByRole('listitem', { name: /^Step/ })).toHaveCount(7)
  await expect(steps.locator('strong', { hasText: 'refunded' })).toBeVisible()
  // JSON amid a text is a tree that folds.
  await expect(steps.getByRole('button', { name: 'channels [ 1 item ]', expanded: true })).toBeVisible()
  await expect(
    steps
      .locator('mark', { hasText: '40 dollars' })
      .or(steps.locator('mark', { hasText: '40' }))
      .first(),
  ).toBeVisible()
  // On a phone the answer stands before the steps.
  const { width, height } = page.viewportSize() ?? PHONE
  await page.setViewportSize(PHONE)
  await expect(page.getByRole('region', { name: 'Answer', exact: true }).locator('mark').first()).toBeVisible()
  await page.setViewportSize({ width, height })

  const at = (name: RegExp) => expect(steps.getByRole('listitem', { name })).toBeFocused()
  await page.keyboard.press('j')
  await at(/^Step 1, System/)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await at(/^Step 2, User/)
  // The likely cause counts as a problem too, once it has been computed.
  await expect(steps.getByRole('listitem', { name: /planner, Assistant, Likeliest cause/ })).toBeVisible()
  await page.keyboard.press('n')
  await at(/^Step 3, planner/)
  await page.keyboard.press('n')
  await at(/^Step \d, post_ledger, Tool, Failure began here/)
  await expect(page).toHaveURL(/step=post/)
  await page.keyboard.press('Enter')
  const failed = steps.getByRole('listitem', { name: /post_ledger/ })
  await expect(failed.getByRole('region', { name: 'Arguments' })).toContainText('amount')
  await expect(failed).toContainText('HTTP 429: too many requests')
  await expectNoFaults(page, 'the transcript')
  await expectToFitPhone(page, 'the transcript')

  await page.keyboard.press('c')
  await page.getByRole('combobox', { name: 'Comment' }).fill('Why not wait, @Ben')
  await expect(page.getByRole('option', { name: 'Ben Colleague' })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(failed.getByRole('article', { name: 'Comment of Rita Reviewer' })).toContainText(
    'Why not wait, @Ben Colleague',
  )

  const said = failed.getByRole('article', { name: 'Comment of Rita Reviewer' })
  await said.getByRole('button', { name: 'Edit this comment' }).click()
  const edited = said.getByRole('combobox', { name: 'Edit the comment' })
  await expect(edited).toHaveValue('Why not wait, @Ben Colleague')
  await edited.fill('Why not try again, @Ben Colleague?')
  await edited.press('ControlOrMeta+Enter')
  await expect(said).toContainText('Why not try again, @Ben Colleague?')
  await expect(said).toContainText('edited')
  // The change is shown as soon as it is made, its form until that was answered.
  await expect(edited).toBeHidden()

  await page.keyboard.press('/')
  await page.getByRole('textbox', { name: 'Find in this run' }).fill('keller')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('search')).toContainText('1 of 1 in 1 entry')
  await expect(page).toHaveURL(/step=find/)
  await page.keyboard.press('Escape')

  const colleague = await desk.open('colleague')
  // The comment is then none of the newest, with which a page begins.
  await changeRows(
    `INSERT INTO comment (project_id, run_id, id, body, user_id, by, mentions, created_at, resolved_at, resolved_by)
     SELECT project_id, run_id, ('ffffffff-ffff-7fff-8fff-' || lpad(place::text, 12, '0'))::uuid, 'Later', user_id, by, '[]', now(), now(), by
     FROM comment, generate_series(1, 500) AS place WHERE run_id = $1`,
    [run.runId],
  )
  await colleague.getByRole('button', { name: /Notifications/ }).click()
  await colleague.getByRole('link', { name: /Rita Reviewer mentions you/ }).click()
  await expect(colleague).toHaveURL(/step=post/)
  const seen = colleague.getByRole('listitem', { name: /post_ledger/ })
  await expect(seen).toBeInViewport()
  await expect(seen.getByRole('article', { name: 'Comment of Rita Reviewer' })).toBeFocused()
  await expect(seen.getByRole('button', { name: 'Edit this comment' })).toHaveCount(0)
  await seen.getByRole('button', { name: 'Resolve' }).click()
  const ofRun = page.getByRole('region', { name: 'About the whole run' })
  await expect(ofRun).toContainText('Of all comments on this run, the first 1 are not shown.')
  await expect(failed.getByRole('article')).toHaveCount(0)
  await ofRun.getByRole('button', { name: 'Show earlier comments' }).press('Enter')
  await expect(failed).toContainText('1 resolved comment')
  // The button is gone: there are no earlier ones.
  await expect(ofRun).toBeFocused()
  await failed.getByText('1 resolved comment').click()
  await failed.getByRole('button', { name: 'Take this comment down' }).click()
  await expect(failed.getByRole('article')).toHaveCount(0)
  await expect(failed).toBeFocused()
})

test('the comment key works before a step was chosen, and what is typed goes into the comment', async ({ desk }) => {
  const run = await sendRun(desk, talk())
  const page = await desk.open('reviewer', `/runs/${run.runId}`)
  await page.keyboard.press('c')
  const comment = page.getByRole('listitem', { name: /^Step 1,/ }).getByRole('combobox', { name: 'Comment' })
  await expect(comment).toBeFocused()
  await page.keyboard.type('at a rate')
  await expect(comment).toHaveValue('at a rate')
  await expect(page.getByRole('region', { name: 'Your verdict' })).toContainText('No one has reviewed this run yet.')
})

test('text too long for a quote is refused with the reason, and the comment key does not comment without it', async ({
  desk,
}) => {
  const line = 'The order was paid. '
  const run = await sendRun(desk, runBody({ request: line.repeat(90), output: line.repeat(110) }))
  const page = await desk.open('reviewer', `/runs/${run.runId}`)
  const step = (name: RegExp) => page.getByRole('list', { name: 'Steps' }).getByRole('listitem', { name })
  const select = (name: RegExp) =>
    step(name)
      .getByText(line.trim())
      .first()
      .evaluate((element) => document.getSelection()?.selectAllChildren(element))
  await select(/Step 4, Answer/)
  await expect(page.getByText('Select at most 2,000 characters to comment on them.')).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByRole('combobox', { name: 'Comment' })).toHaveCount(0)
  await select(/Step 1, Request/)
  await page.getByRole('button', { name: /^Comment$/ }).click()
  await expect(page.getByRole('combobox', { name: 'Comment' })).toBeFocused()
})

test('a comment draft is kept when another one is started', async ({ desk }) => {
  const run = await sendRun(desk, talk())
  const page = await desk.open('reviewer', `/runs/${run.runId}`)
  const step = (name: RegExp) => page.getByRole('list', { name: 'Steps' }).getByRole('listitem', { name })
  const write = async (name: RegExp, text: string) => {
    await step(name)
      .getByRole('button', { name: /^Comment on step/ })
      .click()
    await step(name).getByRole('combobox', { name: 'Comment' }).fill(text)
  }
  await write(/^Step 1, System/, 'Too long')
  await write(/^Step 2, User/, 'Fair')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(step(/^Step 2, User/).getByRole('article', { name: 'Comment of Rita Reviewer' })).toContainText('Fair')
  await expect(step(/^Step 1, System/).getByRole('combobox', { name: 'Comment' })).toHaveValue('Too long')
})

test('a search reaches the end of a field of a megabyte, which opens at once', async ({ desk }) => {
  const report = `${'The order was paid, and nobody complained.\n'.repeat(25_000)}A needle in the haystack.`
  const run = await sendRun(desk, runBody({ output: { answer: 'Read on.', report } }))
  const page = await desk.open('reviewer', `/runs/${run.runId}`)
  await page.keyboard.press('/')
  await page.getByRole('textbox', { name: 'Find in this run' }).fill('needle in')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('search')).toContainText('1 of 1 in 1 entry')
  await expect(page.getByText('A needle in the haystack.')).toBeInViewport()
})

test('a URL leads to a step, and graph and timeline show the same run', async ({ desk, visit }) => {
  const run = await sendRun(desk, talk())
  const page = await visit('viewer', `/p/${desk.slug}/runs/${run.runId}?node=post`, LIGHT)
  await untilLive(page)
  await expect(page.getByRole('listitem', { name: /post_ledger/ })).toBeFocused()
  await page.getByRole('radio', { name: 'Timeline' }).click()
  await expect(page).toHaveURL(/view=timeline/)
  const bars = page.getByRole('list', { name: 'Steps by time' })
  await expect(bars.getByRole('listitem')).toHaveCount(3)
  await expect(page.getByText('No start times were sent. Steps are drawn by duration')).toBeVisible()
  await bars.getByRole('button', { name: /find_order/ }).click()
  await expect(page.getByRole('region', { name: 'Node find_order' })).toBeVisible()
  await page.getByRole('radio', { name: 'Transcript' }).click()
  await expect(page.getByRole('listitem', { name: /^Step \d, find_order/ })).toBeInViewport()
})

test('on a phone the findings of a run stand before its steps, however many these are', async ({ desk, visit }) => {
  const nodes = Array.from({ length: 60 }, (_, at) => ({
    id: `n${at}`,
    name: `step ${at}`,
    output: 'word '.repeat(200),
  }))
  const run = await sendRun(desk, runBody({ nodes }))
  const page = await visit('reviewer', `/p/${desk.slug}/runs/${run.runId}`, { viewport: PHONE })
  const topOf = async (place: Locator) => (await place.boundingBox())?.y ?? Number.NaN
  const transcript = page.getByRole('region', { name: 'Transcript' })
  await expect(transcript).toBeVisible()
  expect(await topOf(page.getByRole('heading', { name: 'Why' }))).toBeLessThan(await topOf(transcript))
})

test('a run prints its steps in dark ink over the whole width, also from a dark screen', async ({ desk, visit }) => {
  const run = await sendRun(desk, talk())
  const page = await visit('reviewer', `/p/${desk.slug}/runs/${run.runId}`, {
    colorScheme: 'dark',
    viewport: { width: 1000, height: 800 },
  })
  const transcript = page.getByRole('region', { name: 'Transcript' })
  await expect(transcript).toBeVisible()
  const ink = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--ink').trim())
  const onScreen = await ink()
  await page.emulateMedia({ media: 'print' })
  expect(await ink()).not.toBe(onScreen)
  expect((await transcript.boundingBox())?.width).toBeGreaterThan(500)
})
