import { expectNoFaults, expectToFitPhone } from '../axe'
import { expect, test } from '../fixtures'
import { runBody, sendRun } from '../runs'

test('a transcript shows what a step was given: history that no other step shows, and arguments of a tool', async ({
  desk,
}) => {
  const call = { id: 'c', type: 'function', function: { name: 'look_up', arguments: '{"order":7}' } }
  const history = [
    { role: 'system', content: 'You are a careful clerk.' },
    { role: 'user', content: 'Where is order 7?' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c', content: '{"carrier":"Heron"}' },
  ]
  const nodes = [
    { id: 'save', name: 'save_note', type: 'tool', input: { note: 'asked' }, output: { saved: true } },
    {
      id: 'say',
      name: 'writer',
      type: 'llm',
      dependencies: ['save'],
      input: { messages: history },
      output: 'On its way.',
    },
  ]
  const run = await sendRun(
    desk,
    runBody({ request: 'Where is order 7?', contract: undefined, nodes, output: 'On its way.' }),
  )
  const page = await desk.open('reviewer', `/runs/${run.runId}`)
  const step = (name: string) => page.getByRole('listitem', { name })
  await expect(step('save_note')).toContainText('(note: asked)')
  await expect(step('save_note')).toContainText('saved: true')
  const writer = step('writer')
  await writer.getByRole('button', { name: 'Input, 1 message not shown above' }).click()
  await expect(writer.getByRole('region', { name: 'System' })).toContainText('You are a careful clerk.')
  await expect(writer.getByRole('region', { name: 'Assistant' })).toContainText('look_up')
  await expect(writer.getByRole('region', { name: 'Assistant' })).toContainText('Heron')
  await expect(writer).not.toContainText('Where is order 7?')

  await page.keyboard.press('/')
  await page.getByRole('textbox', { name: 'Find in this run' }).fill('Heron')
  await expect(page.getByRole('search').getByRole('status')).toContainText('1')
  await expectNoFaults(page, 'a step with its input open')
})

test('a list of like records is read as a table, in a step and in the result of a call', async ({ desk }) => {
  const flights = Array.from({ length: 24 }, (_, at) => ({
    flight: `HAT${at}`,
    price: { economy: 100 + at, business: 250 },
    stops: ['DEN', 'SEA'],
    ...(at > 0 && { note: 'Meals are served.' }),
  }))
  const nodes = [
    {
      id: 'search',
      name: 'search',
      type: 'tool',
      toolCalls: [{ name: 'find', arguments: { to: 'SEA' }, result: flights }],
    },
    { id: 'list', name: 'lister', type: 'llm', dependencies: ['search'], output: { flights } },
  ]
  const run = await sendRun(desk, runBody({ contract: undefined, nodes }))
  const page = await desk.open('reviewer', `/runs/${run.runId}`)
  const lister = page.getByRole('listitem', { name: 'lister' })
  const rows = lister.getByRole('row')
  await expect(rows.first()).toHaveText(['flight', 'price.economy', 'price.business', 'stops', 'note'].join(''))
  await expect(rows).toHaveCount(21)
  await lister.getByRole('button', { name: 'Show all 24 rows' }).click()
  await expect(rows.last()).toHaveText(['HAT23', '123', '250', 'DEN, SEA', 'Meals are served.'].join(''))
  const search = page.getByRole('listitem', { name: 'search' })
  await search.getByRole('button', { name: /^find/ }).click()
  await expect(search.getByRole('region', { name: 'result, as a table' }).getByRole('row')).toHaveCount(21)
  await expectNoFaults(page, 'a step with a table')
  await expectToFitPhone(page, 'a step with a table')
})

test('what is folded is found by the search of the browser, which opens it', async ({ desk }) => {
  const deep = { order: { customer: { address: { place: { street: 'Elm Street 4' } } } } }
  const call = { name: 'look_up', arguments: { order: 7 }, result: { carrier: 'Heron' } }
  const nodes = [{ id: 'find', name: 'find', type: 'tool', toolCalls: [call] }]
  const run = await sendRun(desk, runBody({ contract: undefined, nodes, output: deep }))
  const page = await desk.open('reviewer', `/runs/${run.runId}`)
  const transcript = page.getByRole('list', { name: 'Steps' })
  for (const text of ['Heron', 'Elm Street 4']) {
    const folded = transcript.locator('[hidden="until-found"]', { hasText: text })
    const shown = transcript.getByText(`"${text}"`, { exact: true })
    await expect(shown).toHaveCount(0)
    await folded.dispatchEvent('beforematch')
    await expect(shown).toBeVisible()
  }
})
