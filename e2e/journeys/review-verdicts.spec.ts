import { getRubric, putRubric } from '@/lib/contracts/rubrics'
import { expect, test } from '../fixtures'
import { makeQueue, openRun, verdict } from '../review'
import { runBody, sendRuns } from '../runs'
import { untilListening } from '../windows'

test('an undo takes back the latest verdict, even while the queue is still loading', async ({ desk }) => {
  await makeQueue(desk, 3)
  const page = await desk.open('reviewer', '/review')
  const approve = async () => {
    const name = (await openRun(page).textContent()) ?? ''
    await page.keyboard.press('4')
    await page.keyboard.press('a')
    await expect(verdict(page)).toContainText(`Approved ${name}`)
    return name
  }
  await approve()
  await expect(page.getByText('2 of 3', { exact: true })).toBeVisible()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(
    ({ pathname }) => pathname === '/api/v1/review',
    async (route) => {
      await answered
      await route.continue()
    },
  )
  const last = await approve()
  await page.keyboard.press('u')
  await expect(verdict(page)).toContainText('Verdict taken back.')
  await expect(openRun(page)).toHaveText(last)
  answer()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a double click is one verdict, and does nothing to the run that comes next', async ({ desk }) => {
  await makeQueue(desk, 3)
  const page = await desk.open('reviewer', '/review')
  const first = (await openRun(page).textContent()) ?? ''
  await page.keyboard.press('4')
  await verdict(page).getByRole('button', { name: 'Approve' }).dblclick()
  await expect(page.getByText('2 of 3', { exact: true })).toBeVisible()
  await expect(verdict(page)).toContainText(`Approved ${first}`)
  await expect(verdict(page).getByRole('button', { name: 'Approve', pressed: true })).toHaveCount(0)
  const second = (await openRun(page).textContent()) ?? ''
  await verdict(page).getByRole('button', { name: 'Skip' }).dblclick()
  await expect(openRun(page)).not.toHaveText(second)
  await expect(verdict(page)).toContainText(`Skipped ${second}`)
})

test('a key pressed again before anyone could see what it brings does nothing to that', async ({ desk }) => {
  await makeQueue(desk, 1)
  const good = { peer: 0.9, downstream: 1 }
  await sendRuns(desk, [
    runBody({ chain: 'others', signals: good }),
    runBody({ chain: 'others', signals: good }),
    runBody({ chain: 'doubtful', signals: { peer: 0.5, downstream: 0.5 } }),
  ])
  const page = await desk.open('reviewer', '/review?chain=others')
  // The second press is under way while the answer to the first one comes.
  const approveTwice = async (brought: string) => {
    await page.keyboard.press('a')
    const again = await page.evaluateHandle(() => new KeyboardEvent('keydown', { key: 'a', code: 'KeyA' }))
    await expect(verdict(page)).toContainText(brought)
    await again.evaluate((event) => document.dispatchEvent(event))
  }
  await approveTwice(`Approved ${await openRun(page).textContent()}.`)
  // What is pressed then is about the run that came.
  const next = (await openRun(page).textContent()) ?? ''
  await page.keyboard.press('r')
  await page.keyboard.press('1')
  await expect(verdict(page)).toContainText('You rejected it.')
  await expect(openRun(page)).toHaveText(next)

  await page.goto(`/p/${desk.slug}/review?chain=doubtful`)
  await untilListening(page)
  await expect(openRun(page)).toBeVisible()
  await approveTwice('The desk said the opposite. Who is right?')
  await page.keyboard.press('x')
  await expect(page.getByRole('dialog', { name: 'Reject this run' })).toBeVisible()
})

