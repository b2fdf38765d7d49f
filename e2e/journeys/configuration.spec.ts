import { getChainRules, putChainRules } from '@/lib/contracts/chain-rules'
import { updateChain } from '@/lib/contracts/chains'
import { getConfiguration, putConfiguration } from '@/lib/contracts/configuration-requests'
import type { Desk } from '../desk'
import { expect, test } from '../fixtures'
import { runBody, sendRun, sendRuns } from '../runs'

/** A run with a quality of 0.92: one of two required fields is missing. */
const halfBody = () => runBody({ signals: [], criteria: { required_fields: ['answer', 'source'] } })

/** A chain decided by the quality check, with three accepted runs. */
async function makeChain(desk: Desk) {
  await sendRuns(desk, [runBody({ chain: 'answers' })])
  await desk.as('admin')(updateChain, { chain: 'answers', profile: 'gaff' })
  return sendRuns(desk, [halfBody(), halfBody(), halfBody()])
}

test('an admin previews a stricter threshold, saves it, and the next run is decided by it', async ({ desk }) => {
  const runs = await makeChain(desk)
  const page = await desk.open('admin', '/chains/answers')
  await page.getByRole('link', { name: 'Change' }).click()
  await expect(page.getByRole('combobox', { name: 'Level' })).toContainText('answers')

  const threshold = page.getByRole('textbox', { name: 'Acceptable from' })
  await expect(threshold).toHaveAttribute('placeholder', '0.85')
  await threshold.fill('0.95')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText('3 of the last 4 runs would change decision.')).toBeVisible()
  await expect(page.getByRole('link', { name: runs[0]?.id ?? '' })).toBeVisible()

  await page.getByRole('textbox', { name: 'Why' }).fill('Half is not enough')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved as version 2')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden()
  await page.getByRole('tab', { name: /History/ }).click()
  const newest = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Version 2' })
  await expect(newest).toContainText('Half is not enough')
  await expect(newest).toContainText('quality_assurance.quality_threshold')
  await expect(newest).toContainText('in force')

  const next = await sendRun(desk, halfBody())
  expect(next).toMatchObject({ grade: 'good', decision: 'iterate' })
  await page.goto(`/p/${desk.slug}/runs/${next.runId}`)
  await page.getByRole('region', { name: 'Scores' }).locator('summary').first().click()
  await expect(page.getByText('threshold 0.95')).toBeVisible()

  await page.goto(`/p/${desk.slug}/settings/configuration?chain=answers`)
  await page.getByRole('tab', { name: /History/ }).click()
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Version 3', { exact: true })).toBeVisible()
  const after = await sendRun(desk, halfBody())
  expect(after.decision).toBe('accept')
})

test('a gaff.json is pasted as is, and unknown keys are named and left out', async ({ desk }) => {
  const page = await desk.open('admin', '/settings/configuration')
  await page.getByRole('tab', { name: 'JSON' }).click()
  const gaff = { quality_assurance: { quality_threshold: 0.9, max_rerun_attempts: 4 }, router: { port: 1 } }
  await page.getByRole('textbox', { name: 'Configuration as JSON' }).fill(JSON.stringify(gaff))
  await expect(page.getByRole('main').getByRole('alert')).toContainText('router')
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.getByRole('button', { name: 'Leave out router' }).click()
  await page.getByRole('tab', { name: 'Form' }).click()
  await expect(page.getByRole('textbox', { name: 'Reruns' })).toHaveValue('4')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved as version 1')).toBeVisible()
  const { configuration } = await desk.send(getConfiguration, {})
  expect(configuration).toMatchObject({ own: { quality_assurance: gaff.quality_assurance }, maxAttempts: 5 })
})

test('when two admins edit at the same time, the other change is merged and nothing is lost', async ({ desk }) => {
  const page = await desk.open('admin', '/settings/configuration')
  await page.getByRole('textbox', { name: 'Acceptable from' }).fill('0.9')
  const theirs = { thinking: { max_thoughts: 50 } }
  await desk.as('admin')(putConfiguration, { config: theirs, expected: 0 })
  await expect(page.getByText('saved version 1 in the meantime')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Thoughts kept per session' })).toHaveValue('50')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved as version 2')).toBeVisible()
  const { configuration } = await desk.send(getConfiguration, {})
  expect(configuration.own).toEqual({ ...theirs, quality_assurance: { quality_threshold: 0.9 } })
})

test('a rule for the chains of traces is saved on top of one that another admin saved meanwhile', async ({ desk }) => {
  const page = await desk.open('admin', '/settings')
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await expect(page.getByRole('textbox', { name: 'Pattern of rule 1' })).toBeFocused()
  await page.keyboard.type('shop-*')
  await page.getByRole('textbox', { name: 'Chain of rule 1' }).fill('shop')
  const theirs = { field: 'service' as const, pattern: 'desk-*', chain: 'desk' }
  await desk.as('admin')(putChainRules, { rules: [theirs], expected: 0 })
  await expect(page.getByText('saved other rules in the meantime')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Chain of rule 1' })).toHaveValue('desk')
  const panel = page.getByRole('region', { name: 'Chains of traces' })
  await panel.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('It applies to traces that arrive from now on')).toBeVisible()
  expect(await desk.send(getChainRules, {})).toMatchObject({
    rules: [theirs, { field: 'chain', pattern: 'shop-*', chain: 'shop' }],
    version: { number: 2 },
  })
})

test('unsaved changes survive a link and a shortcut, and an invalid value is reported at its field', async ({
  desk,
}) => {
  const page = await desk.open('admin', '/settings/configuration')
  const reruns = page.getByRole('textbox', { name: 'Reruns' })
  await reruns.fill('1000')
  await expect(page.getByText('At most 999.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.getByRole('link', { name: 'Members' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  await expect(reruns).toHaveValue('1000')
  await reruns.blur()
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  await expect(reruns).toHaveValue('1000')
  await page.getByRole('link', { name: 'Members' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/settings\/members$/)
})

test('unsaved changes survive the back button', async ({ desk }) => {
  const page = await desk.open('admin', '/settings/members')
  await page.getByRole('link', { name: 'Configuration' }).click()
  const threshold = page.getByRole('textbox', { name: 'Acceptable from' })
  await threshold.fill('0.9')
  const goBack = () => page.evaluate(() => history.back())
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await goBack()
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/settings\/configuration$/)
  await expect(threshold).toHaveValue('0.9')

  await goBack()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/settings\/members$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goForward()
  await expect(threshold).not.toHaveValue('0.9')
  await page.goBack()
  await expect(page).toHaveURL(/\/settings\/members$/)
})

test('a viewer reads the configuration and cannot change it', async ({ desk }) => {
  const page = await desk.open('viewer', '/settings/configuration')
  await expect(page.getByText('Only admins can change these.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Acceptable from' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Preview' })).toBeHidden()
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByText('Nothing set here yet')).toBeVisible()
})
