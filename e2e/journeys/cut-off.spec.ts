import { deleteProject } from '@/lib/contracts/data'
import { listMembers, removeMember } from '@/lib/contracts/projects'
import { expect, test } from '../fixtures'
import { makeQueue, verdict } from '../review'
import { makeWorseVersion, sendRun } from '../runs'
import { untilLive } from '../windows'

test('whoever decides after the session has ended can sign in and finds the page and the reason again', async ({
  desk,
  people,
}) => {
  const { gateId } = await makeWorseVersion(desk)
  const path = `/p/${desk.slug}/gates/${gateId}`
  const page = await desk.open('reviewer', `/gates/${gateId}`)
  await page.context().clearCookies()
  const dialog = page.getByRole('dialog', { name: 'Reject' })
  await page.getByRole('button', { name: 'Reject' }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Refunds twice')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  const decision = page.getByRole('region', { name: 'Your decision' })
  await expect(decision.getByRole('alert')).toContainText('Your session has ended')
  // The message that stays on every page, and the box of the gate.
  await expect(page.getByRole('listitem').filter({ hasText: 'Your session has ended.' })).toBeVisible()
  await decision.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('textbox', { name: 'E-mail' }).fill(people.reviewer.email)
  await page.getByLabel('Password', { exact: true }).fill(people.reviewer.password)
  await page.getByRole('button', { name: /^Sign in/ }).click()
  await page.waitForURL((url) => url.pathname === path)
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Refunds twice')
})

test('the notice that the session has ended is in reach over a dialog, which keeps its text', async ({
  desk,
  people,
}) => {
  const run = await sendRun(desk)
  const path = `/runs/${run.runId}`
  const page = await desk.open('reviewer', path)
  const dialog = page.getByRole('dialog', { name: 'Reject this run' })
  await page.getByRole('button', { name: 'Reject' }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Refunds twice')
  await page.context().clearCookies()
  await dialog.getByRole('button', { name: 'Reject' }).click()
  const ended = page.getByRole('listitem').filter({ hasText: 'Your session has ended.' })
  await ended.getByText('This page may be out of date.').click()
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Refunds twice')
  await ended.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('textbox', { name: 'E-mail' }).fill(people.reviewer.email)
  await page.getByLabel('Password', { exact: true }).fill(people.reviewer.password)
  await page.getByRole('button', { name: /^Sign in/ }).click()
  await page.waitForURL((url) => url.pathname === `/p/${desk.slug}${path}`)
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Refunds twice')
})

test('a verdict in the queue after the session has ended leads to the sign-in page and back', async ({ desk }) => {
  await makeQueue(desk, 1)
  const page = await desk.open('reviewer', '/review')
  await page.context().clearCookies()
  await page.keyboard.press('4')
  await page.keyboard.press('a')
  const ended = page.getByRole('listitem').filter({ hasText: 'Your session has ended.' })
  await ended.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname === '/signin')
  expect(new URL(page.url()).searchParams.get('from')).toContain(`/p/${desk.slug}/review`)
})

test('a link after the session has ended leads to the sign-in page, which is not covered by the notice', async ({
  desk,
}) => {
  const page = await desk.open('reviewer', '/chains')
  await page.context().clearCookies()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Failures' }).click()
  await page.waitForURL((url) => url.pathname === '/signin')
  await expect(page.getByRole('button', { name: 'Sign in' })).toHaveCount(1)
})

test('a person who is removed while typing is told, keeps the text, and finds other projects', async ({
  desk,
  people,
}) => {
  const run = await sendRun(desk)
  const page = await desk.open('colleague', `/runs/${run.runId}`)
  await verdict(page).getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject this run' })
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  await reason.fill('Half an hour of thought')
  const { members } = await desk.as('admin')(listMembers, {})
  const userId = members.find(({ email }) => email === people.colleague.email)?.userId ?? ''
  await desk.as('admin')(removeMember, { userId })
  const notice = page.getByRole('alert').filter({ hasText: `You no longer have access to ${desk.name}.` })
  await expect(notice).toBeAttached()
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(page.getByText('You no longer have access to this project.')).toBeVisible()
  await expect(reason).toHaveValue('Half an hour of thought')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(notice).toBeVisible()
  await expect(notice).toContainText('can let you in again')
  await expect(page.getByRole('button', { name: `Project ${desk.name}. Switch project` })).toBeVisible()
  await page.keyboard.press('r')
  await expect(reason).toHaveValue('Half an hour of thought')
  await page.keyboard.press('Escape')
  await notice.getByRole('link').first().click()
  await expect(page).not.toHaveURL(new RegExp(desk.slug))
})

test('members of a project that an admin deletes are told that they have no access, not that they were removed', async ({
  desk,
}) => {
  const page = await desk.open('reviewer', '/runs')
  await desk.as('admin')(deleteProject, { name: desk.name })
  const notice = page.getByRole('alert').filter({ hasText: `You no longer have access to ${desk.name}.` })
  await expect(notice).toContainText('You were removed from it, or it is to be deleted.')
})

test('without a connection the page says so at once, and a verdict waits for it', async ({ desk }) => {
  const run = await sendRun(desk)
  const page = await desk.open('reviewer', `/runs/${run.runId}`)
  await page.context().setOffline(true)
  await expect(page.getByRole('status').filter({ hasText: /^Offline$/ })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: 'You are offline.' })).toBeVisible()
  await page.keyboard.press('a')
  await expect(verdict(page)).toContainText('Waits for the connection')
  const asked = page.waitForEvent('dialog')
  // Resolves once the page is closed, which it is not.
  void page.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await page.context().setOffline(false)
  await expect(verdict(page)).toContainText('Approved by Rita Reviewer')
  await expect(verdict(page)).not.toContainText('Waits for the connection')
  await expect(page.getByRole('alert').filter({ hasText: 'You are offline.' })).toHaveCount(0)
  await untilLive(page)
})

test('a comment sent without a connection waits for it, and is not forgotten before', async ({ desk }) => {
  const run = await sendRun(desk)
  const page = await desk.open('reviewer', `/runs/${run.runId}`)
  await page.keyboard.press('j')
  await page.keyboard.press('c')
  const form = page.getByRole('form', { name: 'New comment' })
  await form.getByRole('combobox', { name: 'Comment' }).fill('Typed on a train')
  await page.context().setOffline(true)
  await form.getByRole('button', { name: 'Comment' }).click()
  await expect(form).toContainText('Waits for the connection')
  const kept = () =>
    page.evaluate(
      (runId) =>
        sessionStorage.getItem(`veritas:unsent:${sessionStorage.getItem('veritas:signed-in')}:comments ${runId}`),
      run.runId,
    )
  await expect.poll(kept).toContain('Typed on a train')
  await page.context().setOffline(false)
  await expect(form).toBeHidden()
  await expect(page.getByText('Typed on a train')).toBeVisible()
  expect(await kept()).toBeNull()
})
