import { expect, it } from 'vitest'
import type { RunBody } from '@/lib/contracts/run-input'
import { getRun } from '../run-detail/get'
import { configure } from '../testing/configure'
import { makeProject, runBody, type TestProject, takeIn } from '../testing/factories'
import { ingestRuns } from './ingest-runs'

async function take(test: TestProject, body: RunBody) {
  const runId = (await takeIn(test.key, [body])).get(body.id) ?? ''
  return (await getRun.run(await test.as('reviewer'), { runId })) as Awaited<ReturnType<typeof getRun.run>>
}

it('a human label that a key sends is a signal under the name of that key, whoever it says gave it', async () => {
  const test = await makeProject()
  const label = { evaluator: 'human' as const, value: false, by: 'Ada' }
  const { run, signals, decisions } = await take(test, runBody({ signals: [label] }))
  expect(run).toMatchObject({ humanOrigin: 'ingest', signals: { human: 0 }, flag: 'vetoed' })
  expect(signals).toMatchObject([
    { evaluator: 'human', origin: 'ingest', by: expect.stringMatching(/^Ada, sent by ./) },
  ])
  expect(decisions).toEqual([])
})

it('a project that takes none refuses such a run, names the field, and takes every other', async () => {
  const test = await makeProject()
  await configure(test, { review: { sent_labels: false } })
  const labelled = runBody({ signals: { human: true, peer: 0.9 } })
  await expect(ingestRuns.run(test.key, labelled)).rejects.toMatchObject({
    code: 'invalid_input',
    issues: [{ path: 'signals', message: expect.stringContaining('review.sent_labels') }],
  })
  const other = runBody({ signals: { peer: 0.9 } })
  const batch = await ingestRuns.run(test.key, { runs: [labelled, other] })
  expect(batch).toMatchObject({ rejected: [{ index: 0, path: 'signals' }] })
  expect(await take(test, runBody({ signals: { peer: 0.9 } }))).toMatchObject({ run: { signals: { peer: 0.9 } } })
})
