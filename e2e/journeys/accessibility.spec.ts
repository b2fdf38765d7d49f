import type { Locator, Page } from '@playwright/test'
import { addDeadLetter } from '@/lib/contracts/dead-letters'
import { decideGate, getGate, openGate } from '@/lib/contracts/gates'
import { checkVerification, decideDependent, generateFixupTask } from '@/lib/contracts/quality/verification'
import { expectNoFaults, expectToFitPhone, LIGHT, PHONE } from '../axe'
import type { Desk } from '../desk'
import { expect, test } from '../fixtures'
import { makeWorseVersion, runBody, sendRun, sendRuns, type WorseVersion } from '../runs'
import { TAILWIND_SESSION, thinkTailwind } from '../thoughts'
import { follow, untilListening, untilLive, untilTaken } from '../windows'

// The longest file: its tests are spread over both workers.
test.describe.configure({ mode: 'parallel' })

type Place = [path: string, heading: string | RegExp]

/** Every page a member can open, with the heading that shows it has loaded, in parts of similar size. */
const places: Record<string, (filled: Filled) => Place[]> = {
  'of runs, gates and summaries': ({ worse: { gateId, runIds }, closedGateId, longRunId }) => [
    ['', 'Overview'],
    [`/review?run=${longRunId}`, 'Review'],
    ['/runs', 'Runs'],
    [`/runs/${runIds[0]}`, /^run-/],
    [`/runs/${longRunId}`, /^run-/],
    ['/gates', 'Gates'],
    [`/gates/${gateId}`, /worse than/],
    [`/gates/${closedGateId}`, /^Review run-/],
    ['/dead-letters', 'Dead letters'],
    ['/failures', 'Failures'],
    ['/convergence', 'Convergence'],
    ['/week', /^Week \d+, \d{4}$/],
  ],
  'of chains and thinking': () => [
    ['/chains', 'Chains'],
    ['/chains/answers', 'answers'],
    ['/chains/answers/versions/1.0.1', '1.0.1'],
    ['/compare', 'Compare'],
    ['/chains/answers/compare?a=1.0.0&b=1.0.1', '1.0.0 and 1.0.1'],
    ['/thinking', 'Thinking'],
    [`/thinking/${encodeURIComponent(TAILWIND_SESSION)}`, 'Tailwind CSS version'],
    ['/nothing-here', 'Not found'],
  ],
  'of settings': () => [
    ['/settings', 'Project settings'],
    ['/settings/configuration', 'Configuration'],
    ['/settings/configuration?chain=answers', 'Configuration'],
    ['/settings/members', 'Members'],
    ['/settings/keys', 'API keys'],
    ['/settings/webhooks', 'Webhooks'],
    ['/settings/judge', 'Judge'],
    ['/settings/templates', 'Thinking templates'],
    ['/settings/data', 'Data'],
    ['/settings/audit', 'Audit log'],
    ['/settings/account', 'Your account'],
  ],
}

for (const [part, placesOf] of Object.entries(places)) {
  test(`pages ${part} have no axe violation and fit a phone`, async ({ desk, visit }) => {
    test.slow()
    const filled = await fill(desk)
    const page = await visit('admin', `/p/${desk.slug}/calibration`, LIGHT)
    for (const [path, heading] of placesOf(filled)) {
      await follow(page, `/p/${desk.slug}${path}`)
      await untilDrawn(page, heading)
      await expectNoFaults(page, path)
      await expectToFitPhone(page, path, ['', '200%'])
    }
  })
}

