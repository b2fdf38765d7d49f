import type { Page } from '@playwright/test'
import type { InputOf } from '@/lib/contracts/contract'
import {
  actOnDeadLetter,
  addDeadLetter,
  claimDeadLetters,
  getDeadLetter,
  reportDeadLetter,
} from '@/lib/contracts/dead-letters'
import { getRun } from '@/lib/contracts/run-detail'
import type { Desk } from '../desk'
import { expect, test } from '../fixtures'
import { runBody, sendRun } from '../runs'

const rows = (page: Page) => page.getByRole('table', { name: 'Dead letters' }).locator('tbody').getByRole('row')
const rowOf = (page: Page, operation: string) => rows(page).filter({ hasText: operation })

async function add(desk: Desk, letter: Partial<InputOf<typeof addDeadLetter>>): Promise<string> {
  const whole = { operation: 'tool:bash', error: 'exit 137', category: 'PERMANENT' as const, ...letter }
  return (await desk.send(addDeadLetter, whole)).item.id
}

test('dead letters added by an agent are retried in bulk by a person, the server or a worker, with their history', async ({
  desk,
}) => {
  const run = runBody()
  const page = await desk.open('reviewer', '/dead-letters')
  await expect(page.getByText('No dead letters')).toBeVisible()
  const submitId = await add(desk, { operation: 'run:submit', args: run, error: 'connection reset' })
  const bashId = await add(desk, { args: { command: 'curl -H "Authorization: Bearer abc123def456" https://x.test' } })
  await expect(rows(page)).toHaveCount(2)
  await expect(page.getByRole('link', { name: /Dead letters 2 waiting/ }).first()).toBeVisible()

  await page.getByRole('checkbox', { name: 'Select all in sight' }).click()
  const tick = page.getByRole('checkbox', { checked: true }).last()
  expect(await tick.evaluate((box) => getComputedStyle(box, '::before').display)).not.toBe('inline')
  const bar = page.getByRole('region', { name: 'Selected dead letters' })
  await expect(bar).toContainText('2 dead letters selected')
  await bar.getByRole('button', { name: 'Retry' }).click()
  const dialog = page.getByRole('dialog', { name: 'Retry 2 dead letters' })
  await expect(dialog).toContainText('Work that Veritas can run itself is retried at once.')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(rowOf(page, 'run:submit')).toContainText('Resolved')
  // Nothing is left to do with it, so that all in sight are those that still wait.
  await expect(rowOf(page, 'run:submit').getByRole('checkbox')).toHaveCount(0)
  await expect(rowOf(page, 'tool:bash')).toContainText('waits for a worker')
  expect((await desk.send(getRun, { runId: run.id })).run.clientId).toBe(run.id)

  const { claimed } = await desk.send(claimDeadLetters, { operation: 'tool:', worker: 'w-1' })
  expect(claimed.map(({ id, attempt }) => [id, attempt])).toEqual([[bashId, 1]])
  await expect(rowOf(page, 'tool:bash')).toContainText('by key agent, w-1')
  await desk.send(reportDeadLetter, { deadLetterId: bashId, attempt: 1, outcome: 'failure', error: 'exit 1' })
  await expect(rowOf(page, 'tool:bash')).toContainText('waits for a person')

  await rowOf(page, 'tool:bash').getByRole('link').click()
  const item = page.getByRole('dialog', { name: 'tool:bash' })
  await expect(item).toContainText('1 secret removed before storing')
  await expect(item).not.toContainText('abc123def456')
  await expect(item.getByRole('listitem')).toContainText([
    'Added by key agent',
    'Retry requested by Rita Reviewer',
    'Retry started by key agent, w-1',
    'Failed again by key agent, w-1',
  ])
  await item.getByRole('button', { name: 'Resolve' }).click()
  await page.getByRole('dialog', { name: 'Resolve 1 dead letter' }).getByRole('button', { name: 'Resolve' }).click()
  await expect(item.getByRole('listitem').last()).toContainText('Resolved by Rita Reviewer')
  await page.keyboard.press('Escape')
  await expect(item).toBeHidden()
  expect((await desk.send(getDeadLetter, { deadLetterId: submitId })).item.status).toBe('resolved')
})

test('abandoning needs a reason, and items that cannot change are reported separately', async ({ desk }) => {
  const ids = [
    await add(desk, { operation: 'tool:a' }),
    await add(desk, { operation: 'tool:b', category: 'TRANSIENT' }),
  ]
  const page = await desk.open('reviewer', '/dead-letters')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Abandon' }).click()
  const dialog = page.getByRole('dialog', { name: 'Abandon 2 dead letters' })
  await dialog.getByRole('button', { name: 'Abandon' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Say why in a few words.')
  await desk.as('colleague')(actOnDeadLetter, { deadLetterId: ids[0] ?? '', action: 'resolve' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The tool is gone.')
  await dialog.getByRole('button', { name: 'Abandon' }).click()
  await expect(page.getByText('1 dead letter abandoned; 1 was left as it is')).toBeVisible()
  await expect(page.getByText('it is resolved already.')).toBeVisible()
  await expect(rowOf(page, 'tool:b')).toContainText('Abandoned')
  await page.getByRole('radio', { name: /^Resolved/ }).click()
  await expect(rows(page)).toHaveCount(1)
})

test('a run page shows its dead letters immediately, with links to each and to all', async ({ desk }) => {
  const body = runBody()
  const run = await sendRun(desk, body)
  await add(desk, { operation: 'tool:other', error: 'of no run' })
  const page = await desk.open('reviewer', `/runs/${run.runId}`)
  const panel = page.getByRole('region', { name: 'Dead letters' })
  await expect(panel).toBeHidden()
  await add(desk, { operation: 'tool:first', runId: body.id })
  for (let index = 0; index < 10; index++) await add(desk, { operation: `tool:more-${index}`, runId: run.runId })
  await expect(panel).toContainText('11 failed operations')

  await panel.getByRole('link', { name: 'All 11 of this run' }).click()
  await expect(rows(page)).toHaveCount(11)
  await page.getByRole('button', { name: `Only of run ${body.id}` }).click()
  await expect(rows(page)).toHaveCount(12)
  await page.goto(`/p/${desk.slug}/runs/${run.runId}`)
  await panel.getByRole('link', { name: 'tool:more-9' }).click()
  await expect(page.getByRole('dialog')).toContainText('exit 137')
  await expect(page).toHaveURL(new RegExp(`runId=${body.id}&item=`))
})

test('neither a viewer nor an API key can act on dead letters', async ({ desk }) => {
  const deadLetterId = await add(desk, {})
  const page = await desk.open('viewer', '/dead-letters')
  await expect(page.getByText('You are a viewer of this project')).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await rows(page).getByRole('link').click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await expect(desk.send(actOnDeadLetter, { deadLetterId, action: 'retry' })).rejects.toMatchObject({
    code: 'forbidden',
  })
})
