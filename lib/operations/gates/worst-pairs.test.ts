import { expect, it } from 'vitest'
import { makeProject, runBody, takeIn } from '../testing/factories'
import { see } from '../testing/regressed-chain'
import { listGates } from './list'

const asked = [
  { role: 'system', content: 'You read invoices.' },
  { role: 'user', content: 'What is the total?' },
]
const contract = { schema: { type: 'array', minItems: 2 } }

it('the runs to read first show the question and the answer of a conversation, not its JSON', async () => {
  const test = await makeProject()
  const said = (...texts: string[]) => texts.map((content) => ({ role: 'assistant', content }))
  const body = { scenario: 'invoice 7', request: asked, contract }
  const good = { ...body, version: '1.0.0', output: said('One moment.', 'EUR 107.') }
  const bad = { ...body, version: '1.1.0', output: said('I cannot read it.') }
  await takeIn(test.key, [good, good, good, bad, bad, bad].map(runBody))
  const [gate] = (await listGates.run(test.key, { kind: ['regression'] })).gates
  const { worst } = await see(test.key, gate?.id ?? '')
  expect(worst).toMatchObject([
    {
      scenario: 'invoice 7',
      request: 'What is the total?',
      prior: { answer: 'EUR 107.' },
      current: { answer: 'I cannot read it.', isCut: false },
    },
  ])
})