test('pages outside of projects, and pages without data, have no axe violation and fit a phone', async ({
  desk,
  visit,
}) => {
  test.slow()
  const stranger = await visit(null, '/signin', LIGHT)
  await expectNoFaults(stranger, 'sign-in')
  await stranger.goto('/setup?token=used')
  await expectNoFaults(stranger, 'set-up')

  const page = await visit('admin', `/p/${desk.slug}`, LIGHT)
  await expect(page.getByRole('heading', { name: 'Send the first run' })).toBeVisible()
  await expectNoFaults(page, 'the lesson')
  for (const place of [
    'runs',
    'gates',
    'chains',
    'calibration',
    'thinking',
    'dead-letters',
    'failures',
    'convergence',
    'week',
  ]) {
    await follow(page, `/p/${desk.slug}/${place}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoFaults(page, `empty ${place}`)
  }
  await page.goto('/projects/new')
  await untilDrawn(page, 'Create a project')
  await expectNoFaults(page, 'a new project')
  await expectToFitPhone(page, 'a new project')
})

test('the API reference has no axe violation and fits a phone', async ({ visit, baseURL }) => {
  const page = await visit(null, '/reference', LIGHT)
  await untilDrawn(page, 'API reference')
  await expectToFitPhone(page, 'the reference')
  const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id))
  expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted())
  const entry = page.getByRole('region', { name: 'runs.ingest' })
  await expect(entry).toContainText(`curl ${baseURL}`)
  // React must take over the page before entries are removed.
  await untilTaken(entry)
  await untilListening(page)
  // All entries are drawn by one component, and axe takes minutes for all of them: only the first of every group is checked.
  await page.locator('[data-entry] ~ [data-entry]').evaluateAll((entries) => {
    for (const entry of entries) entry.remove()
  })
  await expectNoFaults(page, 'the reference')
})

test('dialogs have no axe violation', async ({ desk, visit }) => {
  test.slow()
  const run = await sendRun(desk)
  const page = await visit('admin', `/p/${desk.slug}/runs/${run.runId}`, LIGHT)
  await untilLive(page)
  for (const name of ['Reject', 'Rate', 'Open a gate', 'Search or jump']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoFaults(page, `the dialog of ${name}`)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await page.goto(`/p/${desk.slug}/chains/answers`)
  await untilLive(page)
  await page.getByRole('button', { name: 'Publish a version' }).click()
  await expect(page.getByRole('textbox', { name: 'Version' })).toHaveValue('1.0.1')
  await expectNoFaults(page, 'the dialog that publishes')
  await page.getByRole('radio', { name: 'JSON' }).click()
  await expectNoFaults(page, 'the dialog that publishes, as JSON')
})

test('a gate and the main navigation work by touch on a phone', async ({ desk, visit }) => {
  const { gateId } = await makeWorseVersion(desk)
  const page = await visit('admin', `/p/${desk.slug}/gates/${gateId}`, { viewport: PHONE, hasTouch: true })
  await untilListening(page)
  await page.getByRole('button', { name: 'Approve' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Approve' })
  await dialog.getByRole('button', { name: 'The drop is expected and accepted' }).tap()
  await dialog.getByRole('button', { name: 'Cancel' }).tap()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Runs/ }).tap()
  await expect(page.getByRole('heading', { name: 'Runs', level: 1 })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /More/ }).tap()
  await page.getByRole('menuitem', { name: 'Thinking' }).tap()
  await expect(page.getByRole('heading', { name: 'Thinking', level: 1 })).toBeVisible()
})

test('on a phone, fields are not zoomed into, boxes are hit beside their middle, and no bar covers the button of a form', async ({
  desk,
  visit,
}) => {
  const nodes = Array.from({ length: 12 }, (_, at) => ({
    id: `n${at}`,
    name: `step ${at}`,
    output: 'word '.repeat(60),
  }))
  const run = await sendRun(desk, runBody({ nodes }))
  const page = await visit('admin', `/p/${desk.slug}/runs`, { viewport: PHONE, hasTouch: true, isMobile: true })
  await untilListening(page)
  const sizeOf = (field: Locator) => field.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))
  expect(await sizeOf(page.getByRole('searchbox', { name: 'Search runs' }))).toBeGreaterThanOrEqual(16)

  const box = page.getByRole('checkbox', { name: /^Select run-/ })
  const { x = 0, y = 0 } = (await box.boundingBox()) ?? {}
  await page.touchscreen.tap(x + 26, y + 26)
  await expect(box).toBeChecked()
  await expect(page).toHaveURL(/\/runs$/)

  // Nor does a keyboard open over what there is to choose.
  await page.getByRole('button', { name: 'Views' }).tap()
  await expect(page.getByRole('dialog', { name: 'Saved views' })).toBeFocused()

  await page.goto(`/p/${desk.slug}/runs/${run.runId}`)
  await untilListening(page)
  const step = page.locator('[data-step="6"]')
  // Low on the page, where the form opens behind the verdict bar.
  await step.evaluate((one) => window.scrollBy(0, one.getBoundingClientRect().bottom - window.innerHeight + 200))
  await step.getByRole('button', { name: /^Comment on step/ }).tap()
  const comment = step.getByRole('combobox', { name: 'Comment' })
  await expect(comment).toBeFocused()
  expect(await sizeOf(comment)).toBeGreaterThanOrEqual(16)
  const cancel = step.getByRole('button', { name: 'Cancel', exact: true })
  const isUncovered = () =>
    cancel.evaluate((one) => {
      const { left, top, width, height } = one.getBoundingClientRect()
      return one.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
  await expect.poll(isUncovered).toBe(true)
})

test('in a contrast theme, bars, the chosen page, dialogs and the button of a verdict are still seen', async ({
  desk,
  visit,
}) => {
  const run = await sendRun(desk)
  const page = await visit('reviewer', `/p/${desk.slug}/runs/${run.runId}`, { forcedColors: 'active' })
  await untilListening(page)
  const styleOf = (one: Locator) =>
    one.evaluate((element) => {
      const { backgroundColor, borderTopWidth, outlineWidth } = getComputedStyle(element)
      const isPaper = backgroundColor === getComputedStyle(document.body).backgroundColor
      return { isFilled: !isPaper && !backgroundColor.endsWith(', 0)'), borderTopWidth, outlineWidth }
    })
  expect(await styleOf(page.getByRole('button', { name: 'Approve' }))).toMatchObject({ isFilled: true })
  const bar = page.getByRole('img', { name: /^Confidence/ }).first()
  expect(await styleOf(bar.locator('span:empty').first())).toMatchObject({ isFilled: true })
  const current = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Runs' })
  expect(await styleOf(current)).toMatchObject({ outlineWidth: '1px' })
  await page.keyboard.press('Control+k')
  expect(await styleOf(page.getByRole('dialog'))).toMatchObject({ borderTopWidth: '1px' })
})

/** Adds checks with every outcome, and dead letters of both kinds, to a run. */
async function fillChecks(desk: Desk, runId: string) {
  const criteria = { requiredTests: ['tests/a.py'] }
  await desk.send(checkVerification, { runId, nodeId: 'answer', criteria, state: { nudges: 0 } })
  await desk.send(checkVerification, { runId, nodeId: 'answer', criteria, state: { nudges: 2 } })
  const task = { id: 'answer', dependents: 3 }
  await desk.send(generateFixupTask, { runId, task, gateResult: { passed: false, feedback: 'too thin' } })
  await desk.send(decideDependent, { runId, nodeId: 'ship', dependencies: [{ id: 'answer', status: 'failed' }] })
  const letter = { operation: 'tool:bash', args: { apiKey: 'x' }, error: 'exit 137' }
  await desk.send(addDeadLetter, { ...letter, category: 'TRANSIENT', runId })
  await desk.send(addDeadLetter, { ...letter, category: 'PERMANENT' })
}

type Filled = { worse: WorseVersion; closedGateId: string; longRunId: string }

/** A word wider than a phone. */
const LONG_ADDRESS = `https://example.test/manual/${'reset-password-'.repeat(8)}`

/** Creates runs of every kind, an open gate and a closed one. */
async function fill(desk: Desk): Promise<Filled> {
  await thinkTailwind(desk)
  const worse = await makeWorseVersion(desk)
  await fillChecks(desk, worse.clientIds[0] ?? '')
  const [failed, long] = await sendRuns(desk, [
    runBody({
      status: 'failed',
      output: { answer: '' },
      execution: 'ticket-1',
      nodes: [
        {
          id: 'search',
          name: 'Search the manual',
          status: 'failed',
          error: { message: `rate limited at ${LONG_ADDRESS}`, httpStatus: 429 },
        },
      ],
      sources: [{ id: 'manual', text: 'Open Settings.', uri: 'https://example.test/manual' }],
    }),
    runBody({
      execution: 'ticket-1',
      attempt: 2,
      budget: { timeMs: 60_000, tokens: 5000 },
      costUsd: 0.02,
      request: `What does ${LONG_ADDRESS} say?`,
      output: { answer: `It says what ${LONG_ADDRESS} says.` },
    }),
  ])
  const gate = { runId: failed?.runId ?? '', question: 'Is this one to be tried again?' }
  const opened = await desk.send(openGate, gate)
  const { evidenceDigest } = await desk.send(getGate, { gateId: opened.gate.id })
  await desk.as('reviewer')(decideGate, {
    gateId: opened.gate.id,
    verdict: 'rejected',
    reason: 'The manual was not read.',
    evidenceDigest,
  })
  return { worse, closedGateId: opened.gate.id, longRunId: long?.runId ?? '' }
}

async function untilDrawn(page: Page, heading: string | RegExp) {
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  await expect(page.getByRole('status', { name: /Loading/ })).toHaveCount(0)
}
