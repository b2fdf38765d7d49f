import { expect, it } from 'vitest'
import { ingest, makeProject, runBody } from '../testing/factories'
import { see } from '../testing/regressed-chain'
import { decideGate } from './act'
import { listGates } from './list'
import { openGate } from './open'

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
  await ingest(test.key, [good, good, good, bad, bad, bad].map(runBody))
  const [gate] = (await listGates.run(test.key, { kind: ['regression'] })).gates
  const { worst } = await see(test.key, gate?.id ?? '')
  expect(worst).toMatchObject([
    {
      scenario: 'invoice 7',
      request: 'What is the total?',
      prior: { answer: 'EUR 107.' },
      current: { answer: 'I cannot read it.', isCut: false },
      differences: [],
    },
  ])
})

it('structured answers show where they differ, what was lost first, however long they are', async () => {
  const test = await makeProject()
  const lines = Array.from({ length: 100 }, (_, line) => ({ item: `item ${line}`, amount: line }))
  const answer = { lines, city: 'Ulm', total: 107, tags: ['new'] }
  const body = { scenario: 'invoice 7', request: 'Read it.', contract: { requiredOutputs: ['total'] } }
  const good = { ...body, version: '1.0.0', output: answer }
  const bad = { ...body, version: '1.1.0', output: { lines, city: 'Ulm', tags: [], note: { short: true } } }
  await ingest(test.key, [good, good, good, bad, bad, bad].map(runBody))
  const [gate] = (await listGates.run(test.key, { kind: ['regression'] })).gates
  const { worst } = await see(test.key, gate?.id ?? '')
  expect(worst[0]).toMatchObject({
    differing: 3,
    differences: [
      { path: 'tags', prior: expect.stringContaining('new'), current: null },
      { path: 'total', prior: '107', current: null },
      { path: 'note', prior: null, current: expect.stringContaining('short') },
    ],
  })
})

it('are ranked by confidence where it fell and no scenario lost quality, while the gate waits', async () => {
  const test = await makeProject()
  const sure = (version: string, peers: readonly number[]) =>
    peers.map((value, place) =>
      runBody({ version, scenario: `task ${place}`, signals: [{ evaluator: 'peer', value }] }),
    )
  await ingest(test.key, [...sure('1.0.0', [0.9, 0.9, 0.85]), ...sure('1.0.1', [0.3, 0.2, 0.8])])
  const reviewer = await test.as('reviewer')
  const { gate } = await openGate.run(reviewer, { chain: 'answers', version: '1.0.1', question: 'Keep it?' })
  const { worst, rankedBy, confidenceFall, evidenceDigest } = await see(reviewer, gate.id)
  expect(rankedBy).toBe('confidence')
  expect(confidenceFall?.interval[1]).toBeLessThan(0)
  expect(worst.map(({ scenario }) => scenario)).toEqual(['task 1', 'task 0', 'task 2'])
  expect(worst[0]?.change).toBeCloseTo((worst[0]?.current.score ?? 0) - (worst[0]?.prior?.score ?? 0))
  expect(worst[0]?.change).toBeLessThan(-0.3)

  await decideGate.run(reviewer, { gateId: gate.id, verdict: 'rejected', reason: 'Worse.', evidenceDigest })
  expect(await see(reviewer, gate.id)).toMatchObject({ rankedBy: 'quality', confidenceFall: null })
})
