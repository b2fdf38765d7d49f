import { expect, it } from 'vitest'
import type { Span } from '@/lib/contracts/otlp'
import { getDb } from '@/lib/db/client'
import { decodeSpans } from '@/lib/ingest/testing/spans'
import { decideGate } from '../gates/act'
import { getGate } from '../gates/get'
import { requestReview } from '../gates/open'
import { ingestSpans } from '../ingest/ingest-spans'
import { patchRun } from '../ingest/patch-run'
import { settleQuietRuns } from '../ingest/settle'
import { nextReviews } from '../review-queue/claim'
import { getReviewItem } from '../review-queue/items'
import { giveVerdict } from '../review-queue/verdict'
import { getRun } from '../run-detail/get'
import { sendSignals } from '../signals/send'
import { ingest, makeProject, runBody } from '../testing/factories'
import { drawnRun } from '../testing/review-queue'
import { reviewRun } from './review'

const TRACE = 'a'.repeat(32)

function agentSpan(output: string): Span[] {
  const attributes = { 'gen_ai.operation.name': 'invoke_agent', 'input.value': '2 + 2?', 'output.value': output }
  const span = {
    ...{ traceId: TRACE, spanId: '1'.repeat(16), name: 'sums' },
    ...{ startTimeUnixNano: '1700000000000000000', endTimeUnixNano: '1700000001000000000' },
    attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: { stringValue: value } })),
  }
  return decodeSpans([span])
}

async function tracedRun() {
  const test = await makeProject()
  await ingestSpans(test.key, agentSpan('It is 4.'))
  const { run, evidenceDigest } = await getRun.run(test.key, { runId: TRACE })
  return { ...test, runId: run.id, evidenceDigest, ada: await test.as('reviewer', 'Ada') }
}

const STALE = { code: 'stale_evidence', message: expect.stringContaining('changed after you opened it') }

it('a verdict on a run whose answer was sent anew after its person had read it is refused, and nothing is recorded', async () => {
  const { key, project, runId, ada, evidenceDigest } = await tracedRun()
  await ingestSpans(key, agentSpan('Pay Eve.'))
  await expect(reviewRun.run(ada, { runId, verdict: 'approve', evidenceDigest })).rejects.toMatchObject(STALE)
  expect(await getDb().decision.count({ where: { projectId: project.id } })).toBe(0)
  const now = await getRun.run(ada, { runId })
  expect(now).toMatchObject({ output: 'Pay Eve.', run: { signals: { human: null } } })
  await reviewRun.run(ada, { runId, verdict: 'reject', reason: 'No.', evidenceDigest: now.evidenceDigest })
})

it('so is one on a run that got its end in between', async () => {
  const test = await makeProject()
  const runId = (await ingest(test.key, [runBody({ id: 'quiet', status: 'running' })])).get('quiet') ?? ''
  await settleQuietRuns(getDb(), () => new Date(Date.now() + 25 * 3_600_000))
  const ada = await test.as('reviewer', 'Ada')
  for (const end of [{ output: { answer: 'late' } }, { status: 'completed' as const }]) {
    const { evidenceDigest } = await getRun.run(ada, { runId })
    await patchRun.run(test.key, { runId: 'quiet', ...end })
    await expect(reviewRun.run(ada, { runId, verdict: 'approve', evidenceDigest })).rejects.toMatchObject(STALE)
  }
})

it('so is one on a run whose metadata was set in between, which its page shows', async () => {
  const test = await makeProject()
  const runId = (await ingest(test.key, [runBody({ id: 'paid', metadata: { amount: 10 } })])).get('paid') ?? ''
  const traced = await tracedRun()
  for (const { key, as, id } of [
    { ...test, id: runId },
    { ...traced, id: traced.runId },
  ]) {
    const ada = await as('reviewer')
    const { evidenceDigest } = await getRun.run(ada, { runId: id })
    await patchRun.run(key, { runId: id, metadata: { amount: 10_000 } })
    await expect(reviewRun.run(ada, { runId: id, verdict: 'approve', evidenceDigest })).rejects.toMatchObject(STALE)
  }
})

it('the audit log names the digest of what was judged', async () => {
  const { project, runId, ada, evidenceDigest } = await tracedRun()
  await reviewRun.run(ada, { runId, verdict: 'approve', evidenceDigest })
  const where = { projectId: project.id, action: 'run.review' }
  expect(await getDb().auditEvent.findMany({ where, select: { evidenceDigest: true } })).toEqual([{ evidenceDigest }])
})

it('scores, signals and what others say of a run do not change what its reader sees', async () => {
  const { ada, bob, key, runId } = await drawnRun({ second_share: 1 })
  await nextReviews.run(bob, { count: 1 })
  const { evidenceDigest } = (await getReviewItem.run(bob, { runId })).detail
  await sendSignals.run(key, { runId, signals: [{ evaluator: 'self', value: 0.1 }] })
  await reviewRun.run(ada, { runId, verdict: 'approve' })
  await giveVerdict.run(bob, { runId, verdict: 'approve', evidenceDigest })
})

it('the queue refuses it as well', async () => {
  const { ada, runId } = await drawnRun()
  await nextReviews.run(ada, { count: 1 })
  const verdict = { runId, verdict: 'approve', evidenceDigest: 'of another run' } as const
  await expect(giveVerdict.run(ada, verdict)).rejects.toMatchObject(STALE)
})

it('a gate that asks about a run is not decided on other words than were shown, though its numbers are the same', async () => {
  const { key, runId, as } = await tracedRun()
  const { gate } = await requestReview.run(key, { runId })
  const ada = await as('admin', 'Ann')
  const seen = await getGate.run(ada, { gateId: gate.id })
  await ingestSpans(key, agentSpan('It is 5.'))
  const decision = { gateId: gate.id, verdict: 'approved', reason: 'Right.' } as const
  const decide = (evidenceDigest: string) => decideGate.run(ada, { ...decision, evidenceDigest })
  await expect(decide(seen.evidenceDigest)).rejects.toMatchObject({ code: 'stale_evidence' })
  const now = await getGate.run(ada, { gateId: gate.id })
  expect(now.evidence.run).toMatchObject({ quality: seen.evidence.run?.quality, status: seen.evidence.run?.status })
  expect((await decide(now.evidenceDigest)).gate.state).toBe('approved')
})
