import { expect, it } from 'vitest'
import { getDb } from '@/lib/db/client'
import { inTransaction } from '@/lib/db/transaction'
import { decodeSpans } from '@/lib/ingest/testing/spans'
import type { Context } from '../context'
import { ingestSpans } from '../ingest/ingest-spans'
import { getRun } from '../run-detail/get'
import { sendSignals } from '../signals/send'
import { ingest, makeProject, runBody, type TestProject } from '../testing/factories'
import { untilLockIsWaitedFor } from '../testing/lock-waits'
import { see } from '../testing/regressed-chain'
import { decideGate } from './act'
import { listGates } from './list'
import { openGate } from './open'

const NOW = BigInt(Date.now()) * 1_000_000n

type Sent = { trace: string; output: string; attributes?: Record<string, string>; error?: string }

/** Sends a trace of one span, which replaces what its run said before. */
async function send({ key }: TestProject, { trace, output, attributes = {}, error }: Sent): Promise<string> {
  const said = { 'gen_ai.operation.name': 'invoke_agent', 'input.value': 'Read it.', 'output.value': output }
  const all = { ...said, 'veritas.version': '1.0.0', ...attributes }
  const span = {
    ...{ traceId: trace.repeat(32), spanId: trace.repeat(16), name: 'sums' },
    ...{ startTimeUnixNano: `${NOW - 1_000_000_000n}`, endTimeUnixNano: `${NOW}` },
    attributes: Object.entries(all).map(([name, value]) => ({ key: name, value: { stringValue: value } })),
    ...(error && { status: { code: 2, message: error } }),
  }
  await ingestSpans(key, decodeSpans([span]))
  return (await getRun.run(key, { runId: trace.repeat(32) })).run.id
}

/** Approves what was seen, after the words of a run have changed; then what is there. */
async function approveUnseen(reviewer: Context, gateId: string, change: () => Promise<unknown>) {
  const seen = await see(reviewer, gateId)
  await change()
  const approve = (evidenceDigest: string) =>
    decideGate.run(reviewer, { gateId, verdict: 'approved', evidenceDigest, reason: 'Right.' })
  await expect(approve(seen.evidenceDigest)).rejects.toMatchObject({ code: 'stale_evidence' })
  const now = await see(reviewer, gateId)
  return { seen, decided: await approve(now.evidenceDigest) }
}

it('a gate of runs that failed alike is not decided on other words of one that joined it', async () => {
  const test = await makeProject()
  const error = 'the executor answered 500: out of order'
  for (const trace of ['a', 'b'])
    await sendSignals.run(test.key, { runId: trace.repeat(32), signals: [{ evaluator: 'peer', value: 0.1 }] })
  await send(test, { trace: 'a', output: 'Nothing was paid.', error })
  const joined = await send(test, { trace: 'b', output: 'Nothing was paid.', error })
  const [gate] = (await listGates.run(test.key, {})).gates
  expect(gate?.runs).toBe(2)
  const { decided } = await approveUnseen(await test.as('admin'), gate?.id ?? '', () =>
    send(test, { trace: 'b', output: 'Everything was paid.', error }),
  )
  expect(decided.effect?.runs.map(({ runId }) => runId)).toContain(joined)
})

it('nor on other words of the best attempt, which it accepts too', async () => {
  const test = await makeProject()
  const attributes = { 'veritas.execution': 'work', 'veritas.attempt': '1' }
  const best = await send(test, { trace: 'a', output: 'EUR 107', attributes })
  await sendSignals.run(test.key, { runId: best, signals: [{ evaluator: 'peer', value: 0.7 }] })
  const last = { chain: 'sums', execution: 'work', attempt: 2, maxAttempts: 2 }
  await ingest(test.key, [runBody({ ...last, signals: [{ evaluator: 'peer', value: 0.55 }] })])
  const [gate] = (await listGates.run(test.key, {})).gates
  const { seen } = await approveUnseen(await test.as('admin'), gate?.id ?? '', () =>
    send(test, { trace: 'a', output: 'EUR 701', attributes }),
  )
  expect(seen.evidence.bestAttempt?.runId).toBe(best)
})

it('nor is one of a version on other words of the runs that it shows and judges', async () => {
  const test = await makeProject()
  await send(test, { trace: 'a', output: 'EUR 107' })
  const { gate } = await openGate.run(test.key, { chain: 'sums', version: '1.0.0', question: 'Publish it?' })
  await approveUnseen(await test.as('admin'), gate.id, () => send(test, { trace: 'a', output: 'EUR 701' }))
})

it('a run that is replaced while its gate is being decided refuses the decision', async () => {
  const test = await makeProject()
  await send(test, { trace: 'a', output: 'EUR 107' })
  const { gate } = await openGate.run(test.key, { chain: 'sums', version: '1.0.0', question: 'Publish it?' })
  const admin = await test.as('admin')
  const { evidenceDigest } = await see(admin, gate.id)
  const where = { projectId: test.project.id }
  const deciding = await inTransaction(test.key, async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM run_summary WHERE project_id = ${test.project.id}::uuid FOR UPDATE`
    const answer = decideGate.run(admin, { gateId: gate.id, verdict: 'approved', evidenceDigest, reason: 'Right.' })
    const refused = expect(answer).rejects.toMatchObject({ code: 'stale_evidence' })
    await untilLockIsWaitedFor(tx)
    await tx.run.updateMany({ where, data: { bodyHash: 'of other words' } })
    return { refused }
  })
  await deciding.refused
  expect(await getDb().signal.count({ where: { ...where, evaluator: 'human' } })).toBe(0)
})
