import { expect, it } from 'vitest'
import type { Span } from '@/lib/contracts/otlp'
import type { RunBody } from '@/lib/contracts/run-input'
import { getDb } from '@/lib/db/client'
import { makeSpan } from '@/lib/ingest/testing/spans'
import { getRun } from '../run-detail/get'
import { configure } from '../testing/configure'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { ingestRuns } from './ingest-runs'
import { ingestSpans } from './ingest-spans'
import { patchRun } from './patch-run'

async function take(test: TestProject, body: RunBody) {
  const runId = (await ingest(test.key, [body])).get(body.id) ?? ''
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

const annotated = (place: number, kind: string, score: number): Span['attributes'] => ({
  [`annotations.${place}.annotation.name`]: 'helpful',
  [`annotations.${place}.annotation.annotator_kind`]: kind,
  [`annotations.${place}.annotation.score`]: score,
})

it('a project that takes none takes a trace without its label, since an exporter cannot send it again, and says so', async () => {
  const test = await makeProject()
  await configure(test, { review: { sent_labels: false } })
  const span = makeSpan({ id: '1' })
  const attributes = { ...span.attributes, ...annotated(0, 'HUMAN', 1), ...annotated(1, 'LLM', 0.7) }
  const { runs, rejected } = await ingestSpans(test.key, [{ ...span, attributes }])
  expect({ runs, count: rejected.count }).toEqual({ runs: 1, count: 0 })
  expect(rejected.message).toContain('review.sent_labels')
  const stored = await getDb().runSummary.findFirstOrThrow({ where: { projectId: test.project.id } })
  const { run } = (await getRun.run(await test.as('reviewer'), { runId: stored.id })) as { run: object }
  expect(run).toMatchObject({ signals: { human: null, peer: 0.7 } })
})

it('a run that brought its label before the project took none ends, and keeps it', async () => {
  const test = await makeProject()
  const body = runBody({ status: 'running', signals: { human: true, peer: 0.9 } })
  const runId = (await ingest(test.key, [body])).get(body.id) ?? ''
  await configure(test, { review: { sent_labels: false } })
  await patchRun.run(test.key, { runId, status: 'completed' })
  const { run } = (await getRun.run(await test.as('reviewer'), { runId })) as { run: object }
  expect(run).toMatchObject({ status: 'completed', signals: { human: 1, peer: 0.9 } })
})
