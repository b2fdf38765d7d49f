import type { Page } from '@playwright/test'
import { getRun } from '@/lib/contracts/run-detail'
import { expect, test } from '../fixtures'
import type { Person } from '../people'
import { sendRun } from '../runs'
import { untilListening } from '../windows'

const reasonIn = async (page: Page) => {
  await untilListening(page)
  await page.getByRole('region', { name: 'Your verdict' }).getByRole('button', { name: 'Reject' }).click()
  return page.getByRole('dialog', { name: 'Reject this run' }).getByRole('textbox', { name: 'Reason' })
}

/** As signing out and in at another tab does, or coming back from another service that signs people in. */
async function becomes(page: Page, { storageState }: Person) {
  await page.context().clearCookies()
  await page.context().addCookies(storageState.cookies)
}

test('a page sends nothing in the name of somebody else who signed in at another tab, nor is what was typed left to them', async ({
  desk,
  people,
}) => {
  const run = await sendRun(desk)
  const page = await desk.open('reviewer', `/runs/${run.runId}`)
  const reason = await reasonIn(page)
  await reason.fill('Half a thought')
  await becomes(page, people.colleague)
  await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(page.getByText('Your session has ended.').first()).toBeVisible()
  expect((await desk.as('admin')(getRun, { runId: run.runId })).run.signals.human).toBeNull()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: people.colleague.name })).toBeVisible()
  await expect(await reasonIn(page)).toHaveValue('')
})

test('what was typed waits for the one who typed it, however they sign in again', async ({ desk, people }) => {
  const run = await sendRun(desk)
  const page = await desk.open('reviewer', `/runs/${run.runId}`)
  await (await reasonIn(page)).fill('Half a thought')
  await page.reload()
  await expect(await reasonIn(page)).toHaveValue('Half a thought')
  await becomes(page, people.colleague)
  await page.reload()
  await expect(await reasonIn(page)).toHaveValue('')
})

test('a page that the browser kept is loaded anew if its person has signed out since', async ({ desk }) => {
  const run = await sendRun(desk)
  const page = await desk.open('reviewer', `/runs/${run.runId}`)
  const comesBack = () => page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await test.step('still signed in: it asks again for what it shows', async () => {
    const asked = page.waitForResponse((answer) => answer.url().includes(`/api/v1/runs/${run.runId}`))
    await comesBack()
    await asked
  })
  await test.step('signed out', async () => {
    await page.context().clearCookies()
    await page.evaluate(() => sessionStorage.clear())
    await comesBack()
    await expect(page).toHaveURL(/\/signin\?from=/)
  })
})