test('a verdict that is taken back returns its answers and its reason to the form', async ({ desk }) => {
  await makeQueue(desk, 2)
  const step = { key: 'worst', label: 'Worst step', kind: 'scale' as const, of: 'step' as const, points: 3 }
  const note = { key: 'why', label: 'Anything else?', kind: 'note' as const }
  const { rubric } = await desk.send(getRubric, { chain: 'answers' })
  await desk.as('admin')(putRubric, {
    chain: 'answers',
    items: [...rubric.items, step, note],
    expected: rubric.version,
  })
  const page = await desk.open('reviewer', '/review')
  const name = (await openRun(page).textContent()) ?? ''
  const form = page.getByRole('complementary', { name: 'Rubric' })
  const dialog = page.getByRole('dialog', { name: 'Reject this run' })
  const helpful = form.getByRole('group', { name: 'How helpful is it?' })
  const worst = form.getByRole('group', { name: 'Worst step' })
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(verdict(page)).toContainText('Choose a verdict first')
  await helpful.getByRole('radio', { name: '2' }).check()
  // No step is proposed.
  await worst.getByRole('radio', { name: '3' }).check()
  await expect(worst.getByRole('combobox')).toHaveText('Choose a step')
  await page.keyboard.press('a')
  await expect(verdict(page)).toContainText('Choose the step of “Worst step”.')
  await worst.getByRole('combobox').click()
  await page.getByRole('option', { name: 'answer' }).click()
  await form.getByRole('textbox', { name: 'Anything else?' }).fill('The link is dead.')
  await verdict(page).getByRole('button', { name: 'Reject' }).click()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('It names a page that does not exist.')
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect(verdict(page)).toContainText('Who is right?')
  await page.keyboard.press('a')
  await expect(openRun(page)).not.toHaveText(name)

  await page.keyboard.press('u')
  await expect(openRun(page)).toHaveText(name)
  const expectForm = async () => {
    await expect(helpful.getByRole('radio', { name: '2' })).toBeChecked()
    await expect(worst.getByRole('combobox')).toHaveText('answer')
    await expect(worst.getByRole('radio', { name: '3' })).toBeChecked()
    await expect(form.getByRole('textbox', { name: 'Anything else?' })).toHaveValue('The link is dead.')
  }
  await expectForm()
  await page.reload()
  await untilListening(page)
  await expectForm()
  await verdict(page).getByRole('button', { name: 'Reject' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('It names a page that does not exist.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.press('a')
  await expect(verdict(page)).toContainText(`Approved ${name}`)
})

test('a reason typed as soon as the dialog opens is not sent before it is complete', async ({ desk }) => {
  await makeQueue(desk, 2)
  const page = await desk.open('reviewer', '/review')
  const name = (await openRun(page).textContent()) ?? ''
  const dialog = page.getByRole('dialog', { name: 'Reject this run' })
  await page.keyboard.press('2')
  await page.keyboard.press('r')
  await expect(dialog.getByRole('button', { name: 'Wrong result' })).toBeFocused()
  await page.keyboard.type('It books the wrong day.')
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('It books the wrong day.')
  await expect(openRun(page)).toHaveText(name)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(verdict(page)).toContainText('Who is right?')
})

test('what another release kept in this tab neither stops the page nor counts as an answer', async ({ desk }) => {
  await makeQueue(desk, 1)
  const page = await desk.open('reviewer', '/review')
  await expect(openRun(page)).toHaveText(/queued-/)
  await expect(page).toHaveURL(/run=/)
  await page.evaluate(() => {
    const run = new URL(location.href).searchParams.get('run')
    const unsent = `veritas:unsent:${sessionStorage.getItem('veritas:signed-in')}`
    sessionStorage.setItem(`${unsent}:answers ${run}`, '{"helpful": "4')
    sessionStorage.setItem(`${unsent}:comments ${run}`, '[["answer", "a text"], [7], ["retrieve", {"body": 3}]]')
  })
  await page.reload()
  await untilListening(page)
  await expect(openRun(page)).toHaveText(/queued-/)
  await page.keyboard.press('a')
  await expect(verdict(page)).toContainText('needs an answer')
  await page.keyboard.press('4')
  await page.keyboard.press('a')
  await expect(page.getByText('All reviewed', { exact: true })).toBeVisible()
})

test('a comment that was not sent is kept when the queue moves on', async ({ desk }) => {
  await makeQueue(desk, 2)
  const page = await desk.open('reviewer', '/review')
  const name = (await openRun(page).textContent()) ?? ''
  const comment = page.getByRole('combobox', { name: 'Comment' })
  await page
    .getByRole('button', { name: /^Comment on step/ })
    .first()
    .click()
  await comment.fill('Which page does it mean?')
  await page.getByRole('complementary', { name: 'Rubric' }).getByRole('radio').nth(3).click()
  await verdict(page).getByRole('button', { name: 'Approve' }).click()
  await expect(verdict(page)).toContainText(`Approved ${name}`)
  await expect(page.getByText(`Your comment on ${name} was not sent`)).toBeVisible()
  await expect(comment).toBeHidden()
  // Back on the run the text is there again, and the keys still belong to the verdict.
  await page.keyboard.press('u')
  await expect(openRun(page)).toHaveText(name)
  await expect(comment).toHaveValue('Which page does it mean?')
  await expect(comment).not.toBeFocused()
  await page.keyboard.press('s')
  await expect(openRun(page)).not.toHaveText(name)
  await page.getByRole('button', { name: 'Open the run' }).click()
  await expect(page).toHaveURL(/\/runs\//)
  await expect(comment).toHaveValue('Which page does it mean?')
  await comment.press('ControlOrMeta+Enter')
  await expect(page.getByRole('article', { name: 'Comment of Rita Reviewer' })).toContainText('Which page')
  await expect(comment).toBeHidden()
})

test('the reveal after a verdict stays until the person continues', async ({ desk }) => {
  await makeQueue(desk, 2)
  const page = await desk.open('reviewer', '/review')
  await page.clock.install()
  await page.reload()
  await untilListening(page)
  const rejected = (await openRun(page).textContent()) ?? ''
  await page.keyboard.press('2')
  await page.keyboard.press('r')
  await page.keyboard.press('1')
  await expect(verdict(page)).toContainText('The desk said the opposite. Who is right?')
  const renewed = page.waitForResponse('**/api/v1/review/renew*')
  await page.clock.fastForward('02:05')
  await (await renewed).finished()
  await page.keyboard.press('a')
  await expect(verdict(page)).toContainText(`Rejected ${rejected}`)
  await expect(page.getByText('This run is no longer yours to review')).toBeHidden()
})

test('a verdict is changed after the reveal although a question was added meanwhile', async ({ desk }) => {
  await makeQueue(desk, 2)
  const page = await desk.open('reviewer', '/review')
  await expect(openRun(page)).toHaveText(/queued-/)
  await page.keyboard.press('2')
  await page.keyboard.press('r')
  await page.keyboard.press('1')
  await expect(verdict(page)).toContainText('Who is right?')
  const { rubric } = await desk.send(getRubric, { chain: 'answers' })
  const added = { key: 'safe', label: 'Is it safe?', kind: 'boolean' as const, required: true }
  await desk.as('admin')(putRubric, {
    chain: 'answers',
    items: [...rubric.items, added],
    expected: rubric.version,
  })
  await page.keyboard.press('x')
  await expect(verdict(page)).toContainText('“Is it safe?” needs an answer.')
  await expect(verdict(page).getByRole('button', { name: 'Approve now' })).toBeDisabled()
  await page.getByRole('group', { name: 'Is it safe?' }).getByRole('radio', { name: 'Yes' }).check()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(verdict(page)).toContainText('Changed: approved')
})

test('a run judged in another window is not offered again, and its verdict can be taken back there', async ({
  desk,
}) => {
  await makeQueue(desk, 2)
  const page = await desk.open('reviewer', '/review')
  const name = (await openRun(page).textContent()) ?? ''
  await expect(page).toHaveURL(/run=/)
  const other = await desk.open(
    'reviewer',
    new URL(page.url()).pathname.replace(`/p/${desk.slug}`, '') + new URL(page.url()).search,
  )
  await untilListening(other)
  await expect(openRun(other)).toHaveText(name)
  await other.keyboard.press('4')
  await other.keyboard.press('a')
  await expect(verdict(other)).toContainText(`Approved ${name}`)

  await expect(verdict(page)).toContainText('You approved this run in another window.')
  await expect(openRun(page)).toHaveText(name)
  await expect(verdict(page).getByRole('button', { name: 'Reject' })).toHaveCount(0)
  await page.keyboard.press('u')
  await expect(verdict(page)).toContainText('Verdict taken back.')
  await expect(openRun(page)).toHaveText(name)
  await expect(verdict(page).getByRole('button', { name: 'Reject' })).toBeVisible()
})

test('the message that confirms a verdict says what the desk had decided, and outlives Ctrl Enter', async ({
  desk,
}) => {
  await makeQueue(desk, 2)
  const page = await desk.open('reviewer', '/review')
  const name = (await openRun(page).textContent()) ?? ''
  await page.keyboard.press('4')
  await page.keyboard.press('a')
  await expect(verdict(page)).toContainText(`Approved ${name}. The desk: accepted, 0.96.`)
  await expect(openRun(page)).not.toHaveText(name)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(verdict(page)).toContainText(`Approved ${name}.`)
  await expect(verdict(page).getByRole('button', { name: 'Take back' })).toBeVisible()
})
