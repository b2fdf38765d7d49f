import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { addDeadLetter } from '@/lib/contracts/dead-letters'
import { decideGate, getGate, openGate } from '@/lib/contracts/gates'
import { checkVerification, decideDependent, generateFixupTask } from '@/lib/contracts/quality/verification'
import type { Desk } from '../desk'
import { expect, test } from '../fixtures'
import { makeWorseVersion, runBody, sendRuns, type WorseVersion } from '../runs'
import { TAILWIND_SESSION, thinkTailwind } from '../thoughts'

// The longest file by far: its tests share both workers.
test.describe.configure({ mode: 'parallel' })

const PHONE = { width: 390, height: 844 }

/** Every page a member can open, with the heading that says it is there. */
function pagesOf({ slug }: Desk, { gateId, runIds }: WorseVersion, closedGateId: string): [string, string | RegExp][] {
  const at = (path: string) => `/p/${slug}${path}`
  return [
    [at(''), 'Overview'],
    [at('/runs'), 'Runs'],
    [at(`/runs/${runIds[0]}`), /^run-/],
    [at('/gates'), 'Gates'],
    [at(`/gates/${gateId}`), /is worse than/],
    [at(`/gates/${closedGateId}`), /^Review run-/],
    [at('/chains'), 'Chains'],
    [at('/chains/answers'), 'answers'],
    [at('/chains/answers/versions/1.0.1'), '1.0.1'],
    [at('/chains/answers/compare?a=1.0.0&b=1.0.1'), '1.0.0 to 1.0.1'],
    [at('/thinking'), 'Thinking'],
    [at(`/thinking/${encodeURIComponent(TAILWIND_SESSION)}`), 'Tailwind CSS version'],
    [at('/dead-letters'), 'Dead letters'],
    [at('/week'), /^Week \d+, \d{4}$/],
    [at('/settings'), 'Settings'],
    [at('/settings/configuration'), 'Settings'],
    [at('/settings/configuration?chain=answers'), 'Settings'],
    [at('/settings/members'), 'Settings'],
    [at('/settings/keys'), 'Settings'],
    [at('/settings/webhooks'), 'Settings'],
    [at('/settings/judge'), 'Settings'],
    [at('/settings/templates'), 'Settings'],
    [at('/settings/audit'), 'Settings'],
    [at('/settings/account'), 'Settings'],
    [at('/nothing-here'), 'Not found'],
    ['/projects/new', 'Create a project'],
    ['/reference', 'API reference'],
  ]
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no page has a fault that axe finds, in the ${colorScheme} theme`, async ({ desk, visit }) => {
    test.slow()
    const { worse, closedGateId } = await fill(desk)
    const page = await visit('admin', '/projects/new', { colorScheme })
    for (const [path, heading] of pagesOf(desk, worse, closedGateId)) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      await expect(page.getByRole('status', { name: /Loading/ })).toHaveCount(0)
      await expectNoFaults(page, `${path} in ${colorScheme}`)
    }
  })

  test(`no page of the way in, no empty page and no dialog has one, in the ${colorScheme} theme`, async ({
    desk,
    visit,
  }) => {
    test.slow()
    const stranger = await visit(null, '/signin', { colorScheme })
    await expectNoFaults(stranger, 'sign-in')
    await stranger.goto('/setup?token=used')
    await expectNoFaults(stranger, 'set-up')

    const page = await visit('admin', `/p/${desk.slug}`, { colorScheme })
    await expect(page.getByRole('heading', { name: 'Send the first run' })).toBeVisible()
    await expectNoFaults(page, 'the lesson')
    for (const place of ['runs', 'gates', 'chains', 'thinking', 'dead-letters', 'week']) {
      await page.goto(`/p/${desk.slug}/${place}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoFaults(page, `empty ${place}`)
    }

    const [run] = await sendRuns(desk, [runBody()])
    await page.goto(`/p/${desk.slug}/runs/${run?.runId}`)
    await expect(page.getByRole('status').filter({ hasText: /^Live$/ })).toBeVisible()
    for (const name of ['Reject', 'Rate', 'Open a gate', 'Search or jump']) {
      await page.getByRole('button', { name }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectNoFaults(page, `the dialog of ${name}`)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    await page.goto(`/p/${desk.slug}/chains/answers`)
    await page.getByRole('button', { name: 'Publish a version' }).click()
    await expect(page.getByRole('textbox', { name: 'Version' })).toHaveValue('1.0.1')
    await expectNoFaults(page, 'the dialog that publishes')
    await page.getByRole('radio', { name: 'JSON' }).click()
    await expectNoFaults(page, 'the dialog that publishes, as JSON')
  })
}

test('on a phone nothing is wider than the screen, and the way around is under the thumb', async ({ desk, visit }) => {
  test.slow()
  const { worse, closedGateId } = await fill(desk)
  const page = await visit('admin', '/projects/new', { viewport: PHONE, hasTouch: true })
  for (const [path, heading] of pagesOf(desk, worse, closedGateId)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expect(page.getByRole('status', { name: /Loading/ })).toHaveCount(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(PHONE.width)
  }
  await page.goto(`/p/${desk.slug}/gates/${worse.gateId}`)
  await page.getByRole('button', { name: 'The drop is expected and accepted' }).tap()
  await page.getByRole('button', { name: 'Approve' }).tap()
  await page.getByRole('dialog', { name: 'Approve' }).getByRole('button', { name: 'Cancel' }).tap()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Runs/ }).tap()
  await expect(page.getByRole('heading', { name: 'Runs', level: 1 })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /More/ }).tap()
  await page.getByRole('menuitem', { name: 'Thinking' }).tap()
  await expect(page.getByRole('heading', { name: 'Thinking', level: 1 })).toBeVisible()
})

/** A run with checks of every outcome, and dead letters of both kinds. */
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

/** Runs of every kind, an open gate and a closed one. */
async function fill(desk: Desk) {
  await thinkTailwind(desk)
  const worse = await makeWorseVersion(desk)
  await fillChecks(desk, worse.clientIds[0] ?? '')
  const [failed] = await sendRuns(desk, [
    runBody({
      status: 'failed',
      output: { answer: '' },
      execution: 'ticket-1',
      nodes: [
        {
          id: 'search',
          name: 'Search the manual',
          status: 'failed',
          error: { message: 'rate limited', httpStatus: 429 },
        },
      ],
      sources: [{ id: 'manual', text: 'Open Settings.', uri: 'https://example.test/manual' }],
    }),
    runBody({ execution: 'ticket-1', attempt: 2, budget: { timeMs: 60_000, tokens: 5000 }, costUsd: 0.02 }),
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
  return { worse, closedGateId: opened.gate.id }
}

async function expectNoFaults(page: Page, where: string) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const faults = violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(
      (node) => `${impact} ${id}: ${node.target.join(' ')} ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`,
    ),
  )
  expect.soft(faults, where).toEqual([])
}
