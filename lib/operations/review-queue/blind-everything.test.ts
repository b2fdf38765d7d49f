import { expect, it } from 'vitest'
import { forEvery } from '@/scripts/testing/for-every'
import { addComment } from '../comments/comments'
import { type Context, personOf } from '../context'
import { decideGate } from '../gates/act'
import { getGate } from '../gates/get'
import { openGate } from '../gates/open'
import { keepScenario } from '../kept-scenarios/keep'
import { recordAttribution } from '../learning/attribution'
import type { Operation, StreamOperation } from '../operation'
import { registry, streams } from '../registry'
import { configure } from '../testing/configure'
import { inputOf, makeScene } from '../testing/every-scene'
import { ingest, runBody } from '../testing/factories'
import { nextReviews } from './claim'
import { giveVerdict } from './verdict'

/** A failed run of which Ada says all that can be said, the word zebra in all of it; Bob then claims it for blind review. */
async function makeJudged() {
  process.env.VERITAS_ALLOW_PRIVATE_WEBHOOKS = 'true'
  const scene = await makeScene()
  await configure(scene, { review: { second_share: 1 } })
  const nodes = [{ id: 'look', status: 'failed' as const, error: { message: 'The disk is full' } }]
  const ids = await ingest(scene.key, [runBody({ id: 'judged', status: 'failed', request: { ask: 'Sum' }, nodes })])
  const runId = ids.get('judged') ?? ''
  const [ada, bob] = [await scene.as('reviewer', 'Ada Judge'), await scene.as('reviewer', 'Bob')]
  const { gate } = await openGate.run(scene.key, { runId, question: 'Good?' })
  await addComment.run(ada, { runId, body: 'Zebra: a comment.', mentions: [personOf(bob.actor)?.userId ?? ''] })
  await recordAttribution.run(ada, { runId, nodeId: 'look', reason: 'Zebra: a cause.' })
  await giveVerdict.run(ada, { runId, verdict: 'reject', reason: 'Zebra: a verdict.' })
  await keepScenario.run(ada, { runId })
  const { evidenceDigest } = await getGate.run(ada, { gateId: gate.id })
  await decideGate.run(ada, { gateId: gate.id, verdict: 'rejected', evidenceDigest, reason: 'Zebra: a gate.' })
  await nextReviews.run(bob, { count: 1, first: runId })
  const known = { ...scene.known, runId, run: runId, gateId: gate.id, chain: 'answers' }
  return { scene: { ...scene, known }, ada, bob, runId }
}

type Reading = Operation | StreamOperation

async function read(operation: Reading, who: Context, input: object): Promise<string> {
  const answer = 'open' in operation ? linesOf(operation, who, input) : operation.run(who, input)
  return answer.then(
    (found) => JSON.stringify(found),
    (error) => `${error.code}: ${error.message}`,
  )
}

const linesOf = async (operation: StreamOperation, who: Context, input: object) =>
  Array.fromAsync(await operation.open(who, input))

it('nothing that a person can read says what others said of a run that they are about to review blind', async () => {
  const { scene, ada, bob, runId } = await makeJudged()
  const readings = [...registry, ...streams].filter(({ contract }) => contract.effects.length === 0)
  const inputs = (operation: Reading) => ({
    ...inputOf(scene, operation.contract),
    ...(operation.contract.name === 'runs.exportDspy' && { includeFailures: true }),
  })
  const saying: string[] = []
  await forEvery(
    readings.map((operation) => ({ name: operation.contract.name, operation })),
    async ({ name, operation }) => {
      if (/zebra/i.test(await read(operation, ada, inputs(operation)))) saying.push(name)
      expect(await read(operation, bob, inputs(operation))).not.toMatch(/zebra/i)
    },
  )
  // So that the test would notice.
  expect(saying).toEqual(
    expect.arrayContaining(['audit.export', 'audit.list', 'comments.list', 'gates.get', 'gates.wait', 'runs.get']),
  )
  await giveVerdict.run(bob, { runId, verdict: 'approve' })
  const after = await Promise.all(readings.map((operation) => read(operation, bob, inputs(operation))))
  expect(after.filter((answer) => /zebra/i.test(answer)).length).toBeGreaterThanOrEqual(saying.length)
})
